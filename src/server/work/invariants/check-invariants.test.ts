import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { transaction, type Tx } from '@/server/db';
import { readFlag } from '@/server/platform/flags';
import { runJobs } from '@/testing/jobs';
import { forgetEverybody } from '@/testing/forget-everybody';
import { goTo, pass, plantSubscriber } from '@/testing/subscribers';
import { withWorld } from '@/testing/with-world';
import { INVARIANTS, statementOf } from './invariants';
import { runBilling } from '../jobs/run';
import { listInvariantCheck, checkInvariants } from './check-invariants';

const world = withWorld();
beforeEach(() =>
  transaction(world.db, (tx) => tx.execute(sql`delete from flags where name in ('invariants', 'billing')`)),
);
afterEach(async () => {
  await forgetEverybody(world);
  await goTo(world, '2026-11-20', '10:00');
});

const breakBalance = sql`update points_balances set balance = balance + 1`;
const seen = () => readFlag(world.db, 'invariants');

test('a billing run checks every invariant once an hour and stores the result for the metrics', async () => {
  await plantSubscriber(world);
  await runBilling(world.ctx());
  expect(await seen()).toMatchObject({
    at: expect.any(String) as string,
    asked: INVARIANTS.length,
    violated: [],
  });
  await transaction(world.db, (tx) => tx.execute(breakBalance));
  await pass(world, { minutes: 58 });
  await runBilling(world.ctx());
  expect((await seen())?.violated).toEqual([]);
  await pass(world, { minutes: 2 });
  await runBilling(world.ctx());
  expect((await seen())?.violated).toEqual(['a points balance is the sum of its entries']);
});

test('an invariant that times out stops no other and is repeated after an hour', async () => {
  await plantSubscriber(world);
  await transaction(world.db, (tx) => tx.execute(breakBalance));
  let unlock: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (unlock = resolve));
  const locking = transaction(world.db, async (tx) => {
    await tx.execute(sql`lock table document_series in access exclusive mode`);
    await held;
  });
  try {
    const names = async () => (await checkInvariants(world.ctx(), 2500)).map(({ name }) => name);
    expect(await names()).toEqual(['a points balance is the sum of its entries']);
  } finally {
    unlock();
    await locking;
  }
  const { asked, unchecked } = (await seen()) ?? { asked: 0, unchecked: [] };
  expect(unchecked).toContain('documents of a kind are numbered from 1 without gaps or duplicates');
  expect(asked).toBe(INVARIANTS.length - unchecked.length);
  await pass(world, { minutes: 58 });
  expect(await listInvariantCheck(world.ctx())).toEqual([]);
  await pass(world, { minutes: 3 });
  expect(await listInvariantCheck(world.ctx())).toHaveLength(1);
});

const HISTORY = 3000;

/** Copies the only paid order with its payment many times. Refunds every tenth copy. */
async function writeHistory(tx: Tx) {
  await tx.execute(sql`set local session_replication_role = replica`);
  const copy = async (table: string, changes: string, which = 'true') =>
    tx.execute(
      sql.raw(`insert into ${table} select (jsonb_populate_record(t, jsonb_build_object(${changes}))).*
        from ${table} t, generate_series(1, ${HISTORY}) n where ${which}`),
    );
  const renamed = (...columns: string[]) =>
    columns.map((column) => `'${column}', t.${column} || '_' || n`).join();
  const numbered = `'order_number', nextval('order_numbers')`;
  await copy('orders', `${renamed('id', 'subscription_id', 'account_id')}, ${numbered}`, `t.status = 'paid'`);
  await copy('money_received', renamed('id', 'order_id', 'provider_ref', 'attempt_id'));
  await tx.execute(sql`insert into refunds (id, money_id, amount, status, why, created_at, closed_at)
    select 'rfd_' || id, id, amount, 'succeeded', 'late', paid_at, paid_at from money_received
    where id like '%0'`);
  await tx.execute(sql`analyze orders, money_received, refunds`);
}

interface Plan {
  'Rows Removed by Join Filter'?: number;
  'Actual Loops'?: number;
  Plans?: Plan[];
}

const comparedIn = (plan: Plan): number =>
  (plan['Rows Removed by Join Filter'] ?? 0) * (plan['Actual Loops'] ?? 1) +
  (plan.Plans ?? []).map(comparedIn).reduce((sum, rows) => sum + rows, 0);

test('no invariant compares each row of a long history with each row of another', async () => {
  await plantSubscriber(world);
  const compared = new Map<string, number>();
  const done = new Error('nothing of it is kept');
  const asking = transaction(world.db, async (tx) => {
    await writeHistory(tx);
    for (const invariant of INVARIANTS) {
      const text = statementOf(invariant).replaceAll('$1', `'${world.now().toISOString()}'`);
      const [row] = await tx.execute<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
        sql.raw(`explain (analyze, format json) ${text}`),
      );
      const rows = comparedIn(row!['QUERY PLAN'][0].Plan);
      if (rows > 10 * HISTORY) compared.set(invariant.name, rows);
    }
    throw done;
  });
  await expect(asking).rejects.toBe(done);
  expect([...compared]).toEqual([]);
});

test('a run that replays past days does not check the invariants', async () => {
  expect(await listInvariantCheck(world.ctx())).toHaveLength(1);
  expect(await listInvariantCheck(world.ctx(new Date('2026-11-19T10:00:00+07:00')))).toEqual([]);
});

test('payments that wait while billing is paused violate no invariant until an hour after the pause', async () => {
  await plantSubscriber(world);
  await world.sandbox.settled();
  await goTo(world, '2026-12-31', '08:00');
  await runBilling(world.ctx());
  await runJobs();
  const pause = (paused: boolean, since: string) =>
    transaction(world.db, (tx) =>
      tx.execute(sql`insert into flags values ('billing', ${JSON.stringify({ paused, since })})
        on conflict (name) do update set value = excluded.value`),
    );
  await pause(true, '2026-12-31T01:00:00Z');
  await goTo(world, '2027-01-02', '10:00');
  const names = async () => (await checkInvariants(world.ctx())).map(({ name }) => name);
  expect(await names()).toEqual([]);
  await pause(false, '2027-01-02T02:30:00Z');
  expect(await names()).toEqual([]);
  await pass(world, { hours: 1 });
  expect(await names()).toContain('no due payment or order is a day late');
});
