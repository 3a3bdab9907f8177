import { eq, sql } from 'drizzle-orm';
import { afterEach, describe, expect, test } from 'vitest';
import { transaction } from '@/server/db';
import { messages, moneyReceived } from '@/server/db/schema';
import { openRenewalAttempt, settle } from '@/testing/attempts';
import { plantMember } from '@/testing/desk';
import { runJobs } from '@/testing/jobs';
import { setGateway } from '@/testing/providers';
import { cloneSubscriber } from '@/testing/clone-subscriber';
import { DISMISSIBLE } from '@/schemas/desk';
import { forgetEverybody } from '@/testing/forget-everybody';
import { goTo, ordersOf, pass, walkSubscriber } from '@/testing/subscribers';
import { withWorld } from '@/testing/with-world';
import { askOwnerToRefund } from './ask-owner';
import { previewBill, runBill } from './bill';
import { dismissStuck } from './dismiss';
import { pauseBilling } from './switches';
import { decideDispute } from './dispute';
import { listRows, listStuck, STUCK_GROUPS } from './stuck';
import { showTimeline } from './timeline';

const world = withWorld();
afterEach(async () => {
  await world.sandbox.settled();
  await forgetEverybody(world);
  await setGateway(world, { threeDS: 'off' });
  await transaction(world.db, (tx) => tx.execute(sql`delete from flags where name <> 'thai_addresses'`));
  await goTo(world, '2026-11-20', '10:00');
});

const ctx = () => ({ ...world.ctx(), operator: 'operator' });
const stuck = () => listStuck(world.ctx());
const write = (query: ReturnType<typeof sql>) => transaction(world.db, (tx) => tx.execute(query));

const dismiss = (id: string) => dismissStuck(ctx(), { id, why: 'seen to' });

/** Plants a subscriber whose receipt has waited for so many hours. */
async function queueSince(hours: number) {
  await walkSubscriber(world);
  const since = new Date(world.now().getTime() - hours * 3_600_000).toISOString();
  await write(sql`update messages set status = 'queued', sent_at = null, not_before = ${since}
    where kind = 'order_paid'`);
  return world.db.select().from(messages).where(eq(messages.status, 'queued'));
}

async function plantMoneyAndTransfers(): Promise<void> {
  const since = world.now().toISOString();
  await write(sql`insert into money_received (id, provider, provider_ref, order_id, amount, verdict, reserved_refund, paid_at, recorded_at)
    values ('mon_by_hand', 'bank', 'line:1', null, 5000, 'late', 5000, ${since}, ${since}),
      ('mon_foreign', 'omise', 'chrg_foreign', null, 700, 'orphan', 0, ${since}, ${since}),
      ('mon_back', 'omise', 'chrg_back', null, 5000, 'duplicate', 5000, ${since}, ${since})`);
  await write(sql`insert into refunds (id, money_id, amount, status, why, created_at, closed_at)
    values ('rfd_by_hand', 'mon_by_hand', 5000, 'manual', 'late', ${since}, ${since}),
      ('rfd_back', 'mon_back', 5000, 'succeeded', 'duplicate', ${since}, ${since})`);
  await write(sql`insert into bank_transfers (id, provider_ref, amount, paid_on, reference, status, order_id, money_id, recorded_at, actor)
    values ('tra_wrong', 'line:2', 1, '2026-11-20', 'X', 'wrong_amount', null, null, ${since}, 'statement'),
      ('tra_booked', 'line:3', 1, '2026-11-20', 'X', 'matched', null, null, ${since}, 'statement'),
      ('tra_duplicate', 'line:4', 1, '2026-11-20', 'X', 'duplicate', null, null, ${since}, 'statement')`);
}

/** Returns all rows that a run may write, as text. */
async function everything(): Promise<string> {
  const tables = [
    'orders',
    'payments',
    'charge_attempts',
    'money_received',
    'messages',
    'audit_events',
    'flags',
  ];
  const rows = await Promise.all(
    tables.map((table) => world.db.execute(sql`select * from ${sql.identifier(table)} order by 1`)),
  );
  return JSON.stringify(rows);
}

