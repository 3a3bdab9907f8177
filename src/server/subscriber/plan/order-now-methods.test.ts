import { describe, expect, test } from 'vitest';
import { parseDay } from '@/domain/day';
import { moveOrder, skipOrder } from './plan-commands';
import { createCardToken } from '@/testing/cards';
import { expectInvariants } from '@/testing/invariants';
import { plantOffline, transfer } from '@/testing/offline';
import { gatewayCharges, injectFault, setGateway } from '@/testing/providers';
import { goTo, ordersOf, plantSubscriber, refusalOf, statusOf, runPaymentDates } from '@/testing/subscribers';
import { settleDown, withWorld } from '@/testing/with-world';
import { convertToCard } from '../../money/payment-method/convert-card';
import { convertToOffline } from '../../money/payment-method/convert-offline';
import { orderNow } from './order-now';
import { getSubscriptionView } from './queries';

const world = withWorld({ cleanup: 'check' });

const TOTAL = 37_525;
const GOOD = { number: '4242424242424242' };
const NO_MONEY = { number: '4111111111140011' };
const STOLEN = { number: '4111111111130012' };

/** Creates a subscriber with orders on the last day of each month. Today is 5 December. */
async function subscriber(plant: typeof plantSubscriber | typeof plantOffline) {
  await goTo(world, '2026-11-20', '10:00');
  const { accountId } = await plant(world, { paymentDay: 31 });
  await settleDown(world);
  await goTo(world, '2026-12-05', '10:00');
  return accountId;
}

const upcoming = async (accountId: string) =>
  (await getSubscriptionView(world.ctx(), accountId)).upcomingOrders.map(({ paymentDate }) => paymentDate);

async function runBillingOn(day: string): Promise<void> {
  await runPaymentDates(world, day);
  await settleDown(world);
}

describe('an order now that waits for its link, after a change to card', () => {
  async function changeToCard(accountId: string, card: { number: string }) {
    await orderNow(world.ctx(), accountId, {});
    const cardToken = await createCardToken(card);
    return refusalOf(convertToCard(world.ctx(), accountId, { cardToken, expectedTotal: TOTAL }));
  }

  test('is charged at once', async () => {
    const accountId = await subscriber(plantOffline);
    expect(await changeToCard(accountId, GOOD)).toMatch(/^accepted/);
    expect((await ordersOf(world, accountId))[1]).toMatchObject({ status: 'paid', paidOn: '2026-12-05' });
    expect(await upcoming(accountId)).toEqual(['2027-01-31', '2027-02-28', '2027-03-31']);
  });

  test('is back on its planned date, and says so, if certainly nothing was charged', async () => {
    const accountId = await subscriber(plantOffline);
    await injectFault(world, { op: 'POST /charges', kind: 'status', times: 'always', args: { status: 429 } });
    await orderNow(world.ctx(), accountId, {});
    const cardToken = await createCardToken(GOOD);
    const { charge, pendingPayment } = await convertToCard(world.ctx(), accountId, { cardToken });
    expect(charge).toEqual({ outcome: 'declined', reason: 'not_received' });
    expect(pendingPayment).toBeNull();
    expect(await upcoming(accountId)).toEqual(['2026-12-31', '2027-01-31', '2027-02-28']);
  });

  test('is back on its planned date if the card is declined, without a retry before that date', async () => {
    const accountId = await subscriber(plantOffline);
    expect(await changeToCard(accountId, NO_MONEY)).toMatch(/insufficient_fund|accepted/);
    await settleDown(world);
    expect(await upcoming(accountId)).toEqual(['2026-12-31', '2027-01-31', '2027-02-28']);
    const before = (await gatewayCharges(world, accountId)).length;
    for (const day of ['2026-12-06', '2026-12-08', '2026-12-10']) await runBillingOn(day);
    expect(await gatewayCharges(world, accountId)).toHaveLength(before);
    expect(await statusOf(world, accountId)).toBe('active');
    await runBillingOn('2026-12-31');
    expect(await gatewayCharges(world, accountId)).toHaveLength(before + 1);
  });

  test('is not sent to the bank on its planned date if the card was declined for good', async () => {
    const accountId = await subscriber(plantOffline);
    expect(await changeToCard(accountId, STOLEN)).toMatch(/^accepted/);
    await settleDown(world);
    const before = (await gatewayCharges(world, accountId)).length;
    await runBillingOn('2026-12-31');
    expect(await gatewayCharges(world, accountId)).toHaveLength(before);
    await expectInvariants(world);
  });
});

test('an order now with an open 3-D Secure challenge is back on its date after a change to payment by link', async () => {
  const accountId = await subscriber(plantSubscriber);
  await setGateway(world, { threeDS: 'always' });
  await orderNow(world.ctx(), accountId, {});
  await setGateway(world, { threeDS: 'off' });
  expect(await refusalOf(convertToOffline(world.ctx(), accountId))).toMatch(/^accepted/);
  await settleDown(world);
  expect(await upcoming(accountId)).toEqual(['2026-12-31', '2027-01-31', '2027-02-28']);
  expect((await gatewayCharges(world, accountId)).map(({ status }) => status)).toEqual([
    'successful',
    'expired',
  ]);
  expect(await orderNow(world.ctx(), accountId, {})).toMatchObject({ pendingPayment: { amount: TOTAL } });
});

test.each(['paid', 'not paid'])(
  'an order now that is %s leaves three orders ahead when the date of a skipped order came meanwhile',
  async (end) => {
    const accountId = await subscriber(plantOffline);
    const [, skipped] = await ordersOf(world, accountId);
    await skipOrder(world.ctx(), accountId, { orderId: skipped?.id ?? '', skip: true });
    await goTo(world, '2026-12-30', '10:00');
    await orderNow(world.ctx(), accountId, {});
    await runBillingOn('2026-12-31');
    await expectInvariants(world);
    expect(await upcoming(accountId)).toEqual(['2027-02-28', '2027-03-31']);
    if (end === 'paid') await transfer(world, { accountId });
    else for (const day of ['2027-01-01', '2027-01-02', '2027-01-03']) await runBillingOn(day);
    await expectInvariants(world);
    const first = end === 'paid' ? [] : ['2027-01-31'];
    expect(await upcoming(accountId)).toEqual(
      [...first, '2027-02-28', '2027-03-31', '2027-04-30'].slice(0, 3),
    );
  },
);

test('an order now that a moved order ends leaves three orders ahead', async () => {
  const accountId = await subscriber(plantOffline);
  const [, first, second] = await ordersOf(world, accountId);
  const move = (orderId = '', date: string) =>
    moveOrder(world.ctx(), accountId, { orderId, date: parseDay(date) });
  await move(first?.id, '2027-01-10');
  await move(second?.id, '2027-01-11');
  await goTo(world, '2027-01-09', '10:00');
  await orderNow(world.ctx(), accountId, {});
  for (const day of ['2027-01-10', '2027-01-11']) await runBillingOn(day);
  await expectInvariants(world);
  expect((await ordersOf(world, accountId)).slice(1, 3).map(({ status }) => status)).toEqual([
    'unpaid',
    'awaiting_payment',
  ]);
  expect(await upcoming(accountId)).toEqual(['2027-02-28', '2027-03-31', '2027-04-30']);
});
