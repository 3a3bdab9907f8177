import { setTimeout as sleep } from 'node:timers/promises';
import { and, eq, inArray } from 'drizzle-orm';
import { AppError } from '@/domain/errors';
import type { Ctx } from '@/server/platform/context';
import { cards, chargeAttempts, orderItems, orders, payments, subscriptions } from '@/server/db/schema';
import { gatewayCharges, type GatewayCharge } from './providers';
import type { World } from './world';

/** A subscriber in a race test, with the order that the billing run will change. */
export interface Racer {
  accountId: string;
  subscriptionId: string;
  orderId: string;
  paymentId: string | null;
  attemptId: string | null;
  /** Saved cards, the default one first. */
  cardIds: string[];
}

/** The result of the subscriber's command: a response, or an error code. */
export type Told = { ok: true; answer: unknown } | { ok: false; code: string };

/** A subscriber's state in the database and at the gateway after the race. */
export interface Ending {
  racer: Racer;
  told: Told;
  subscription: typeof subscriptions.$inferSelect;
  order: typeof orders.$inferSelect;
  items: (typeof orderItems.$inferSelect)[];
  attempts: (typeof chargeAttempts.$inferSelect)[];
  charges: GatewayCharge[];
}

const LANES = 8;
const JITTER_MS = 14;

/** Returns a generator of numbers from 0 to 1. The same seed gives the same numbers (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Returns every subscriber with the oldest unpaid order, sorted by account id. */
export async function listRacers(world: World): Promise<Racer[]> {
  const rows = await world.db
    .select({ order: orders, paymentId: payments.id, attempt: chargeAttempts })
    .from(orders)
    .leftJoin(payments, eq(payments.orderId, orders.id))
    .leftJoin(
      chargeAttempts,
      and(eq(chargeAttempts.orderId, orders.id), inArray(chargeAttempts.status, ['unknown', 'sent'])),
    )
    .where(inArray(orders.status, ['upcoming', 'skipped', 'charging', 'void']))
    .orderBy(orders.accountId, orders.cycleIndex);
  const saved = await world.db.select().from(cards).orderBy(cards.accountId, cards.createdAt);
  const racers = new Map<string, Racer>();
  for (const { order, paymentId, attempt } of rows) {
    if (racers.has(order.accountId)) continue;
    const own = saved.filter((card) => card.accountId === order.accountId);
    racers.set(order.accountId, {
      accountId: order.accountId,
      subscriptionId: order.subscriptionId,
      orderId: order.id,
      paymentId,
      attemptId: attempt?.id ?? null,
      cardIds: [...own].sort((a, b) => Number(b.isDefault) - Number(a.isDefault)).map((card) => card.id),
    });
  }
  return [...racers.values()];
}

/**
 * Starts a command and a billing step for every racer, in random order and at most 14 ms apart. Eight racers
 * run at a time.
 * @returns the results of the commands, by account id
 */
export async function race(
  racers: readonly Racer[],
  seed: number,
  sides: { command: (racer: Racer) => Promise<unknown>; step: (racer: Racer) => Promise<unknown> },
): Promise<Map<string, Told>> {
  const random = seeded(seed);
  const told = new Map<string, Told>();
  const queue = racers.values();
  const lane = async () => {
    for (const racer of queue) {
      const [commandAt, stepAt] = [random() * JITTER_MS, random() * JITTER_MS];
      const [answer] = await Promise.all([
        sleep(commandAt).then(() => tell(sides.command(racer))),
        sleep(stepAt).then(() => sides.step(racer)),
      ]);
      told.set(racer.accountId, answer);
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  return told;
}

async function tell(work: Promise<unknown>): Promise<Told> {
  try {
    return { ok: true, answer: await work };
  } catch (error) {
    if (error instanceof AppError) return { ok: false, code: error.code };
    throw error;
  }
}

/** Returns every racer's state after the race. */
export async function endings(
  world: World,
  racers: readonly Racer[],
  told: Map<string, Told>,
): Promise<Ending[]> {
  const [subscribed, ordered, items, attempts, charges] = await Promise.all([
    world.db.select().from(subscriptions),
    world.db.select().from(orders),
    world.db.select().from(orderItems),
    world.db.select().from(chargeAttempts),
    gatewayCharges(world),
  ]);
  const bySubscription = new Map(subscribed.map((row) => [row.id, row]));
  const byOrder = new Map(ordered.map((row) => [row.id, row]));
  return racers.map((racer) => {
    const subscription = bySubscription.get(racer.subscriptionId);
    const order = byOrder.get(racer.orderId);
    const answer = told.get(racer.accountId);
    if (!subscription || !order || !answer) throw new Error('a racer got lost');
    return {
      racer,
      told: answer,
      subscription,
      order,
      items: items.filter((row) => row.orderId === order.id),
      attempts: attempts.filter((row) => row.orderId === order.id),
      charges: charges.filter((charge) => charge.metadata.orderId === order.id),
    };
  });
}

/** Returns the amount in satang that the gateway holds for an order: charged minus refunded. */
export function capturedFor({ charges }: Ending): number {
  return charges
    .filter((charge) => charge.status === 'successful')
    .reduce(
      (sum, charge) => sum + charge.amount - charge.refunds.reduce((back, refund) => back + refund.amount, 0),
      0,
    );
}

/** Creates a context at an instant. The command and the billing step of a race may run at different instants. */
export function at(world: World, moment: string): Ctx {
  return { db: world.db, now: new Date(moment) };
}
