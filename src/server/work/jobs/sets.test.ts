import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { describe, expect, test, vi } from 'vitest';
import { transaction } from '@/server/db';
import { accounts, failedRows, subscriptions } from '@/server/db/schema';
import { log } from '@/server/platform/log';
import { writeFlag } from '@/server/platform/flags';
import { callGateway, claimDuePayments, listDuePayments } from '@/server/money/charging/claim-due';
import { expireLeases } from '@/server/money/settlement/poll-unknown-charges';
import { settleAttempt, settleAttempts } from '@/server/money/settlement/settle';
import { beginPaymentDates } from '@/server/shop/orders/beginnings';
import { cloneSubscriber } from '@/testing/clone-subscriber';
import { dumpAccount } from '@/testing/dump';
import { gatewayCharges, injectFault } from '@/testing/providers';
import { queriesOf } from '@/testing/queries';
import { goTo, ordersOf, pass, plantSubscriber } from '@/testing/subscribers';
import { listStuck } from '@/server/desk/acts/stuck';
import { retryFailedRow } from '@/server/desk/acts/retry-failed-row';
import { withWorld } from '@/testing/with-world';
import type { Counts } from '../../platform/run-counts';
import { chargePayments } from '../../money/charging/charge-due';
import { BILLING_JOBS } from './scheduled-jobs';
import { runBilling } from './run';
import { inSets, type Handle } from '../../platform/sets';

const world = withWorld({ cleanup: 'empty' });

interface Clone {
  accountId: string;
  subscriptionId: string;
  customerId: string;
  /** The id of the order of 31 December. */
  dueId: string;
}

const write = (statement: string) => transaction(world.db, (tx) => tx.execute(sql.raw(statement)));

/** Creates equal subscribers with an order due on 31 December. */
async function plantClones(count: number): Promise<Clone[]> {
  await goTo(world, '2026-11-20', '10:00');
  const person = await plantSubscriber(world);
  await world.sandbox.settled();
  await cloneSubscriber(world, person, count);
  const people = await world.db.select().from(accounts);
  const owned = await world.db.select().from(subscriptions);
  const clones: Clone[] = [];
  for (let n = 1; n <= count; n++) {
    const accountId = `${person.accountId}_${n}`;
    const [due] = await ordersOf(world, accountId);
    clones.push({
      accountId,
      subscriptionId: owned.find((row) => row.accountId === accountId)?.id ?? '',
      customerId: people.find((row) => row.id === accountId)?.omiseCustomerId ?? '',
      dueId: due?.id ?? '',
    });
  }
  return clones;
}

const handle = (handler: Handle, ids: readonly string[]): Promise<Counts> =>
  handler(
    { ...world.ctx(), job: 'test', control: { now: () => world.now(), mayGoOn: () => true } },
    ids.map((id) => ({ id })),
  );

const beginAll = inSets(async (ctx, ids) => {
  const { planned, left } = await beginPaymentDates(ctx, ids);
  return { counts: { planned }, left };
});

/** Begins the payment dates of the subscribers and charges the due payments, in sets of `size`. */
async function bill(clones: readonly Clone[], size: number): Promise<Counts[]> {
  await transaction(world.db, (tx) => writeFlag(tx, 'billingBatch', { size }));
  await goTo(world, '2026-12-31', '09:00');
  const begun = await handle(
    beginAll,
    clones.map(({ subscriptionId }) => subscriptionId),
  );
  const due: string[] = [];
  for (const { accountId } of clones)
    for (const { status, paymentId } of await ordersOf(world, accountId))
      if (status === 'charging' && paymentId) due.push(paymentId);
  return [begun, await handle(chargePayments, due)];
}