describe('the list of stuck entries', () => {
  test('is empty without problems', async () => {
    await walkSubscriber(world);
    await world.sandbox.settled();
    await runJobs();
    const { billingPausedSince, reconciledAt, ...lists } = await stuck();
    expect([billingPausedSince, reconciledAt]).toEqual([null, null]);
    expect(Object.values(lists).every((list) => list.length === 0)).toBe(true);
  });

  test('has unknown charges, payments to refund, manual refunds, messages, jobs, events and paused billing', async () => {
    const open = await openRenewalAttempt(world);
    await settle(world, open, { kind: 'unknown', why: 'TIMEOUT' });
    await write(sql`insert into money_received (id, provider, provider_ref, order_id, amount, verdict, reserved_refund, paid_at, recorded_at)
      values ('mon_late', 'omise', 'chrg_late', ${open.orderId}, 5000, 'late', 5000, now(), now()),
        ('mon_foreign', 'omise', 'chrg_foreign', null, 700, 'orphan', 0, now(), now())`);
    await write(sql`insert into refunds (id, money_id, amount, status, why, created_at, closed_at)
      values ('rfd_hand', 'mon_late', 5000, 'manual', 'late', now(), now())`);
    await write(
      sql`update messages set status = 'failed', sent_at = null, last_error = '550' where kind = 'order_paid'`,
    );
    await write(sql`select graphile_worker.add_job('send_refund', '{}'::json)`);
    await write(sql`update graphile_worker._private_jobs set attempts = 3, last_error = 'it broke'`);
    await write(sql`insert into provider_events (provider, event_id, kind, subject, body, received_at)
      values ('omise', 'evnt_1', 'charge.complete', 'chrg_1', '{}', '2026-12-01T00:00:00Z')`);
    await pauseBilling(ctx(), true);
    const found = await stuck();
    expect(found.unknownAttempts).toMatchObject([
      { id: open.attemptId, orderId: open.orderId, amount: 37_525 },
    ]);
    expect(found.money).toMatchObject([{ id: 'mon_foreign', amount: 700 }]);
    expect(found.manualRefunds).toMatchObject([{ id: 'rfd_hand', amount: 5000 }]);
    expect(found.messages[0]?.about).toBe('order_paid, failed, 550');
    expect(found.jobs[0]?.about).toBe('send_refund, 3 of 25 tries, it broke');
    expect(found.events).toMatchObject([{ id: 'evnt_1' }]);
    expect(found.billingPausedSince).not.toBeNull();
  });

  test('loses an entry that an operator dismisses with a reason, once, and the rows stay', async () => {
    await walkSubscriber(world);
    await write(sql`update messages set status = 'failed', sent_at = null where kind = 'order_paid'`);
    const [message] = await world.db.select().from(messages).where(eq(messages.status, 'failed'));
    const id = message?.id ?? '';
    await expect(dismissStuck(ctx(), { id, why: ' ' })).rejects.toThrow('Give the reason');
    await dismissStuck(ctx(), { id, why: 'phoned her' });
    expect((await stuck()).messages).toEqual([]);
    await expect(dismiss(id)).rejects.toThrow('already');
    expect(await world.db.select().from(messages).where(eq(messages.status, 'failed'))).toHaveLength(1);
  });

  test('allows dismissing an unrefunded payment, an unbooked transfer and a message that waits for a day', async () => {
    await plantMoneyAndTransfers();
    const [waits] = await queueSince(25);
    for (const id of ['mon_foreign', 'tra_wrong', waits?.id ?? '']) await dismiss(id);
    const { money, transfers, messages } = await stuck();
    expect([money, transfers, messages]).toEqual([[], [], []]);
  });

  test('ends each kind of entry by an operator: a dispute by its decision, a manual refund by its withdrawal', async () => {
    const open = await openRenewalAttempt(world);
    const { accountId, orderId } = open;
    await settle(world, open, { kind: 'unknown', why: 'TIMEOUT' });
    await plantMoneyAndTransfers();
    await write(sql`insert into refunds (id, money_id, amount, status, why, created_at)
      values ('rfd_open', 'mon_foreign', 700, 'unknown', 'orphan', '2026-11-01T00:00:00Z')`);
    await write(sql`update messages set status = 'failed', sent_at = null where kind = 'order_paid'`);
    await write(
      sql`update accounts set failed_email_norm = email_norm, email_failed_at = '2026-11-20T02:00:00Z', email_failure = 'bounce'`,
    );
    await write(sql`select graphile_worker.add_job('send_refund', '{}'::json)`);
    await write(sql`update graphile_worker._private_jobs
      set attempts = 25, last_error = 'it broke', created_at = '2026-11-01T00:00:00Z'`);
    await write(sql`insert into failed_rows (row_id, job, failures, failed_at, error)
      values (${orderId}, 'plan', 20, '2026-11-01T00:00:00Z', 'it broke')`);
    await write(sql`update shipments set status = 'preparing', requested_at = null, taken_at = null, shipped_at = null,
      delivered_at = null, problem = 'not_found', check_at = null`);
    await write(sql`insert into provider_events (provider, event_id, kind, subject, body, received_at)
      values ('omise', 'evnt_1', 'charge.complete', 'chrg_1', '{}', '2026-11-01T00:00:00Z')`);
    await write(
      sql`insert into flags (name, value) values ('reconciliation', '{"unknownRefunds":["chrg_foreign"]}')
        on conflict (name) do update set value = excluded.value`,
    );
    await write(sql`insert into disputes (id, money_id, provider_ref, kind, status, amount, charging, opened_at, changed_at, held_at)
      select 'dsp_1', id, 'dspt_1', 'dispute', 'open', amount, 'held', recorded_at, recorded_at, recorded_at from money_received
      where verdict = 'kept'`);
    const { staffId } = await plantMember(world, 'support');
    const asked = { orderId, amount: 100, reason: 'missing', note: undefined } as const;
    await askOwnerToRefund({ ...ctx(), operator: `staff:${staffId}` }, asked);
    const groups = await listRows(world.ctx(), STUCK_GROUPS);
    for (const group of STUCK_GROUPS) {
      expect([group, groups[group].length > 0]).toEqual([group, true]);
      for (const { id } of groups[group])
        await (group === 'disputes'
          ? decideDispute(ctx(), { target: id, decision: 'allow', why: 'she called' })
          : dismissStuck(ctx(), { id, groups: [group], why: 'seen to' }));
    }
    const { money, ...others } = await listRows(world.ctx(), STUCK_GROUPS);
    expect(Object.values(others).flat()).toEqual([]);
    // The payment of the withdrawn refund is still to be given back.
    expect(money).toMatchObject([{ id: 'mon_by_hand', detail: 'failed' }]);
    expect([...Object.values(DISMISSIBLE).flat(), 'disputes'].sort()).toEqual([...STUCK_GROUPS].sort());
    // An entry that occurs again is listed again.
    await pass(world, { minutes: 1 });
    await write(
      sql`update accounts set email_failed_at = ${world.now().toISOString()} where id = ${accountId}`,
    );
    expect((await stuck()).emails.map(({ id }) => id)).toEqual([accountId]);
  });

  test('refuses dismissing booked, refunded, captured, recent or unknown entries', async () => {
    await plantMoneyAndTransfers();
    const [waits] = await queueSince(23);
    const [kept] = await world.db.select().from(moneyReceived).where(eq(moneyReceived.verdict, 'kept'));
    for (const id of [
      'mon_back',
      kept?.id ?? '',
      'tra_booked',
      'tra_duplicate',
      waits?.id ?? '',
      'msg_nothing',
    ])
      await expect(dismiss(id)).rejects.toThrow('not among what waits');
  });
});

