import { sql } from 'drizzle-orm';
import { transaction } from '@/server/db';
import { gatewayCalls, clearFaults, injectFault } from '../providers';
import { lineUserId } from '../line';
import type { World } from '../world';
import { findProblems } from './ledger-checks';
import { startProcess } from './child-process';
import { runUntilIdle, createDueSubscribers, type Recovery } from './recovery';
import { requestBillingRun, setAllClocks, waitForClock, waitForJobs } from './time';
import { killAll } from './worker-crashes';

/** The result of a fault after which the same processes continue without a restart. */
export interface FaultResult {
  fault: string;
  recovery: Recovery;
  problems: string[];
}

const HOUR_MS = 3_600_000;

/** Moves the clocks of all processes and requests a billing run. */
async function passHours(world: World, hours: number): Promise<void> {
  await setAllClocks(world, new Date(world.now().getTime() + hours * HOUR_MS));
  await requestBillingRun(world);
  await waitForJobs(world);
}

/** Makes gateway, mail server and LINE fail on a day with due orders, then waits until all work is done. */
export async function stopProvidersForADay(world: World, subscribers: number): Promise<FaultResult> {
  const worker = startProcess('worker');
  try {
    await worker.begin();
    const due = await createDueSubscribers(world, subscribers);
    await transaction(world.db, (tx) =>
      tx.execute(sql`insert into identities (account_id, provider, subject, friend, connected_at)
        select id, 'line', ${lineUserId('mali')}, true, created_at from accounts order by id limit 1`),
    );
    for (const service of ['omise', 'line', 'mail'] as const)
      await injectFault(world, { service, op: '*', kind: 'reset', times: 'always' });
    await waitForClock([worker]);
    await requestBillingRun(world);
    await waitForJobs(world);
    for (let hour = 0; hour < 24; hour += 1) await passHours(world, 1);
    await clearFaults(world);
    await injectFault(world, { op: 'webhook', kind: 'drop', times: 'always' });
    const recovery = await runUntilIdle(world);
    return {
      fault: `gateway, mail and LINE not responding for a day, ${subscribers} due`,
      recovery,
      problems: await findProblems(world, due),
    };
  } finally {
    await killAll([worker]);
  }
}

/** The result of a gateway outage, with the number of requests to the gateway during and after it. */
export interface GatewayOutage extends FaultResult {
  requestsDuring: number;
  requestsAfter: number;
}

/** Makes the card gateway respond only with errors for two hours while orders are due. */
export async function failGatewayForTwoHours(world: World, subscribers: number): Promise<GatewayOutage> {
  const worker = startProcess('worker');
  try {
    await worker.begin();
    const due = await createDueSubscribers(world, subscribers);
    const before = await gatewayCalls(world);
    await injectFault(world, { op: '*', kind: 'status', args: { status: 500 }, times: 'always' });
    await waitForClock([worker]);
    await requestBillingRun(world);
    await waitForJobs(world);
    for (let hours = 0; hours < 2; hours += 1 / 12) await passHours(world, 1 / 12);
    const during = await gatewayCalls(world);
    await clearFaults(world);
    await injectFault(world, { op: 'webhook', kind: 'drop', times: 'always' });
    const recovery = await runUntilIdle(world);
    return {
      fault: `gateway responds only with errors for two hours, ${subscribers} due`,
      recovery,
      problems: await findProblems(world, due),
      requestsDuring: during - before,
      requestsAfter: (await gatewayCalls(world)) - during,
    };
  } finally {
    await killAll([worker]);
  }
}

/** Moves the clock of every process back and forth around the time of charging. */
export async function stepClocks(world: World, hours: readonly number[]): Promise<FaultResult> {
  const worker = startProcess('worker');
  try {
    await worker.begin();
    const due = await createDueSubscribers(world, 3);
    for (const step of hours) await passHours(world, step);
    const recovery = await runUntilIdle(world);
    const fault = `clock steps of ${hours.map((step) => `${step > 0 ? '+' : ''}${step} h`).join(', ')}`;
    return { fault, recovery, problems: await findProblems(world, due) };
  } finally {
    await killAll([worker]);
  }
}
