import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { updateEmail } from '@/server/subscriber/account/email-change';
import { runBilling } from '@/server/work/jobs/run';
import { cards } from '@/server/db/schema';
import { cancelSubscription } from '@/server/subscriber/plan/cancel';
import { reactivate } from '@/server/subscriber/plan/reactivate';
import { changeBox } from '@/server/subscriber/plan/plan-commands';
import { createCardToken, type TestCard } from '@/testing/cards';
import { settleDown, withWorld } from '@/testing/with-world';
import { linkOf, linksOf, moneyOf, openQr, plantOffline, scan, transfer } from '@/testing/offline';
import {
  actOnCharge,
  gatewayCharges,
  clearFaults,
  setGateway,
  injectFault,
  withChargeTimeout,
  withGatewayUnreachable,
} from '@/testing/providers';
import { GOOD_CARD, DECLINED_CARD } from '@/testing/browser';
import {
  attemptsOf,
  goTo,
  ordersOf,
  pass,
  plantRegistration,
  plantSubscriber,
  refusalOf,
  statusOf,
  type Planted,
  runPaymentDates,
} from '@/testing/subscribers';
import { convertToCard } from './convert-card';
import { convertToOffline } from './convert-offline';
import { requestPaymentLink } from '../payment-links/request-link';

const world = withWorld({ cleanup: 'check' });

const DUE = '2026-12-31';
const ctx = () => world.ctx();
const run = () => runBilling(ctx());
const toOffline = ({ accountId }: Planted) => convertToOffline(ctx(), accountId);
const toCard = async ({ accountId }: Planted, card: TestCard = GOOD_CARD) =>
  convertToCard(ctx(), accountId, { cardToken: await createCardToken(card) });
const renewal = async ({ accountId }: Planted) =>
  (await ordersOf(world, accountId)).find(({ date }) => date === DUE);

async function runDueDay(person: Planted): Promise<Planted> {
  await runPaymentDates(world, DUE);
  await settleDown(world);
  return person;
}
const plantOfflineDue = async () => runDueDay(await plantOffline(world));

/** Creates a subscriber with a card whose renewal of 31 December was declined. */
async function plantDeclined(): Promise<Planted> {
  const person = await plantSubscriber(world, {}, { ...GOOD_CARD, name: 'FAKE RENEWAL DECLINES' });
  return runDueDay(person);
}

describe('a change from card to offline', () => {
  test('changes the method of the next payment, and a repeated request changes nothing', async () => {
    const person = await plantSubscriber(world);
    expect(await toOffline(person)).toEqual({ paymentMethod: 'offline', pendingPayment: null });
    expect(await toOffline(person)).toEqual({ paymentMethod: 'offline', pendingPayment: null });
    await runDueDay(person);
    expect(await renewal(person)).toMatchObject({ status: 'awaiting_payment', payment: 'pending' });
    expect(await gatewayCharges(world, person.accountId)).toHaveLength(1);
  });

  test('opens a link for a declined order at once and ends its retries', async () => {
    const person = await plantDeclined();
    expect(await toOffline(person)).toMatchObject({
      paymentMethod: 'offline',
      pendingPayment: { status: 'pending', method: 'offline', expiresAt: '2027-01-03T17:00:00.000Z' },
    });
    expect(await renewal(person)).toMatchObject({
      status: 'awaiting_payment',
      dueAt: null,
      givesUpAt: null,
    });
    await goTo(world, '2027-01-01', '09:00');
    await run();
    expect(await attemptsOf(world, person.accountId)).toHaveLength(2);
    await scan(world, await openQr(world, person));
    expect(await renewal(person)).toMatchObject({ status: 'paid', paidOn: '2027-01-01' });
  });

  test('closes an open 3-D Secure challenge first', async () => {
    await setGateway(world, { threeDS: 'off' });
    const person = await plantSubscriber(world);
    await setGateway(world, { threeDS: 'always' });
    await runDueDay(person);
    expect((await attemptsOf(world, person.accountId)).at(-1)?.status).toBe('action_required');
    expect(await toOffline(person)).toMatchObject({ pendingPayment: { status: 'pending' } });
    expect((await gatewayCharges(world, person.accountId)).at(-1)?.status).toBe('expired');
  });

  test('is refused while an outcome is unknown and for a registration', async () => {
    const person = await plantSubscriber(world);
    await injectFault(world, { op: 'webhook', kind: 'drop', times: 'always' });
    await injectFault(world, { op: 'POST /charges', kind: 'reset', times: 1, args: { after: true } });
    await runDueDay(person);
    expect(await refusalOf(toOffline(person))).toBe('PAYMENT_PENDING');
    await clearFaults(world);
    await goTo(world, DUE, '09:10');
    await run();
    expect(await renewal(person)).toMatchObject({ status: 'paid' });
    expect(await refusalOf(toOffline(await plantRegistration(world)))).toBe('NOT_ALLOWED');
  });

  test('is accepted for a cancelled subscription', async () => {
    const person = await plantSubscriber(world);
    await cancelSubscription(ctx(), person.accountId, { reason: 'other' });
    expect(await toOffline(person)).toEqual({ paymentMethod: 'offline', pendingPayment: null });
  });
});