describe('a timeline', () => {
  test('has the history of a subscriber by time, for an e-mail, an account or an order', async () => {
    const open = await openRenewalAttempt(world);
    await settle(world, open, { kind: 'declined', chargeId: 'chrg_x', code: 'insufficient_fund' });
    const timeline = await showTimeline(world.ctx(), open.email.toUpperCase());
    expect(timeline).toEqual(await showTimeline(world.ctx(), open.accountId));
    const whats = timeline.entries.map(({ what }) => what);
    expect(whats[0]).toBe('account.registered');
    for (const what of [
      'order.planned',
      'attempt.succeeded',
      'money.kept',
      'order.paid',
      'points.earned',
      'message.written',
    ])
      expect(whats).toContain(what);
    const ats = timeline.entries.map(({ at }) => at);
    expect(ats).toEqual([...ats].sort());
    const { entries } = await showTimeline(world.ctx(), open.orderId);
    expect(entries.map(({ what }) => what).filter((what) => !what.startsWith('message'))).toEqual([
      'order.planned',
      'order.charged',
      'attempt.sent',
      'payment.failed',
      'attempt.declined',
    ]);
    expect(entries.find(({ what }) => what === 'attempt.declined')?.detail).toBe('insufficient_fund, chrg_x');
  });

  test('of one subscriber has no data of another', async () => {
    const [one, two] = [await walkSubscriber(world), await walkSubscriber(world)];
    const { entries } = await showTimeline(world.ctx(), one.accountId);
    const text = JSON.stringify(entries);
    for (const order of await ordersOf(world, two.accountId)) expect(text).not.toContain(order.id);
    expect(text).not.toContain(two.accountId);
  });

  test('of an unknown account is refused', async () => {
    await expect(showTimeline(world.ctx(), 'nobody@example.test')).rejects.toThrow('no account');
  });
});

