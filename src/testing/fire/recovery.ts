import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { addDays, dayOf, hourOf, type Day } from '@/domain/day';
import { CHARGE_HOUR } from '@/domain/payment';
import { transaction } from '@/server/db';
import { runJobs } from '../jobs';
import { spoil } from '../outside';
import { cloneSubscriber } from '../clone-subscriber';
import { forgetEverybody, goTo, ordersOf, plantSubscriber } from '../subscribers';
import type { World } from '../world';
import { unfinished } from './books';
import { askForBillingRun, setEverybodysClock, waitForJobs } from './time';

/** Soon from now: the clock of a process goes only forward from the machine's. */
export const REGISTERED = addDays(dayOf(new Date()), 2);
const MINUTE_MS = 60_000;
/** A minute at a time at first, then an hour; what was never asked of the gateway is asked for again a day later. */
const STEPS_MINUTES = [0, ...Array<number>(20).fill(1), ...Array<number>(4 * 24).fill(60)];

/** How long the product needed to be at rest after a fault. */
export interface Recovery {
  /** On the product's clock, a billing run every minute. */
  minutes: number;
  /** Of real work: from the first run of whoever came next until all was done. */
  workMs: number;
}

/**
 * People whose orders are due at nine on one day, which it is now, and nobody and nothing else in the world. Webhooks are
 * lost, which is the harder case.
 * @returns that day
 */
export async function plantDue(world: World, count = 1): Promise<Day> {
  await forgetEverybody(world);
  // Held by a worker that was killed in the world before.
  await transaction(world.db, (tx) => tx.execute(sql`update leases set holder = null`));
  await goTo(world, REGISTERED, '10:00');
  const person = await plantSubscriber(world);
  await world.sandbox.settled();
  await runJobs();
  if (count > 1) {
    await cloneSubscriber(world, person, count - 1);
    // The clones' addresses are none that a mail server takes.
    await transaction(world.db, (tx) =>
      tx.execute(sql`update accounts set email = id || '@example.test', email_norm = id || '@example.test'
        where id <> ${person.accountId}`),
    );
  }
  await spoil(world, { op: 'webhook', kind: 'drop', times: 'always' });
  const due = (await ordersOf(world, person.accountId))[1]?.date;
  if (!due) throw new Error('nothing is due');
  await setEverybodysClock(world, hourOf(due, CHARGE_HOUR));
  return due;
}

/**
 * Lets time pass, with a billing run at each step, until nothing is left to be done.
 * @param ofTheDead jobs that nobody will do.
 * @throws Error when four days are not enough
 */
export async function comeToRest(world: World, ofTheDead: readonly string[] = []): Promise<Recovery> {
  const started = performance.now();
  let minutes = 0;
  for (const step of STEPS_MINUTES) {
    minutes += step;
    if (step > 0) await setEverybodysClock(world, new Date(world.now().getTime() + step * MINUTE_MS));
    await askForBillingRun(world);
    await waitForJobs(world, ofTheDead);
    if ((await unfinished(world)).length === 0) return { minutes, workMs: performance.now() - started };
  }
  throw new Error(`not at rest after ${minutes} minutes: ${(await unfinished(world)).join(', ')}`);
}

/** Waits for something that another process does. */
export async function eventually(what: string, isTrue: () => Promise<boolean> | boolean): Promise<void> {
  const until = performance.now() + 60_000;
  while (!(await isTrue())) {
    if (performance.now() > until) throw new Error(`never: ${what}`);
    await sleep(10);
  }
}