describe('a change from offline to card', () => {
  test('saves the card as the default and charges nothing if nothing is due', async () => {
    const person = await plantOffline(world);
    expect(await toCard(person)).toEqual({ paymentMethod: 'card', charge: null, pendingPayment: null });
    expect(await gatewayCharges(world, person.accountId)).toEqual([]);
    await runDueDay(person);
    expect(await renewal(person)).toMatchObject({ status: 'paid' });
  });

  test('charges the order of an open link, closes the link and refunds its QR code if that is paid too', async () => {
    await setGateway(world, { promptpayRefundable: true });
    const person = await plantOfflineDue();
    const charge = await openQr(world, person);
    expect(await toCard(person)).toMatchObject({ charge: { outcome: 'paid' }, pendingPayment: null });
    expect(await linksOf(world, person)).toEqual(['paid', 'void']);
    await scan(world, charge);
    expect(await moneyOf(world, person)).toEqual(['bank kept', 'omise duplicate succeeded', 'omise kept']);
  });

  test('finds and refunds a QR code of a closed link whose payment sent no webhook', async () => {
    await setGateway(world, { promptpayRefundable: true });
    const person = await plantOfflineDue();
    const charge = await openQr(world, person);
    await toCard(person);
    await settleDown(world);
    await injectFault(world, { op: 'webhook', kind: 'drop', times: 'always' });
    await actOnCharge(world, charge.id, 'pay');
    await goTo(world, DUE, '12:00');
    await run();
    await settleDown(world);
    expect(await moneyOf(world, person)).toEqual(['bank kept', 'omise duplicate succeeded', 'omise kept']);
  });

  test('changes the method if the charge is declined, keeps the retry schedule and allows another link', async () => {
    const person = await plantOfflineDue();
    expect(await toCard(person, DECLINED_CARD)).toMatchObject({
      paymentMethod: 'card',
      charge: { outcome: 'declined', reason: 'insufficient_fund' },
      pendingPayment: { status: 'fail', method: 'card' },
    });
    expect((await renewal(person))?.dueAt?.toISOString()).toBe('2027-01-01T02:00:00.000Z');
    expect(await requestPaymentLink(ctx(), person.accountId)).toMatchObject({
      expiresAt: '2027-01-03T17:00:00.000Z',
    });
    await goTo(world, DUE, '12:00');
    const charge = await openQr(world, person);
    await goTo(world, '2027-01-01', '09:00');
    await run();
    expect((await attemptsOf(world, person.accountId)).map(({ status }) => status).sort()).toEqual([
      'declined',
      'declined',
      'voided',
    ]);
    await scan(world, charge);
    expect(await renewal(person)).toMatchObject({ status: 'paid', dueAt: null });
  });

  test('keeps the retry schedule when a payment link requested during it expires', async () => {
    const person = await plantDeclined();
    await requestPaymentLink(ctx(), person.accountId);
    await goTo(world, '2027-01-04', '00:00');
    await run();
    expect(await linksOf(world, person)).toEqual(['expired']);
    expect(await statusOf(world, person.accountId)).toBe('active');
    expect(await renewal(person)).toMatchObject({ status: 'charging', payment: 'failed' });
  });

  test('opens another link while the QR code of an expired one has no outcome', async () => {
    const person = await plantDeclined();
    await requestPaymentLink(ctx(), person.accountId);
    await goTo(world, '2027-01-03', '22:00');
    const charge = await openQr(world, person);
    await injectFault(world, {
      op: 'GET /charges/{id}',
      kind: 'status',
      times: 'always',
      args: { status: 503 },
    });
    await goTo(world, '2027-01-04', '00:20');
    await run();
    expect(await linksOf(world, person)).toEqual(['open']);
    const { pendingPayment } = await toOffline(person);
    expect(pendingPayment).toMatchObject({ status: 'pending' });
    expect(await linksOf(world, person)).toEqual(['expired', 'open']);
    expect((await linkOf(world, person)).expiresAt > world.now()).toBe(true);
    await clearFaults(world);
    await goTo(world, '2027-01-04', '03:00');
    await run();
    expect(await statusOf(world, person.accountId)).toBe('active');
    expect((await gatewayCharges(world, person.accountId)).find(({ id }) => id === charge.id)?.status).toBe(
      'expired',
    );
    expect(await linksOf(world, person)).toEqual(['expired', 'open']);
  });

  test('changes nothing for a refused card, the card of another account or an unavailable gateway', async () => {
    const person = await plantOfflineDue();
    const other = await plantSubscriber(world);
    const [otherCard] = await world.db.select().from(cards).where(eq(cards.accountId, other.accountId));
    const by = (card: { cardToken: string } | { cardId: string }) =>
      convertToCard(ctx(), person.accountId, card);
    expect(await refusalOf(by({ cardId: otherCard?.id ?? '' }))).toBe('CARD_NOT_FOUND');
    expect(await refusalOf(by({ cardToken: 'tokn_none' }))).toMatch(/^CARD_DECLINED/);
    const cardToken = await createCardToken(GOOD_CARD);
    expect(await refusalOf(withGatewayUnreachable(() => by({ cardToken })))).toBe('CONVERT_FAILED');
    expect(await linksOf(world, person)).toEqual(['paid', 'open']);
    expect(await renewal(person)).toMatchObject({ status: 'awaiting_payment' });
  });

  test('charges once for eight concurrent requests with the same saved card', async () => {
    const person = await plantSubscriber(world);
    await toOffline(person);
    await runDueDay(person);
    const [card] = await world.db.select().from(cards).where(eq(cards.accountId, person.accountId));
    const results = await Promise.all(
      Array.from({ length: 8 }, () =>
        refusalOf(convertToCard(ctx(), person.accountId, { cardId: card?.id ?? '' })),
      ),
    );
    expect(results.every((result) => /^(accepted|PAYMENT_PENDING)/.test(result))).toBe(true);
    expect(await gatewayCharges(world, person.accountId)).toHaveLength(2);
    expect(await renewal(person)).toMatchObject({ status: 'paid' });
  });

  test('is pending after a lost response of the charge, refuses other changes and becomes paid once polled', async () => {
    const person = await plantOfflineDue();
    await injectFault(world, { op: 'webhook', kind: 'drop', times: 'always' });
    await injectFault(world, { op: 'POST /charges', kind: 'timeout_after', times: 1 });
    expect(await withChargeTimeout(300, () => toCard(person))).toMatchObject({
      charge: { outcome: 'pending' },
    });
    expect(await refusalOf(toOffline(person))).toBe('PAYMENT_PENDING');
    await goTo(world, DUE, '09:10');
    await run();
    expect(await renewal(person)).toMatchObject({ status: 'paid' });
  });

  test('keeps an order owed if its reactivation link expired and the card was certainly not charged', async () => {
    const person = await plantOffline(world);
    await cancelSubscription(ctx(), person.accountId, { reason: 'other' });
    await goTo(world, '2026-11-25', '10:00');
    await reactivate(ctx(), person.accountId, { when: 'now', frequency: 1 });
    await goTo(world, '2026-11-29', '00:00');
    await run();
    expect(await statusOf(world, person.accountId)).toBe('inactive');
    await injectFault(world, { op: 'POST /charges', kind: 'status', times: 'always', args: { status: 429 } });
    expect(await refusalOf(toCard(person))).toBe('CONVERT_FAILED');
    expect((await ordersOf(world, person.accountId)).at(-1)?.status).toBe('unpaid');
    await clearFaults(world);
    await pass(world, { minutes: 2 });
    await requestPaymentLink(ctx(), person.accountId);
    expect((await transfer(world, person)).status).toBe('matched');
    expect(await statusOf(world, person.accountId)).toBe('active');
  });

  test('ends an offline reactivation with a declined card and leaves the subscription inactive', async () => {
    const person = await plantOffline(world);
    await cancelSubscription(ctx(), person.accountId, { reason: 'other' });
    await goTo(world, '2026-11-25', '10:00');
    await reactivate(ctx(), person.accountId, { when: 'now', frequency: 1 });
    expect(await toCard(person, DECLINED_CARD)).toMatchObject({ charge: { outcome: 'declined' } });
    expect(await statusOf(world, person.accountId)).toBe('inactive');
    expect(await linksOf(world, person)).toEqual(['paid', 'void']);
  });
});

test('a pending offline payment refuses changes of box, e-mail address and status', async () => {
  const person = await plantOfflineDue();
  const items = [{ productCode: 'day-pads' as const, quantity: 3 }];
  expect(await refusalOf(changeBox(ctx(), person.accountId, { items }))).toBe('PAYMENT_PENDING');
  expect(await refusalOf(reactivate(ctx(), person.accountId, { when: 'now', frequency: 1 }))).toBe(
    'PAYMENT_PENDING',
  );
  const session = { accountId: person.accountId } as Parameters<typeof updateEmail>[1];
  const caller = { address: '203.0.113.9', device: null };
  expect(await refusalOf(updateEmail(ctx(), session, { email: 'new@example.test' }, caller))).toBe(
    'PAYMENT_PENDING',
  );
  const again = await requestPaymentLink(ctx(), person.accountId);
  expect(again.paymentUrl).toBe((await requestPaymentLink(ctx(), person.accountId)).paymentUrl);
  expect(await linksOf(world, person)).toEqual(['paid', 'open']);
});
