import { asc } from 'drizzle-orm';
import {
  addDays,
  addMonthsTo,
  dayOf,
  monthOf,
  parseDay,
  startOfDay,
  type Day,
  type Month,
} from '@/domain/day';
import type { Figure, RegistrationStep } from '@/domain/numbers';
import {
  accounts,
  auditEvents,
  endedRegistrations,
  moneyReceived,
  orders,
  refunds,
  scheduleEpochs,
  subscriptions,
} from '@/server/db/schema';
import type { Ctx } from '@/server/platform/context';

/* Counts the figures of the desk from whole tables in memory, without the queries of the roll-up. */

interface Counted {
  month: Month;
  figure: Figure;
  part: string;
  count: number;
  amount: number;
}

type Add = (month: Month, figure: Figure, part: string, amount?: number) => void;

async function readAll({ db }: Ctx) {
  const [audit, people, plans, allOrders, epochs, money, back, ended] = await Promise.all([
    db.select().from(auditEvents).orderBy(asc(auditEvents.at)),
    db.select().from(accounts),
    db.select().from(subscriptions),
    db.select().from(orders).orderBy(asc(orders.cycleIndex)),
    db.select().from(scheduleEpochs).orderBy(asc(scheduleEpochs.seq)),
    db.select().from(moneyReceived),
    db.select().from(refunds),
    db.select().from(endedRegistrations),
  ]);
  const events = audit
    .filter(({ what }) => what.startsWith('subscription.'))
    .map(({ detail, ...event }) => ({ ...event, detail: (detail ?? {}) as Record<string, string | null> }));
  return { events, people, plans, orders: allOrders, epochs, money, refunds: back, ended };
}

type All = Awaited<ReturnType<typeof readAll>>;
type Plan = All['plans'][number];

/** Returns every figure of every month that has one, sorted by month, figure and part. */
export async function countByHand(ctx: Ctx): Promise<Counted[]> {
  const all = await readAll(ctx);
  const sums = new Map<string, Counted>();
  const add: Add = (month, figure, part, amount = 0) => {
    const key = `${month} ${figure} ${part}`;
    const before = sums.get(key) ?? { month, figure, part, count: 0, amount: 0 };
    sums.set(key, { ...before, count: before.count + 1, amount: before.amount + amount });
  };
  const monthAt = (instant: Date) => monthOf(dayOf(instant));
  for (const { recordedAt, amount } of all.money) add(monthAt(recordedAt), 'received', 'all', amount);
  for (const { status, closedAt, amount } of all.refunds)
    if (status === 'succeeded' && closedAt) add(monthAt(closedAt), 'refunded', 'all', amount);
  for (const plan of all.plans) countEvents(all, plan, add);
  countRegistrations(all, add);
  const present = monthAt(ctx.now);
  const first = [...sums.values()].map(({ month }) => month).sort()[0] ?? present;
  for (let month = first; month <= present; month = addMonthsTo(month, 1))
    countSubscribed(all, month, ctx.now, add);
  for (const order of all.orders)
    if (order.status === 'upcoming' && order.paymentDate < addDays(dayOf(ctx.now), 90))
      add(present, 'planned', order.paymentDate, order.total);
  return [...sums].sort(([a], [b]) => a.localeCompare(b)).map(([, counted]) => counted);
}

function countEvents({ events }: All, { id }: Plan, add: Add): void {
  let begun = false;
  for (const { what, at, detail } of events.filter(({ subject }) => subject === id)) {
    const month = monthOf(dayOf(at));
    if (what === 'subscription.activated') {
      add(month, begun ? 'returned' : 'new', 'all');
      begun = true;
    }
    if (what === 'subscription.paused' && !(detail.from && detail.from > dayOf(at)))
      add(month, 'paused', 'all');
    if (detail.from !== 'active') continue;
    if (what === 'subscription.deactivated') add(month, 'lost', 'paymentFailed');
    if (what === 'subscription.cancelled') add(month, 'lost', detail.reason ?? 'other');
  }
}

function countSubscribed(all: All, month: Month, now: Date, add: Add): void {
  const end = startOfDay(parseDay(`${addMonthsTo(month, 1)}-01`));
  const until = end < now ? end : now;
  const lastDay: Day = dayOf(new Date(until.getTime() - 1));
  for (const { id } of all.plans) {
    const events = all.events.filter(
      ({ subject, at, what }) =>
        subject === id &&
        at < until &&
        /\.(activated|return_begun|deactivated|cancelled|paused|resumed)$/.test(what),
    );
    const last = events.at(-1);
    if (!last || !/\.(activated|paused|resumed)$/.test(last.what)) continue;
    const began = events.find(({ what }) => what === 'subscription.activated')?.at ?? until;
    const paid = all.orders.filter(
      (order) => order.subscriptionId === id && order.paidAt && order.paidAt < until,
    );
    const order = paid.findLast(({ ownBox }) => !ownBox);
    const epoch = all.epochs.findLast((one) => one.subscriptionId === id && one.createdAt < until);
    if (!order || !epoch) throw new Error(`${id} has no paid order or no schedule`);
    const isPaused = last.what === 'subscription.paused' && (last.detail.until ?? '') > lastDay;
    const monthly = Math.round((order.boxPrice + order.deliveryFee) / epoch.frequency);
    add(month, isPaused ? 'onPause' : 'active', monthOf(dayOf(began)), monthly);
  }
}

function countRegistrations({ plans, people, orders: all, ended }: All, add: Add): void {
  for (const { registeredOn, locale, step } of ended)
    add(monthOf(registeredOn), 'registered', `${locale}:${step}`);
  for (const plan of plans) {
    const person = people.find(({ id }) => id === plan.accountId);
    const asked = all.some(({ subscriptionId, kind }) => subscriptionId === plan.id && kind === 'first');
    const early: RegistrationStep = asked ? 'payment' : person?.address ? 'delivery' : 'details';
    const step: RegistrationStep = plan.activatedAt ? 'paid' : early;
    add(monthOf(plan.registeredOn), 'registered', `${person?.locale}:${step}`);
  }
}
