import { sql } from 'drizzle-orm';
import { actOnce, type Command } from './commands';
import type { Journal, Person } from './journal';
import type { SimulatedWorld } from './world';

const HOUR_MS = 3_600_000;

/** What somebody does about a payment that is under way, how often. */
const REACTIONS: Partial<Record<Command, number>> = {
  cancel: 5,
  reactivate: 8,
  convertToCard: 3,
  convertToOffline: 3,
  requestPaymentLink: 3,
  addCard: 3,
  addPoorCard: 1,
  changeBox: 1,
};

/** Of those who are asked for money so many do something about it, within hours, days, or the whole ladder. */
const RESTLESS = 0.3;
const WITHIN_MS = [9 * HOUR_MS, 72 * HOUR_MS, 14 * 24 * HOUR_MS];

/** Somebody may change their mind at any moment of so many milliseconds; who wants nothing changed never does. */
export type React = (person: Person, withinMs: number, among?: Partial<Record<Command, number>>) => void;

/** @param until from when on everybody is calm. */
export function createReactions(world: SimulatedWorld, journal: Journal, until: Date): React {
  return (person, withinMs, among = REACTIONS) => {
    if (person.quiet) return;
    const when = new Date(world.now().getTime() + world.random.below(withinMs));
    if (when < until) world.at(when, 'somebody reacts', () => actOnce(world, journal, person, among));
  };
}

interface OwedRow extends Record<string, unknown> {
  id: string;
  status: string;
  accountId: string;
}

/** Everybody whose order began to be charged, to wait for money or to be owed since the last look may react to it. */
export function watchOrders(
  world: SimulatedWorld,
  people: readonly Person[],
  react: React,
): () => Promise<void> {
  const seen = new Set<string>();
  const owed = world.changes.remember(
    () =>
      world.db.execute<OwedRow>(sql`select id, status, account_id as "accountId" from orders
        where kind <> 'first' and status in ('charging','awaiting_payment','unpaid') order by id`),
    () => true,
  );
  return async () => {
    for (const { id, status, accountId } of await owed()) {
      const person = people.find((one) => one.accountId === accountId);
      if (!person || seen.has(`${id} ${status}`)) continue;
      seen.add(`${id} ${status}`);
      if (world.random.chance(RESTLESS)) react(person, world.random.pick(WITHIN_MS));
    }
  };
}
