import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { addDays, dayOf, hourOf, type Day } from '@/domain/day';
import { CHARGE_HOUR } from '@/domain/payment';
import { transaction } from '@/server/db';
import { convertToBankAccount } from '@/server/money/payment-method/convert-bank-account';
import { linkBankAccount } from '../bank-accounts';
import { runJobs } from '../jobs';
import { injectFault } from '../providers';
import { cloneSubscriber } from '../clone-subscriber';
import { forgetEverybody } from '../forget-everybody';
import { goTo, ordersOf, walkSubscriber } from '../subscribers';
import type { World } from '../world';
import { listUnfinishedWork } from './ledger-checks';
import { requestBillingRun, setAllClocks, waitForJobs } from './time';

/** The day of registration. It is in the future, because a process's clock cannot be behind the system clock. */
export const REGISTERED_ON = addDays(dayOf(new Date()), 2);
const MINUTE_MS = 60_000;
/**
 * The steps of the clock in minutes: minutes at first, then hours for four days. The product repeats a charge
 * that the gateway does not list only after a day.
 */
const STEPS_MINUTES = [0, ...Array<number>(20).fill(1), ...Array<number>(4 * 24).fill(60)];

/** The time that the product took to become idle after a fault. */
export interface Recovery {
  /** Minutes on the product's clock. */
  minutes: number;
  /** Real time in ms from the first billing run after the fault until all work was done. */
  workMs: number;
}

/** Every third single subscriber pays by bank account, so that both means meet the gates of a deep run. */
let single = 0;

/**
 * Deletes all accounts, creates subscribers whose orders are due at nine on one day, and sets the clock to
 * that time. The sandbox then sends no webhooks, so that the product must poll.
 * @returns the payment date
 */
export async function createDueSubscribers(world: World, count = 1): Promise<Day> {
  await forgetEverybody(world);
  // A worker that an earlier test killed may still hold the lease.
  await transaction(world.db, (tx) => tx.execute(sql`update leases set holder = null`));
  await goTo(world, REGISTERED_ON, '10:00');
  const person = await walkSubscriber(world);
  single += 1;
  if (count === 1 && single % 3 === 0) {
    await linkBankAccount(world, person.accountId);
    await convertToBankAccount(world.ctx(), person.accountId);
  }
  await world.sandbox.settled();
  await runJobs();
  if (count > 1) {
    await cloneSubscriber(world, person, count - 1);
    // A mail server would refuse the e-mail addresses of the cloned subscribers.
    await transaction(world.db, (tx) =>
      tx.execute(sql`update accounts set email = id || '@example.test', email_norm = id || '@example.test'
        where id <> ${person.accountId}`),
    );
  }
  await injectFault(world, { op: 'webhook', kind: 'drop', times: 'always' });
  const due = (await ordersOf(world, person.accountId))[1]?.date;
  if (!due) throw new Error('no order is due');
  await setAllClocks(world, hourOf(due, CHARGE_HOUR));
  return due;
}

/**
 * Moves the clock forward and requests a billing run at each step, until no work is left.
 * @param lockedJobs the locks of a killed process; jobs with these locks are ignored
 * @throws Error if work is left after four days
 */
export async function runUntilIdle(world: World, lockedJobs: readonly string[] = []): Promise<Recovery> {
  const started = performance.now();
  let minutes = 0;
  for (const step of STEPS_MINUTES) {
    minutes += step;
    if (step > 0) await setAllClocks(world, new Date(world.now().getTime() + step * MINUTE_MS));
    await requestBillingRun(world);
    await waitForJobs(world, lockedJobs);
    if ((await listUnfinishedWork(world)).length === 0)
      return { minutes, workMs: performance.now() - started };
  }
  throw new Error(`not idle after ${minutes} minutes: ${(await listUnfinishedWork(world)).join(', ')}`);
}

/** Waits until `isTrue` returns true. @throws Error after a minute */
export async function waitUntil(what: string, isTrue: () => Promise<boolean> | boolean): Promise<void> {
  const until = performance.now() + 60_000;
  while (!(await isTrue())) {
    if (performance.now() > until) throw new Error(`timed out: ${what}`);
    await sleep(10);
  }
}
