import { sql } from 'drizzle-orm';
import postgres from 'postgres';
import { expect, inject, test } from 'vitest';
import { settings } from '@/settings/settings';
import { transaction } from '@/server/db';
import { withWorld } from '../with-world';
import { listUnfinishedWork } from './ledger-checks';
import { waitUntil, REGISTERED_ON } from './recovery';
import { requestBillingRun, listLockedJobs, waitForJobs } from './time';
import { crashWorkers } from './worker-crashes';

const world = withWorld({ startAt: `${REGISTERED_ON}T10:00:00+07:00` });

/** The test starts a dozen processes one after the other, which is slow on a busy machine. */
const TIMEOUT_MS = 240_000;

test('lists a job that the last statement of a killed process locks', async () => {
  await requestBillingRun(world);
  const sessionName = 'crash_test_last_statement';
  const connection = { application_name: sessionName };
  const client = postgres(settings().DATABASE_URL, { max: 1, connection });
  const held = await transaction(world.db, async (tx) => {
    await tx.execute(sql`lock table graphile_worker._private_jobs in exclusive mode`);
    const taking = client`update graphile_worker._private_jobs set locked_at = now()`.catch(() => undefined);
    await waitUntil('the statement waits', async () => {
      const waiting = await world.db.execute(sql`select 1 from pg_stat_activity
        where application_name = ${sessionName} and wait_event_type = 'Lock'`);
      return waiting.length > 0;
    });
    await client.end({ timeout: 0 });
    await taking;
    return { jobs: listLockedJobs(world, { sessionName }) };
  });
  expect(await held.jobs).toHaveLength(1);
  await transaction(world.db, (tx) => tx.execute(sql`delete from graphile_worker._private_jobs`));
});

test('counts the lease of a killed process as work until the lease expires', async () => {
  const holdFor = (ms: number) =>
    transaction(world.db, (tx) =>
      tx.execute(sql`insert into leases (name, holder, taken_at, until)
        values ('numbers', 'killed', now(), ${new Date(world.now().getTime() + ms).toISOString()})
        on conflict (name) do update set holder = excluded.holder, until = excluded.until`),
    );
  await holdFor(60_000);
  expect(await listUnfinishedWork(world)).toEqual(['the lease of numbers']);
  await holdFor(-1);
  expect(await listUnfinishedWork(world)).toEqual([]);
});

test('waits for a job that a killed process had locked, once another process has locked it', async () => {
  await requestBillingRun(world);
  const lockAgain = () =>
    transaction(world.db, (tx) =>
      tx.execute(sql`update graphile_worker._private_jobs set locked_at = clock_timestamp()`),
    );
  await lockAgain();
  const killed = await listLockedJobs(world);
  expect(await waitForJobs(world, killed)).toBe(true);
  await lockAgain();
  let polls = 0;
  expect(await waitForJobs(world, killed, { isOver: () => polls++ > 0 })).toBe(false);
  await transaction(world.db, (tx) => tx.execute(sql`delete from graphile_worker._private_jobs`));
});

const BEFORE_CLAIM = /^before a transaction \(commitClaim\)/;
const AFTER_CHARGE = /^after POST .*charges/;
/** The gates of this test. `npm run task -- fire` kills a worker at every gate. */
const MAIN_GATES = inject('isDeep') ? [BEFORE_CLAIM, AFTER_CHARGE] : [AFTER_CHARGE];

test(
  'bills an order once, with one receipt, after a worker is killed after a charge',
  async () => {
    const { crashes, notReached } = await crashWorkers(world, (where) =>
      MAIN_GATES.some((gate) => gate.test(where)),
    );
    const reached = MAIN_GATES.map((caller) => crashes.some(({ where }) => caller.test(where)));
    expect(reached, `not reached: ${notReached.join('; ')}`).toEqual(MAIN_GATES.map(() => true));
    expect(crashes.flatMap(({ problems }) => problems)).toEqual([]);
    // Nothing was claimed. Only the lease of the killed worker remains.
    for (const { where, recovery } of crashes)
      if (BEFORE_CLAIM.test(where)) expect(recovery.minutes).toBeLessThanOrEqual(2);
  },
  TIMEOUT_MS,
);
