import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { parseDay } from '@/domain/day';
import { auditEvents, messages, orders } from '@/server/db/schema';
import { changeFrequency, changePaymentDay, moveOrder, pauseSubscription, skipOrder } from './plan-commands';
import { openRenewalAttempt } from '@/testing/attempts';
import { runJobs } from '@/testing/jobs';
import { gatewayCharges } from '@/testing/providers';
import { goTo, ordersOf, plantSubscriber, refusalOf, runPaymentDates } from '@/testing/subscribers';
import { withWorld } from '@/testing/with-world';
import { cancelSubscription } from './cancel';
import { getSubscriptionView, type SubscriptionView } from './queries';

const world = withWorld({ cleanup: 'check' });

/** Creates a subscriber who paid on 20 November, with orders on 31 December, 31 January and 28 February. */
async function subscriber() {
  await goTo(world, '2026-11-20', '10:00');
  const { accountId } = await plantSubscriber(world, { paymentDay: 31 });
  await world.sandbox.settled();
  await runJobs();
  const [, first = '', second = '', third = ''] = (await ordersOf(world, accountId)).map((row) => row.id);
  return { accountId, first, second, third };
}

const move = (accountId: string, orderId: string, date: string, more = {}) =>
  moveOrder(world.ctx(), accountId, { orderId, date: parseDay(date), ...more });
const shown = ({ upcomingOrders }: SubscriptionView) =>
  upcomingOrders.map(
    ({ paymentDate, movedFrom }) => `${paymentDate}${movedFrom ? ` from ${movedFrom}` : ''}`,
  );

describe('a moved order', () => {
  test('is charged on its new date, and the other orders keep their dates', async () => {
    const { accountId, first } = await subscriber();
    expect(shown(await move(accountId, first, '2027-01-10'))).toEqual([
      '2027-01-10 from 2026-12-31',
      '2027-01-31',
      '2027-02-28',
    ]);
    await runPaymentDates(world, '2026-12-31');
    expect(await gatewayCharges(world, accountId)).toHaveLength(1);
    await runPaymentDates(world, '2027-01-10');
    await world.sandbox.settled();
    await runJobs();
    expect(await gatewayCharges(world, accountId)).toHaveLength(2);
    expect(shown(await getSubscriptionView(world.ctx(), accountId))).toEqual([
      '2027-01-31',
      '2027-02-28',
      '2027-03-31',
    ]);
    const [event] = await world.db.select().from(auditEvents).where(eq(auditEvents.what, 'order.moved'));
    expect(event).toMatchObject({
      actor: accountId,
      detail: { orderId: first, from: '2026-12-31', to: '2027-01-10' },
    });
  });

  test('returns to its planned date by another move, and moves at most 20 days from it', async () => {
    const { accountId, second } = await subscriber();
    await move(accountId, second, '2027-02-20');
    expect(await refusalOf(move(accountId, second, '2027-02-21'))).toBe('DATE_OUT_OF_RANGE');
    expect(shown(await move(accountId, second, '2027-01-31'))).toEqual([
      '2026-12-31',
      '2027-01-31',
      '2027-02-28',
    ]);
    expect(await refusalOf(move(accountId, second, '2027-01-10'))).toBe('DATE_OUT_OF_RANGE');
  });

  test('gets its reminder for the new date, at once if that date is near', async () => {
    const { accountId, first } = await subscriber();
    await goTo(world, '2026-12-20', '10:00');
    await move(accountId, first, '2026-12-22');
    const reminders = await world.db.select().from(messages).where(eq(messages.kind, 'order_reminder'));
    expect(reminders.map(({ payload }) => payload.paymentDate)).toEqual(['2026-12-22']);
    await move(accountId, first, '2026-12-31');
    await goTo(world, '2026-12-30', '10:00');
    expect(await refusalOf(move(accountId, first, '2027-01-05'))).toBe('MOVE_TOO_LATE');
  });

  test('is planned anew by a change of the payment day or the frequency', async () => {
    const { accountId, first, second } = await subscriber();
    await move(accountId, first, '2027-01-10');
    const { upcomingOrders } = await changePaymentDay(world.ctx(), accountId, { paymentDay: 15 });
    expect(upcomingOrders.map((order) => [order.paymentDate, order.movedFrom])).toEqual([
      ['2026-12-15', null],
      ['2027-01-15', null],
      ['2027-02-15', null],
    ]);
    await move(accountId, second, '2027-01-20');
    const after = parseDay('2026-12-15');
    expect(shown(await changeFrequency(world.ctx(), accountId, { frequency: 2, after }))).toEqual([
      '2026-12-15',
      '2027-02-15',
      '2027-04-15',
    ]);
  });

  test('can be moved into a pause, and is skipped by the next pause', async () => {
    const { accountId, second } = await subscriber();
    await pauseSubscription(world.ctx(), accountId, { until: parseDay('2027-01-25') });
    await move(accountId, second, '2027-01-20');
    expect((await ordersOf(world, accountId)).map(({ status }) => status)).toEqual([
      'paid',
      'skipped',
      'upcoming',
      'upcoming',
    ]);
    const view = await pauseSubscription(world.ctx(), accountId, { until: parseDay('2027-01-26') });
    expect(view.upcomingOrders.map(({ paused }) => paused)).toEqual([true, true, false]);
  });

  test('keeps its date in a preview', async () => {
    const { accountId, first } = await subscriber();
    expect(shown(await move(accountId, first, '2027-01-10', { preview: true }))[0]).toBe(
      '2027-01-10 from 2026-12-31',
    );
    const [order] = await world.db.select().from(orders).where(eq(orders.id, first));
    expect([order?.paymentDate, order?.movedFrom]).toEqual(['2026-12-31', null]);
  });
});

describe('a move is refused', () => {
  test('for another order, an unknown order, a skipped order, an old version and after a cancellation', async () => {
    const { accountId, first, second } = await subscriber();
    const paid = (await ordersOf(world, accountId))[0]?.id ?? '';
    const outcome = (orderId: string, more = {}) => refusalOf(move(accountId, orderId, '2027-01-10', more));
    expect(await outcome('ord_unknown')).toBe('ORDER_NOT_FOUND');
    expect(await outcome(paid)).toBe('ORDER_NOT_UPCOMING');
    expect(await outcome(first, { version: 1 })).toBe('STALE');
    for (const day of ['2026-11-20', '2026-12-31', '2027-02-28'])
      expect(await refusalOf(move(accountId, second, day))).toBe('DATE_OUT_OF_RANGE');
    await skipOrder(world.ctx(), accountId, { orderId: first, skip: true });
    expect(await outcome(first)).toBe('ORDER_NOT_UPCOMING');
    await cancelSubscription(world.ctx(), accountId, { reason: 'other' });
    expect(await outcome(second)).toBe('NOT_ACTIVE');
  });

  test('while the outcome of a charge is unknown', async () => {
    const { accountId } = await openRenewalAttempt(world);
    const order = (await ordersOf(world, accountId)).find(({ status }) => status === 'upcoming');
    expect(await refusalOf(move(accountId, order?.id ?? '', '2027-02-05'))).toBe('PAYMENT_PENDING');
  });
});
