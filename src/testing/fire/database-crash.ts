import { setTimeout as sleep } from 'node:timers/promises';
import { listDuePayments } from '@/server/charging/claim-due';
import type { World } from '../world';
import { gatewayCharges } from '../outside';
import { wrongsWith } from './books';
import type { Survived } from './outages';
import { startFired, type FiredProcess } from './process';
import { comeToRest, eventually, plantDue } from './recovery';
import { askForBillingRun, heldJobs, waitForClock } from './time';
import { endAll } from './worker-crashes';

/** The database server in our hands. */
export interface Server {
  /** Ends it as a power cut does: SIGKILL, nothing written. */
  kill(): Promise<void>;
  /** Starts it again over what is there, on the same port. */
  start(): Promise<void>;
}

export interface DatabaseCrash extends Survived {
  /** From the start of the server until it answers. */
  serverMs: number;
  /** From its first answer until the gateway was asked for the next charge; null where all had been claimed before. */
  againMs: number | null;
  /** Whether the workers lived on, without being started again. */
  survivors: number;
}

/** PostgreSQL is killed while two workers bill; it comes back, and so do they. */
export async function crashDatabase(world: World, server: Server, people: number): Promise<DatabaseCrash> {
  let workers: FiredProcess[] = [startFired('worker'), startFired('worker')];
  const charges = async () =>
    (await gatewayCharges(world)).filter(({ transactionIndicator }) => transactionIndicator === 'MIT').length;
  const answers = async () => {
    try {
      await world.db.execute('select 1');
      return true;
    } catch {
      return false;
    }
  };
  try {
    await Promise.all(workers.map((one) => one.begin()));
    const due = await plantDue(world, people);
    await waitForClock(workers);
    await askForBillingRun(world);
    await eventually('a third of them charged', async () => (await charges()) > people / 3);
    await server.kill();
    const started = performance.now();
    await server.start();
    await eventually('the database answers', answers);
    const answered = performance.now();
    const ofTheDead = await heldJobs(world);
    const survivors = workers.filter((one) => !one.hasExited());
    // As a supervisor does it: who has ended is started again.
    const fresh = workers.filter((one) => one.hasExited()).map(() => startFired('worker'));
    workers = [...survivors, ...fresh];
    await Promise.all(fresh.map((one) => one.begin()));
    const before = await charges();
    // All of them may be in the sets that were claimed.
    const isNobodyDue = async () => (await listDuePayments(world.ctx(), 1)).length === 0;
    await eventually('the next charge', async () => {
      // The run that was cut off gives its lease back first.
      await askForBillingRun(world);
      await sleep(100);
      return (await charges()) > before || (await isNobodyDue());
    });
    const againMs = (await charges()) > before ? performance.now() - answered : null;
    const recovery = await comeToRest(world, ofTheDead);
    return {
      fault: `PostgreSQL killed while ${people} were billed by two workers, ${before} of them charged`,
      ...{ recovery, againMs, survivors: survivors.length, serverMs: answered - started },
      wrongs: await wrongsWith(world, due),
    };
  } finally {
    await endAll(workers);
  }
}
