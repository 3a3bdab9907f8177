import { sql } from 'drizzle-orm';
import postgres from 'postgres';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { settings } from '@/env';
import { transaction } from '@/server/db';
import { openWorld, type World } from '../world';
import { stopOneWorker } from './many-workers';
import { eventually, REGISTERED } from './recovery';
import { askForBillingRun, heldJobs } from './time';
import { crashWorkers } from './worker-crashes';

let world: World;
beforeAll(async () => {
  world = await openWorld(`${REGISTERED}T10:00:00+07:00`);
});
afterAll(() => world.close());

/** A dozen processes start here, one after the other: long only where a machine has much else to do. */
const PATIENCE_MS = 240_000;

test('a job that the last statement of a killed process takes is counted among its jobs', async () => {
  await askForBillingRun(world);
  const sessionName = 'fired_last_statement';
  const connection = { application_name: sessionName };
  const client = postgres(settings().DATABASE_URL, { max: 1, connection });
  const held = await transaction(world.db, async (tx) => {
    await tx.execute(sql`lock table graphile_worker._private_jobs in exclusive mode`);
    const taking = client`update graphile_worker._private_jobs set locked_at = now()`.catch(() => undefined);
    await eventually('the statement waits', async () => {
      const waiting = await world.db.execute(sql`select 1 from pg_stat_activity
        where application_name = ${sessionName} and wait_event_type = 'Lock'`);
      return waiting.length > 0;
    });
    await client.end({ timeout: 0 });
    await taking;
    return { jobs: heldJobs(world, { sessionName }) };
  });
  expect(await held.jobs).toHaveLength(1);
  await transaction(world.db, (tx) => tx.execute(sql`delete from graphile_worker._private_jobs`));
});

/** Where most is at stake; `npm run fire` kills at every gate there is. */
const HEART = [
  /^before a transaction \(claimDuePayments\)/,
  /^after POST .*charges/,
  /^before a commit \(settleAttempts\)/,
  /^after a commit \(settleAttempts\)/,
  /^after a mail/,
];

test(
  'a worker killed with SIGKILL while it holds the lease, between a charge and its books, or a mail and its mark: one charge, one receipt, billed by another within two minutes',
  async () => {
    const { crashes, unmet } = await crashWorkers(world, (where) => HEART.some((here) => here.test(where)));
    const met = HEART.map((here) => crashes.some(({ where }) => here.test(where)));
    expect(met, `not met: ${unmet.join('; ')}`).toEqual(HEART.map(() => true));
    expect(crashes.flatMap(({ wrongs }) => wrongs)).toEqual([]);
    // Nothing was claimed: what is left of the dead worker is its lease.
    expect(crashes.find(({ where }) => HEART[0]?.test(where))?.recovery.minutes).toBeLessThanOrEqual(2);
  },
  PATIENCE_MS,
);

test(
  'a worker stopped with an answer in its hands until its lease is over: what it settles late changes nothing',
  async () => {
    const { wrongs } = await stopOneWorker(world, 2);
    expect(wrongs).toEqual([]);
  },
  PATIENCE_MS,
);
