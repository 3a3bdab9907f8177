import { sql } from 'drizzle-orm';
import { transaction } from '@/server/db';
import { gatewayCalls, healOutside, spoil } from '../outside';
import { lineUserId } from '../line';
import type { World } from '../world';
import { wrongsWith } from './books';
import { startFired } from './process';
import { comeToRest, plantDue, type Recovery } from './recovery';
import { askForBillingRun, setEverybodysClock, waitForClock, waitForJobs } from './time';
import { endAll } from './worker-crashes';

/** What was shown of a fault that was not a death. */
export interface Survived {
  fault: string;
  recovery: Recovery;
  wrongs: string[];
}

const HOUR_MS = 3_600_000;

/** Everybody's time goes on by so many hours, with a billing run at the end. */
async function passHours(world: World, hours: number): Promise<void> {
  await setEverybodysClock(world, new Date(world.now().getTime() + hours * HOUR_MS));
  await askForBillingRun(world);
  await waitForJobs(world);
}

/** Card gateway, mail and LINE answer nothing for a day on which people fall due; then they are back. */
export async function outsideAwayForADay(world: World, people: number): Promise<Survived> {
  const worker = startFired('worker');
  try {
    await worker.begin();
    const due = await plantDue(world, people);
    await transaction(world.db, (tx) =>
      tx.execute(sql`insert into identities (account_id, provider, subject, friend, connected_at)
        select id, 'line', ${lineUserId('mali')}, true, created_at from accounts order by id limit 1`),
    );
    for (const service of ['omise', 'line', 'mail'] as const)
      await spoil(world, { service, op: '*', kind: 'reset', times: 'always' });
    await waitForClock([worker]);
    await askForBillingRun(world);
    await waitForJobs(world);
    for (let hour = 0; hour < 24; hour += 1) await passHours(world, 1);
    await healOutside(world);
    await spoil(world, { op: 'webhook', kind: 'drop', times: 'always' });
    const recovery = await comeToRest(world);
    return {
      fault: `gateway, mail and LINE away for a day, ${people} due`,
      recovery,
      wrongs: await wrongsWith(world, due),
    };
  } finally {
    await endAll([worker]);
  }
}

/** What was shown of a gateway that answered only errors, with the requests that it got. */
export interface BrownOut extends Survived {
  requestsDuring: number;
  requestsAfter: number;
}

/** The card gateway answers nothing but errors for two hours in which people are due; then it is back. */
export async function gatewayErrsForTwoHours(world: World, people: number): Promise<BrownOut> {
  const worker = startFired('worker');
  try {
    await worker.begin();
    const due = await plantDue(world, people);
    const before = await gatewayCalls(world);
    await spoil(world, { op: '*', kind: 'status', args: { status: 500 }, times: 'always' });
    await waitForClock([worker]);
    await askForBillingRun(world);
    await waitForJobs(world);
    for (let gone = 0; gone < 2; gone += 1 / 12) await passHours(world, 1 / 12);
    const during = await gatewayCalls(world);
    await healOutside(world);
    await spoil(world, { op: 'webhook', kind: 'drop', times: 'always' });
    const recovery = await comeToRest(world);
    return {
      fault: `gateway answers only errors for two hours, ${people} due`,
      recovery,
      wrongs: await wrongsWith(world, due),
      requestsDuring: during - before,
      requestsAfter: (await gatewayCalls(world)) - during,
    };
  } finally {
    await endAll([worker]);
  }
}

/** The clock of every process jumps back and forth around the moment of charging. */
export async function stepClocks(world: World, hours: readonly number[]): Promise<Survived> {
  const worker = startFired('worker');
  try {
    await worker.begin();
    const due = await plantDue(world, 3);
    for (const step of hours) await passHours(world, step);
    const recovery = await comeToRest(world);
    const fault = `clock steps of ${hours.map((step) => `${step > 0 ? '+' : ''}${step} h`).join(', ')}`;
    return { fault, recovery, wrongs: await wrongsWith(world, due) };
  } finally {
    await endAll([worker]);
  }
}