/** The kinds of subscribers. Each kind changes rows before the payment date. */
const VARIETIES: Record<string, (clone: Clone) => Promise<unknown>> = {
  'is charged': () => Promise.resolve(),
  'has a card that its bank took back': ({ accountId }) =>
    write(`update cards set hard_decline = 'stolen_or_lost_card' where account_id = '${accountId}'`),
  'has no card': ({ accountId }) =>
    write(`update cards set is_default = false where account_id = '${accountId}'`),
  'has an older order that is due': ({ subscriptionId }) =>
    write(`update orders set payment_date = '2026-12-29' where subscription_id = '${subscriptionId}'
      and cycle_index = (select max(cycle_index) from orders where subscription_id = '${subscriptionId}')`),
  'skipped the order': ({ dueId }) => write(`update orders set status = 'skipped' where id = '${dueId}'`),
  'has a free product': ({ dueId }) =>
    write(`update orders set free_product_code = 'day-pads' where id = '${dueId}'`),
  'pays less than the others': ({ dueId }) =>
    write(`update orders set delivery_fee = 0, total = box_price where id = '${dueId}'`),
  'pays the tenth order': ({ dueId }) =>
    write(`insert into orders select (jsonb_populate_record(o, jsonb_build_object('id', o.id || '_paid' || n,
      'order_number', nextval('order_numbers'),
      'cycle_index', -n, 'status', 'paid', 'paid_on', '2026-01-01', 'paid_at', '2026-01-01T09:00:00+07:00',
      'begun_at', '2026-01-01T09:00:00+07:00', 'payment_date', date '2026-01-01' + n))).*
      from orders o, generate_series(1, 9) n where o.id = '${dueId}'`),
  'cancelled before': ({ subscriptionId }) =>
    write(
      `update subscriptions set status = 'cancelled', cancelled_at = now() where id = '${subscriptionId}'`,
    ),
  'is declined': ({ customerId }) => {
    const customer = world.sandbox.gateway.customers.get(customerId);
    for (const card of customer?.cards ?? [])
      card.behaviour = { ...card.behaviour, magic: 'renewal_declines' };
    return Promise.resolve();
  },
  'gets no answer': ({ customerId }) =>
    injectFault(world, {
      op: 'POST /charges',
      kind: 'reset',
      args: { after: true },
      match: { customer: customerId },
    }),
  'was referred, and the points are held': ({ accountId }) =>
    write(`insert into referrals (id, friend_id, referrer_id, status, held_at, created_at)
      select 'ref_${accountId}', '${accountId}', '${accountId.split('_').slice(0, 2).join('_')}', 'held', now(), now()`),
};

