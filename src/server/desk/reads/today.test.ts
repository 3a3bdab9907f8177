import { eq, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { parseDay } from '@/domain/day';
import type { DeskCase } from '@/domain/desk-cases';
import { mayDo, STAFF_ROLES } from '@/domain/staff';
import { transaction } from '@/server/db';
import { auditEvents, payments } from '@/server/db/schema';
import { openRenewalAttempt, settle } from '@/testing/attempts';
import { callDesk, memberBrowser } from '@/testing/desk';
import { goTo, ordersOf, plantSubscriber } from '@/testing/subscribers';
import { withWorld } from '@/testing/with-world';
import { countDays } from './day-numbers';
import { readEach, readToday, type TodayEntry } from './today';
import { countWaiting } from './waiting';

const world = withWorld({ cleanup: 'empty' });

const write = (query: ReturnType<typeof sql>) => transaction(world.db, (tx) => tx.execute(query));
const caseOf = async (kind: string): Promise<DeskCase<TodayEntry> | undefined> =>
  (await readToday(world.ctx(), 'owner')).cases.find((one) => one.kind === kind);

/** A subscriber whose renewal was declined for want of money. The next day has begun. */
async function declined() {
  const open = await openRenewalAttempt(world);
  await settle(world, open, { kind: 'declined', chargeId: null, code: 'insufficient_fund' });
  const [payment] = await world.db.select().from(payments).where(eq(payments.orderId, open.orderId));
  return { ...open, dueAt: payment?.dueAt ?? null };
}

describe('a declined renewal on Today', () => {
  test('names the subscriber, the order, the reason, the next try and the last message', async () => {
    const { orderId, accountId, dueAt } = await declined();
    const order = (await ordersOf(world, accountId)).find(({ id }) => id === orderId);
    const found = await caseOf('retries');
    expect(found).toMatchObject({
      urgency: 'today',
      count: 1,
      code: 'insufficient_fund',
      amount: order?.total,
    });
    expect(found?.entries).toMatchObject([
      {
        orderId,
        orderNumber: order?.orderNumber,
        person: { accountId, name: 'Mali Suk' },
        detail: 'card',
        lastMessage: { kind: 'payment_failed' },
      },
    ]);
    expect(new Date(found?.until ?? 0)).toEqual(dueAt);
  });

  test('is tried now by support or owner once a day, after 9:00, and by two members at once as by one', async () => {
    const { orderId } = await declined();
    const [support, warehouse] = [
      await memberBrowser(world, 'support'),
      await memberBrowser(world, 'warehouse'),
    ];
    const tryNow = async (browser = support) =>
      (await callDesk(browser, 'today.tryPayment', { input: { orderId } })).code;
    expect([await tryNow(warehouse), await tryNow()]).toEqual(['NOT_ALLOWED', 'REFUSED']);
    const before = await dueOf(orderId);
    await write(sql`update charge_attempts set sent_at = sent_at - interval '2 days'`);
    expect(await Promise.all([tryNow(), tryNow()])).toEqual(['ok', 'ok']);
    const after = await dueOf(orderId);
    expect(after?.getTime()).toBeLessThan(before?.getTime() ?? 0);
    const asked = await world.db
      .select()
      .from(auditEvents)
      .where(eq(auditEvents.what, 'payment.retry_asked'));
    expect(asked).toMatchObject([{ actor: `staff:${support.staffId}`, detail: { orderId } }]);
  });

  test('that is not tried again is refused, and so is an unknown order', async () => {
    const { accountId } = await plantSubscriber(world);
    const [paid] = await ordersOf(world, accountId);
    const support = await memberBrowser(world, 'support');
    const tryNow = async (orderId = '') =>
      (await callDesk(support, 'today.tryPayment', { input: { orderId } })).code;
    expect([await tryNow(paid?.id), await tryNow('ord_none')]).toEqual(['REFUSED', 'NOT_FOUND']);
  });
});

const dueOf = async (orderId: string) =>
  (await world.db.select().from(payments).where(eq(payments.orderId, orderId)))[0]?.dueAt;

test('Today counts the renewals of tomorrow, and names those whose card expires before', async () => {
  await goTo(world, '2026-11-20', '10:00');
  const { accountId } = await plantSubscriber(world, { paymentDay: 31 });
  await goTo(world, '2026-12-30', '10:00');
  expect(await caseOf('tomorrow')).toMatchObject({ urgency: 'week', count: 1, entries: [] });
  await write(sql`update cards set expiry_year = 2026, expiry_month = 11 where account_id = ${accountId}`);
  expect((await caseOf('tomorrow'))?.entries).toMatchObject([{ person: { accountId } }]);
  expect(await caseOf('expiring')).toBeUndefined();
  await goTo(world, '2026-12-20', '10:00');
  expect(await caseOf('expiring')).toMatchObject({ count: 1, entries: [{ person: { accountId } }] });
});

test('the menu counts as many rows as Today shows each role, also when a night brings many of a kind', async () => {
  const { accountId } = await declined();
  await write(sql`insert into bank_transfers (id, provider_ref, reference, amount, paid_on, status, actor, recorded_at)
    select 'btr_' || n, 'ref ' || n, 'gift', 100, '2026-11-20', 'unknown_reference', 'ops', ${world.now().toISOString()}::timestamptz
    from generate_series(1, 7) n`);
  await write(sql`update accounts set failed_email_norm = email_norm, email_failure = 'bounce',
    email_failed_at = ${world.now().toISOString()}::timestamptz where id = ${accountId}`);
  const counts = await Promise.all(
    STAFF_ROLES.map(async (role) => {
      const [{ cases }, waiting] = [
        await readToday(world.ctx(), role),
        await countWaiting(world.ctx(), { staffId: 'stf_1', role }),
      ];
      expect([role, waiting.today]).toEqual([role, cases.length]);
      return waiting;
    }),
  );
  expect(counts[STAFF_ROLES.indexOf('owner')]?.today).toBeGreaterThan(2);
  expect(counts.map(({ parcels }) => parcels !== undefined)).toEqual(
    STAFF_ROLES.map((role) => mayDo(role, 'parcels.read')),
  );
});

test('Today proves what it has read: kinds without a case are named, and so is one that cannot be read', async () => {
  const { cases, quiet, unread } = await readToday(world.ctx(), 'owner');
  expect([cases, unread]).toEqual([[], []]);
  expect(quiet).toContain('disputes');
  const read = await readEach(['a', 'b'], (kind) =>
    kind === 'a' ? Promise.reject(new Error('away')) : Promise.resolve(1),
  );
  expect(read).toEqual({ found: [{ kind: 'b', value: 1 }], unread: ['a'] });
});

test('Today has the numbers of the same weekday a week before, until the same hour', async () => {
  await goTo(world, '2026-11-20', '10:00');
  await plantSubscriber(world);
  await goTo(world, '2026-11-27', '10:01');
  const charged = (await readToday(world.ctx(), 'owner')).numbers[0]?.before.find(
    ({ name }) => name === 'charged',
  );
  expect(charged).toMatchObject({ count: 1 });
  await goTo(world, '2026-11-27', '09:00');
  const { numbers } = await readToday(world.ctx(), 'owner');
  expect(numbers[0]?.before.find(({ name }) => name === 'charged')).toMatchObject({ count: 0 });
  const days = await countDays(world.ctx(), 'finance', parseDay('2026-11-20'));
  expect(days.map(({ span, day }) => [span, day])).toEqual([
    ['today', '2026-11-27'],
    ['yesterday', '2026-11-26'],
    ['chosen', '2026-11-20'],
  ]);
  expect(days[2]?.numbers.find(({ name }) => name === 'charged')).toMatchObject({ count: 1 });
  expect(await countDays(world.ctx(), 'finance', parseDay('2026-11-28'))).toHaveLength(2);
});
