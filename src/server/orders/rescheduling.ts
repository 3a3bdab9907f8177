import { asc, eq, inArray } from 'drizzle-orm';
import { dayOf } from '@/domain/day';
import type { Reschedule, ScheduledOrder, ScheduleFacts } from '@/domain/reschedule';
import type { Catalogue } from '../catalogue/queries';
import { ask } from '../db/ask';
import type { Tx } from '../db/client';
import { orders, scheduleEpochs, subscriptions } from '../db/schema';
import type { Subscription } from '../subscription/locks';
import { writePlanned } from './planning';
import { remindOfNear } from './reminders';
import { returnHeldPoints } from './voiding';
import { withdrawReminders } from './withdrawing';

/** A schedule as its rows tell it; `nextSeq` is the place of the next epoch. */
export interface Schedule extends ScheduleFacts {
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
      freeProductCode: orders.freeProductCode,
      paidOn: orders.paidOn,
    })
    .from(orders)
    .where(eq(orders.subscriptionId, id))
    .orderBy(asc(orders.cycleIndex));
  const scheduled = rows.map(({ begunAt, freeProductCode, ...row }): ScheduledOrder => {
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
  await tx
    .update(subscriptions)
    .set({ ...wish, nextIndex: plan.nextIndex })
    .where(eq(subscriptions.id, subscription.id));
  await tx.insert(scheduleEpochs).values(
    plan.epochs.map(({ skips = [], ...epoch }, at) => ({
      subscriptionId: subscription.id,
      seq: schedule.nextSeq + at,
      ...epoch,
      skips: [...skips],
      createdAt: now,
    })),
  );
  await moveOrders(tx, now, schedule, plan);
  await returnPointsOfClosed(tx, now, plan);
  const planned = await writePlanned(tx, now, subscription, catalogue, plan.planned);
  await moveFreeProducts(tx, subscription.id, plan);
  await remindOfNear(tx, now, [...plan.kept.filter(({ skipped }) => !skipped), ...planned]);
}

// `kept` as it is: an order that moves is to be reminded again, one that is closed has begun.
const MOVE = `update orders o set cycle_index = k.index, payment_date = k."paymentDate",
    status = case when k.skipped then 'skipped' else 'upcoming' end,
    reminded_at = case when $3::jsonb ? o.id then null else o.reminded_at end,
    begun_at = case when k.closed then $2::timestamptz end
  from jsonb_to_recordset($1::jsonb)
    as k(id text, index int, "paymentDate" date, skipped boolean, closed boolean)
  where o.id = k.id`;

async function moveOrders(
  tx: Tx,
  now: Date,
  schedule: Schedule,
  { kept, dropped }: Reschedule,
): Promise<void> {
  const dateOf = new Map(schedule.orders.map((order) => [order.id, order.paymentDate]));
  const moved = kept.filter(({ id, paymentDate }) => dateOf.get(id) !== paymentDate).map(({ id }) => id);
  const leaving = [...dropped, ...moved];
  if (leaving.length > 0) {
    await withdrawReminders(tx, leaving);
    // Void while they move: two orders of one date are refused at every moment, and one may take another's old date.
    await tx.update(orders).set({ status: 'void' }).where(inArray(orders.id, leaving));
  }
  if (kept.length > 0) await ask(tx, MOVE, [JSON.stringify(kept), now.toISOString(), JSON.stringify(moved)]);
}

/** A skipped order that is over takes no free product along: its date passed, and nobody had moved it. */
async function returnPointsOfClosed(tx: Tx, now: Date, { kept }: Reschedule): Promise<void> {
  const closed = kept.filter((order) => order.closed).map(({ id }) => id);
  if (closed.length === 0) return;
  const rows = await tx.select().from(orders).where(inArray(orders.id, closed));
  for (const order of rows) await returnHeldPoints(tx, now, order);
}

async function moveFreeProducts(tx: Tx, subscriptionId: string, { freeProducts }: Reschedule): Promise<void> {
  if (freeProducts.length === 0) return;
  const own = await tx.select().from(orders).where(eq(orders.subscriptionId, subscriptionId));
  for (const { from, to } of freeProducts) {
    const source = own.find((order) => order.id === from);
    const home = own.find((order) => order.paymentDate === to && order.status !== 'void');
    if (!source || !home) throw new Error(`No home for the free product of ${from}`);
    const { freeProductCode, freeProductPoints } = source;
    await withdrawReminders(tx, [home.id]);
    await tx.update(orders).set({ freeProductCode, freeProductPoints }).where(eq(orders.id, home.id));
    await tx.update(orders).set({ freeProductCode: null, freeProductPoints: 0 }).where(eq(orders.id, from));
  }
}
