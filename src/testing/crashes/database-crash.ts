import { setTimeout as sleep } from 'node:timers/promises';
import { listDuePayments } from '@/server/money/charging/claim-due';
import type { World } from '../world';
import { gatewayCharges } from '../providers';
import { findProblems } from './ledger-checks';
import type { FaultResult } from './outages';
import { startProcess, type TestProcess } from './child-process';
import { runUntilIdle, waitUntil, createDueSubscribers } from './recovery';
import { requestBillingRun, listLockedJobs, waitForClock } from './time';
import { killAll } from './worker-crashes';

/** A database server that the test kills and restarts. */
export interface Server {
  /** Sends SIGKILL to the server. The server stops without a shutdown, as after a power failure. */
  kill(): Promise<void>;
  /** Starts the server again on the same data and the same port. */
  start(): Promise<void>;
}

export interface DatabaseCrash extends FaultResult {
  /** Time in ms from the start of the server until its first response. */
  serverMs: number;
  /**
   * Time in ms from that response to the next charge request. Null if the workers had claimed all orders
   * before the crash.
   */
  againMs: number | null;
  /** The number of workers that did not exit when the server crashed. */
  survivors: number;
}

/** Kills PostgreSQL while two workers charge orders, then restarts it. */
export async function crashDatabase(
  world: World,
  server: Server,
  subscribers: number,
): Promise<DatabaseCrash> {
  let workers: TestProcess[] = [startProcess('worker'), startProcess('worker')];
  const charges = async () =>
    (await gatewayCharges(world)).filter(({ transactionIndicator }) => transactionIndicator === 'MIT').length;
  const isReachable = async () => {
    try {
      await world.db.execute('select 1');
      return true;
    } catch {
      return false;
    }
  };
  try {
    await Promise.all(workers.map((one) => one.begin()));
    const due = await createDueSubscribers(world, subscribers);
    await waitForClock(workers);
    await requestBillingRun(world);
    await waitUntil('a third of them charged', async () => (await charges()) > subscribers / 3);
    await server.kill();
    const started = performance.now();
    await server.start();
    await waitUntil('the database answers', isReachable);
    const reachableAt = performance.now();
    const lockedJobs = await listLockedJobs(world);
    const survivors = workers.filter((one) => !one.hasExited());
    // In production a supervisor restarts exited processes.
    const fresh = workers.filter((one) => one.hasExited()).map(() => startProcess('worker'));
    workers = [...survivors, ...fresh];
    await Promise.all(fresh.map((one) => one.begin()));
    const before = await charges();
    // No order is due if the workers had claimed all orders before the crash.
    const isNothingDue = async () => (await listDuePayments(world.ctx(), 1)).length === 0;
    await waitUntil('the next charge', async () => {
      // The interrupted billing run first has to release its lease.
      await requestBillingRun(world);
      await sleep(100);
      return (await charges()) > before || (await isNothingDue());
    });
    const againMs = (await charges()) > before ? performance.now() - reachableAt : null;
    const recovery = await runUntilIdle(world, lockedJobs);
    return {
      fault: `PostgreSQL killed while ${subscribers} were billed by two workers, ${before} of them charged`,
      recovery,
      againMs,
      survivors: survivors.length,
      serverMs: reachableAt - started,
      problems: await findProblems(world, due),
    };
  } finally {
    await killAll(workers);
  }
}