describe('billing as of a day', () => {
  const whats = async (asOf?: string) =>
    (await previewBill(ctx(), asOf)).orders.map(({ what, paymentDate }) => `${what} ${paymentDate}`);

  test('as a dry run lists what the run then does, and writes nothing', async () => {
    const person = await walkSubscriber(world);
    await cloneSubscriber(world, person, 2);
    await runJobs();
    const before = await everything();
    const preview = await previewBill(ctx(), '2026-12-31');
    expect(preview.orders).toHaveLength(3);
    expect(preview.orders[0]).toMatchObject({ what: 'charge', paymentDate: '2026-12-31', total: 37_525 });
    expect(preview.jobs).toContainEqual(expect.objectContaining({ name: 'beginPaymentDates', found: 3 }));
    expect(await everything()).toBe(before);
    expect(await runBill(ctx(), '2026-12-31')).toMatchObject({ charged: 3, failed: 0 });
    expect(await whats('2026-12-31')).toEqual([]);
  });

  test('distinguishes newest and missed orders, the time before 09:00, retries and a pause', async () => {
    await walkSubscriber(world);
    expect(await whats()).toEqual([]);
    expect(await whats('2026-12-31T08:59:00+07:00')).toEqual(['begin 2026-12-31']);
    expect(await whats('2027-02-05')).toEqual(['miss 2026-12-31', 'charge 2027-01-31']);
    await pauseBilling(ctx(), true);
    expect(await whats('2026-12-31')).toEqual(['wait 2026-12-31']);
    await pauseBilling(ctx(), false);
    const open = await openRenewalAttempt(world);
    await settle(world, open, { kind: 'declined', chargeId: null, code: 'insufficient_fund' });
    await pass(world, { days: 1 });
    expect(await whats()).toContain('charge_again 2026-12-31');
    expect(await whats('2027-01-31')).toContain('close_unpaid 2026-12-31');
  });

  test.each([
    ['2026-11-19', 'in the past'],
    ['2026-02-30', 'not a day'],
    ['tomorrow', 'not a day'],
  ])('%s is refused', async (asOf, why) => {
    await expect(previewBill(ctx(), asOf)).rejects.toThrow(why);
    await expect(runBill(ctx(), asOf)).rejects.toThrow(why);
  });
});