/** The number of sessions that wait for a lock. */
async function countWaiting(): Promise<number> {
  const [row] = await world.db.execute<{ count: number }>(
    sql`select count(*)::int as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return row?.count ?? 0;
}

test("a run claims one set at a time, so that a subscriber's change waits for one", async () => {
  const clones = await plantClones(8);
  await transaction(world.db, (tx) => writeFlag(tx, 'billingBatch', { size: 2 }));
  await goTo(world, '2026-12-31', '09:00');
  await handle(
    beginAll,
    clones.map(({ subscriptionId }) => subscriptionId),
  );
  const due = await listDuePayments(world.ctx(), 10);
  let release = () => {};
  const isReleased = new Promise<void>((go) => (release = go));
  const holding = transaction(world.db, async (tx) => {
    await tx.execute(sql`lock table charge_attempts in exclusive mode`);
    await isReleased;
  });
  const run = handle(
    chargePayments,
    due.map(({ id }) => id),
  );
  await expect.poll(countWaiting).toBe(1);
  // Long enough for three more claims to begin.
  await sleep(300);
  expect(await countWaiting()).toBe(1);
  release();
  await holding;
  expect(await run).toMatchObject({ charged: 8, failed: 0 });
});

test('a set of different subscribers has the same results as each subscriber alone', async () => {
  const count = Object.keys(VARIETIES).length;
  const clones = await plantClones(2 * count);
  await injectFault(world, { op: 'webhook', kind: 'drop', times: 'always' });
  const [together, alone] = [clones.slice(0, count), clones.slice(count)];
  for (const group of [together, alone])
    for (const [at, vary] of Object.values(VARIETIES).entries()) await vary(group[at]!);
  const warned = vi.spyOn(log, 'warn');
  const counts = await bill(together, 100);
  expect(warned).not.toHaveBeenCalledWith('billing.set_failed', expect.anything());
  expect(await bill(alone, 1)).toEqual(counts);
  expect(counts).toMatchObject([
    { planned: 12, failed: 0 },
    { charged: 6, declined: 3, unknown: 1, failed: 0 },
  ]);
  for (const [at, name] of Object.keys(VARIETIES).entries()) {
    const left = await dumpAccount(world, together[at]!.accountId);
    expect(left, name).toBe(await dumpAccount(world, alone[at]!.accountId));
  }
  const money = await world.db.query.moneyReceived.findMany();
  const ofCharge = new Map((await gatewayCharges(world)).map(({ id, metadata }) => [id, metadata.orderId]));
  for (const { providerRef, orderId } of money) expect(ofCharge.get(providerRef)).toBe(orderId);
});

test('a set skips attempts that another process has settled and settles the others', async () => {
  const clones = await plantClones(6);
  await injectFault(world, { op: 'webhook', kind: 'drop', times: 'always' });
  const [paid, declined, unheard, ...neighbours] = clones;
  await VARIETIES['is declined']?.(declined!);
  await goTo(world, '2026-12-31', '09:00');
  await handle(
    beginAll,
    clones.map(({ subscriptionId }) => subscriptionId),
  );
  const due = await listDuePayments(world.ctx(), 10);
  const { written } = await claimDuePayments(
    world.ctx(),
    due.map(({ id }) => id),
  );
  const results = await Promise.all(
    written.map(async (attempt) => ({ ...attempt, outcome: await callGateway(world.ctx(), attempt) })),
  );
  const raced = [paid, declined, unheard].flatMap((clone) => (clone ? [clone.accountId] : []));
  const theirs = results.filter(({ accountId }) => raced.includes(accountId));
  // The leases expire, and another process settles these attempts from the gateway's list.
  await pass(world, { minutes: 4 });
  await expireLeases(world.ctx(), 10);
  for (const { attemptId, outcome } of theirs) await settleAttempt(world.ctx(), attemptId, outcome);
  const dumps = () => Promise.all(raced.map((accountId) => dumpAccount(world, accountId)));
  const before = await dumps();
  const { settled, left } = await settleAttempts(
    world.ctx(),
    results.map(({ accountId, attemptId, outcome }) => ({
      attemptId,
      outcome: accountId === unheard?.accountId ? { kind: 'unknown', why: 'ECONNRESET' } : outcome,
    })),
  );
  expect(left).toEqual([]);
  expect(theirs.map(({ attemptId }) => settled.get(attemptId)?.settlement)).toEqual(
    theirs.map(() => 'ignore'),
  );
  expect(await dumps()).toEqual(before);
  for (const { accountId } of neighbours) expect((await ordersOf(world, accountId))[0]?.status).toBe('paid');
});

/**
 * Makes PostgreSQL refuse new rows of `table` with `value` in `column`. @returns a function that ends this
 */
async function poison(table: string, column: string, value: string): Promise<() => Promise<void>> {
  await write(`create function refuse_row() returns trigger language plpgsql as $$ begin
    if new.${column} = '${value}' then raise exception 'poisoned'; end if; return new; end $$`);
  await write(`create trigger poisoned before insert on ${table} for each row execute function refuse_row()`);
  return async () => {
    await write(`drop trigger if exists poisoned on ${table}`);
    await write('drop function if exists refuse_row');
  };
}

describe('a failing row of a set', () => {
  test.each([
    ['orders', 'subscription_id', 'subscriptionId', [{ planned: 4, failed: 1 }, { charged: 4 }]],
    ['charge_attempts', 'order_id', 'dueId', [{ planned: 5 }, { charged: 4, failed: 1 }]],
    ['money_received', 'order_id', 'dueId', [{ planned: 5 }, { charged: 4, failed: 1 }]],
  ] as const)('in %s fails alone, and the others are handled', async (table, column, key, expected) => {
    const clones = await plantClones(5);
    const heal = await poison(table, column, clones[2]?.[key] ?? '');
    try {
      expect(await bill(clones, 100)).toMatchObject(expected);
      const paid = await Promise.all(clones.map(({ accountId }) => ordersOf(world, accountId)));
      const statuses = paid.map(([due]) => due?.status);
      const poisoned = table === 'orders' ? 'upcoming' : 'charging';
      expect(statuses).toEqual(['paid', 'paid', poisoned, 'paid', 'paid']);
    } finally {
      await heal();
    }
  });

  test('is tried again in the next run, then later, never after twenty failures until an operator asks', async () => {
    const [poisoned, other] = await plantClones(2);
    const heal = await poison('orders', 'subscription_id', poisoned?.subscriptionId ?? '');
    await goTo(world, '2026-12-31', '09:00');
    const run = () => runBilling(world.ctx(), undefined, BILLING_JOBS);
    const records = () => world.db.select().from(failedRows);
    const failed = { job: 'beginPaymentDates', rowId: poisoned?.subscriptionId };
    try {
      expect((await run()).failed).toBe(1);
      expect((await ordersOf(world, other?.accountId ?? ''))[0]?.status).toBe('paid');
      expect((await run()).failed).toBe(1);
      expect((await run()).failed).toBe(0);
      await pass(world, { minutes: 1 });
      expect((await run()).failed).toBe(1);
      expect(await records()).toMatchObject([{ ...failed, failures: 3 }]);
      const [listed] = (await listStuck(world.ctx())).failedRows;
      expect(listed?.id).toBe(failed.rowId);
      expect(listed?.about).toMatch(/^beginPaymentDates, failed 3 times, next 2026-12-31 09:03, /);
      await write('update failed_rows set failures = 19');
      await pass(world, { minutes: 2 });
      expect((await run()).failed).toBe(1);
      await pass(world, { hours: 48 });
      expect((await run()).failed).toBe(0);
      expect(await records()).toMatchObject([{ ...failed, failures: 20, nextTryAt: null }]);
    } finally {
      await heal();
    }
    await retryFailedRow({ ...world.ctx(), operator: 'operator' }, poisoned?.subscriptionId ?? '');
    expect((await run()).failed).toBe(0);
    expect((await ordersOf(world, poisoned?.accountId ?? ''))[0]?.status).toBe('paid');
  });

  test('is forgotten once a later try succeeds', async () => {
    const [poisoned] = await plantClones(1);
    const heal = await poison('orders', 'subscription_id', poisoned?.subscriptionId ?? '');
    await goTo(world, '2026-12-31', '09:00');
    const run = () => runBilling(world.ctx(), undefined, BILLING_JOBS);
    try {
      expect((await run()).failed).toBe(1);
    } finally {
      await heal();
    }
    expect((await run()).failed).toBe(0);
    expect(await world.db.select().from(failedRows)).toEqual([]);
    await expect(
      retryFailedRow({ ...world.ctx(), operator: 'operator' }, poisoned?.subscriptionId ?? ''),
    ).rejects.toThrow('is not among the failed rows');
  });
});

test('a run with nothing due asks once for all jobs whose rows are due by a column', async () => {
  await goTo(world, '2026-11-20', '10:00');
  await plantSubscriber(world);
  await runBilling(world.ctx(), undefined, BILLING_JOBS);
  const sent = await queriesOf(world.db, () => runBilling(world.ctx(), undefined, BILLING_JOBS));
  const isAboutDue = (query: string) => /"(due|gives_up|remind|check)_at"( <=|\))/.test(query);
  expect(sent.filter(isAboutDue)).toEqual([
    expect.stringMatching(/min\("payments"\."due_at"\).* union all /),
  ]);
});
