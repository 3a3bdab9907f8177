import { asc, eq } from 'drizzle-orm';
import { dayOf } from '@/domain/day';
import { join, type OrderChange } from '@/domain/lifecycle/changes';
import { moveFreeProduct, rescheduleOrders } from '@/domain/lifecycle/orders';
import { touch } from '@/domain/lifecycle/subscriptions';
import type { Reschedule, ScheduledOrder, ScheduleFacts } from '@/domain/reschedule';
import type { Catalogue } from '../catalogue/queries';
import type { Tx } from '../db';
import { orders, scheduleEpochs } from '../db/schema';
import { applyChanges, type Applied } from '../lifecycle/apply-changes';
import type { Subscription } from '../lifecycle/locks';
import { currentPrices, draftPlanned } from './planning';
import { remindOfNear } from './reminders';

type KnownOrder = ScheduledOrder & Pick<typeof orders.$inferSelect, 'accountId' | 'freeProductPoints'>;

/** A schedule as its rows tell it; `nextSeq` is the place of the next epoch. */
export interface Schedule extends ScheduleFacts {
  orders: readonly KnownOrder[];
  nextSeq: number;
}

/** A subscription's epochs in the order of writing, and its orders in the order of their index. */
export async function loadSchedule(tx: Tx, now: Date, { id, nextIndex }: Subscription): Promise<Schedule> {
  const epochs = await tx
    .select()
    .from(scheduleEpochs)
    .where(eq(scheduleEpochs.subscriptionId, id))
    .orderBy(asc(scheduleEpochs.seq));
  const rows = await tx
    .select({
      id: orders.id,
      index: orders.cycleIndex,
      paymentDate: orders.paymentDate,
      status: orders.status,
      begunAt: orders.begunAt,
      accountId: orders.accountId,
      freeProductCode: orders.freeProductCode,
      freeProductPoints: orders.freeProductPoints,
      paidOn: orders.paidOn,
    })
    .from(orders)
    .where(eq(orders.subscriptionId, id))
    .orderBy(asc(orders.cycleIndex));
  const scheduled = rows.map(({ begunAt, freeProductCode, ...row }): KnownOrder => {
    return { ...row, begun: begunAt !== null, freeProduct: freeProductCode !== null };
  });
  return { today: dayOf(now), nextIndex, epochs, orders: scheduled, nextSeq: (epochs.at(-1)?.seq ?? -1) + 1 };
}

interface Rescheduling {
  now: Date;
  subscription: Subscription;
  catalogue: Catalogue;
  schedule: Schedule;
  plan: Reschedule;
  /** What the subscription now says. */
  wish: { frequency: number } | { paymentDay: number };
}

/**
 * Writes a new schedule: epochs, moved, void and new orders, free products. An order that moved is reminded of its
 * new date, at once if that is near. The caller holds the subscription's lock.
 */
export async function writeReschedule(tx: Tx, work: Rescheduling): Promise<void> {
  const { now, subscription, catalogue, schedule, plan, wish } = work;
  await tx.insert(scheduleEpochs).values(
    plan.epochs.map(({ skips = [], ...epoch }, at) => ({
      subscriptionId: subscription.id,
      seq: schedule.nextSeq + at,
      ...epoch,
      skips: [...skips],
      createdAt: now,
    })),
  );
  const prices = await currentPrices(tx, subscription, catalogue);
  const newOrders = draftPlanned(subscription, now, plan.planned, prices);
  const about = { cause: 'schedule_changed', actor: subscription.accountId } as const;
  const { nextIndex } = plan;
  const changed = touch(subscription, { ...wish, nextIndex });
  await applyChanges(tx, now, [
    {
      ...about,
      subscriptionId: subscription.id,
      ...join(rescheduleOrders(schedule.orders, plan, now), { newOrders }, changed),
    },
  ]);
  await moveFreeProducts(tx, now, { ...about, subscriptionId: subscription.id }, plan);
  await remindOfNear(tx, now, [...plan.kept.filter(({ skipped }) => !skipped), ...newOrders]);
}

async function moveFreeProducts(
  tx: Tx,
  now: Date,
  about: Pick<Applied, 'cause' | 'actor' | 'subscriptionId'>,
  { freeProducts }: Reschedule,
): Promise<void> {
  if (freeProducts.length === 0) return;
  const own = await tx.select().from(orders).where(eq(orders.subscriptionId, about.subscriptionId));
  const moves: OrderChange[] = [];
  for (const { from, to } of freeProducts) {
    const source = own.find((order) => order.id === from);
    const home = own.find((order) => order.paymentDate === to && order.status !== 'void');
    if (!source || !home) throw new Error(`No home for the free product of ${from}`);
    moves.push(...moveFreeProduct(source, home));
  }
  await applyChanges(tx, now, [{ ...about, orders: moves }]);
}
