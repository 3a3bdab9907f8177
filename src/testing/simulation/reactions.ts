import { sql } from 'drizzle-orm';
import { type Command } from './command-weights';
import { runCommand } from './commands';
import type { Journal, Subscriber } from './journal';
import type { SimulatedWorld } from './world';

const HOUR_MS = 3_600_000;

/** Weights of the commands that a subscriber sends while a payment is open. */
const REACTIONS: Partial<Record<Command, number>> = {
  cancel: 5,
  reactivate: 8,
  convertToCard: 3,
  convertToBankAccount: 3,
  convertToOffline: 3,
  requestPaymentLink: 3,
  addCard: 3,
  addDeclinedCard: 1,
  changeBox: 1,
  orderNow: 2,
  move: 1,
  pause: 1,
  skip: 1,
};

/** The probability that a subscriber sends a command while an order is charged or waits for its payment. */
const RESTLESS = 0.3;
const WITHIN_MS = [9 * HOUR_MS, 72 * HOUR_MS, 14 * 24 * HOUR_MS];

/** Schedules a command of the subscriber within the given milliseconds. Passive subscribers never react. */
export type ScheduleReaction = (
  subscriber: Subscriber,
  withinMs: number,
  among?: Partial<Record<Command, number>>,
) => void;

/**
 * Creates the function that schedules reactions.
 * @param until the end of the faults; later reactions are not scheduled
 */
export function createReactions(world: SimulatedWorld, journal: Journal, until: Date): ScheduleReaction {
  return (subscriber, withinMs, among = REACTIONS) => {
    if (subscriber.isPassive) return;
    const when = new Date(world.now().getTime() + world.random.below(withinMs));
    if (when < until) world.schedule(when, 'reaction', () => runCommand(world, journal, subscriber, among));
  };
}

interface OwedRow extends Record<string, unknown> {
  id: string;
  status: string;
  accountId: string;
}

/**
 * Returns a function that schedules reactions to the renewals and reactivations that began to be charged, to
 * wait for a payment or to be owed since its last call.
 */
export function watchOrders(
  world: SimulatedWorld,
  subscribers: readonly Subscriber[],
  react: ScheduleReaction,
): () => Promise<void> {
  const seen = new Set<string>();
  const owed = world.queryCache.cache(
    () =>
      world.db.execute<OwedRow>(sql`select id, status, account_id as "accountId" from orders
        where kind <> 'first' and status in ('charging','awaiting_payment','unpaid') order by id`),
    () => true,
  );
  return async () => {
    for (const { id, status, accountId } of await owed()) {
      const subscriber = subscribers.find((one) => one.accountId === accountId);
      if (!subscriber || seen.has(`${id} ${status}`)) continue;
      seen.add(`${id} ${status}`);
      if (world.random.chance(RESTLESS)) react(subscriber, world.random.pick(WITHIN_MS));
    }
  };
}
