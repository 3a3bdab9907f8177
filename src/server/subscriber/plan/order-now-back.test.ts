import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { messages } from '@/server/db/schema';
import { runBilling } from '@/server/work/jobs/run';
import { DELIVERY } from '@/testing/browser';
import { linkOf, plantOffline, transfer } from '@/testing/offline';
import { gatewayCharges, setGateway } from '@/testing/providers';
import { goTo, ordersOf, plantSubscriber } from '@/testing/subscribers';
import { settleDown, withWorld } from '@/testing/with-world';
import { updateAddress } from './plan-commands';
import { orderNow } from './order-now';
import { getSubscriptionView } from './queries';

const world = withWorld({ cleanup: 'check' });

const TOTAL = 37_525;
/** An address on an island, with a delivery fee of ฿80 instead of ฿40. */
const KO_TAO = { address: '1 Mae Haad', province: 'สุราษฎร์ธานี', postalCode: '84360' };
const TOTAL_ON_ISLAND = TOTAL + 4_000;

/** Creates a subscriber with orders on the last day of each month. Today is 5 December. */
async function subscriber(plant: typeof plantSubscriber | typeof plantOffline): Promise<string> {
  await goTo(world, '2026-11-20', '10:00');
  const { accountId } = await plant(world, { paymentDay: 31 });
  await settleDown(world);
  await goTo(world, '2026-12-05', '10:00');
  return accountId;
}

async function orderWithChallenge(accountId: string): Promise<void> {
  await setGateway(world, { threeDS: 'always' });
  await orderNow(world.ctx(), accountId, {});
  await setGateway(world, { threeDS: 'off' });
}

async function runBillingAt(day: string, time: string): Promise<void> {
  await goTo(world, day, time);
  await runBilling(world.ctx());
  await settleDown(world);
}

const move = (accountId: string, place: Parameters<typeof updateAddress>[2]) =>
  updateAddress(world.ctx(), accountId, place);
const firstOf = async (accountId: string) => (await ordersOf(world, accountId))[1];
const amountsOf = async (accountId: string) =>
  (await gatewayCharges(world, accountId)).map(({ status, amount }) => `${status} ${amount}`);
const upcoming = async (accountId: string) =>
  (await getSubscriptionView(world.ctx(), accountId)).upcomingOrders.map(({ paymentDate }) => paymentDate);
async function mailOf(accountId: string) {
  const rows = await world.db.select().from(messages).where(eq(messages.accountId, accountId));
  return rows.find(({ kind }) => kind === 'payment_failed')?.payload;
}

describe('an order now that comes back unpaid takes the delivery fee of its present address', () => {
  test.each([
    ['to an island', DELIVERY, KO_TAO, TOTAL, TOTAL_ON_ISLAND],
    ['from an island', KO_TAO, DELIVERY, TOTAL_ON_ISLAND, TOTAL],
  ])('after a move %s while its 3-D Secure challenge was open', async (_, from, to, before, after) => {
    const accountId = await subscriber(plantSubscriber);
    await move(accountId, from);
    await orderWithChallenge(accountId);
    await move(accountId, to);
    await runBillingAt('2026-12-06', '10:01');
    expect(await firstOf(accountId)).toMatchObject({ status: 'upcoming', date: '2026-12-31', total: after });
    expect(await mailOf(accountId)).toMatchObject({ total: before, newTotal: after, backOn: '2026-12-31' });
    await runBillingAt('2026-12-31', '09:00');
    const charged = ['successful 37525', `expired ${before}`, `successful ${after}`];
    expect(await amountsOf(accountId)).toEqual(charged);
  });

  test('after two moves to the same fee, it keeps its total', async () => {
    const accountId = await subscriber(plantSubscriber);
    await orderWithChallenge(accountId);
    await move(accountId, KO_TAO);
    await move(accountId, DELIVERY);
    await runBillingAt('2026-12-06', '10:01');
    expect(await firstOf(accountId)).toMatchObject({ status: 'upcoming', total: TOTAL });
    expect(await mailOf(accountId)).not.toHaveProperty('newTotal');
  });

  test('after its link ended; the transfer of the asked amount made in time still pays it', async () => {
    const accountId = await subscriber(plantOffline);
    await orderNow(world.ctx(), accountId, {});
    await move(accountId, KO_TAO);
    await runBillingAt('2026-12-09', '00:01');
    expect(await firstOf(accountId)).toMatchObject({ status: 'upcoming', total: TOTAL_ON_ISLAND });
    const paid = await transfer(world, { accountId }, { amount: TOTAL, paidOn: '2026-12-07' });
    expect(paid).toMatchObject({ status: 'matched' });
    expect(await firstOf(accountId)).toMatchObject({ status: 'paid', paidOn: '2026-12-07', total: TOTAL });
  });

  test('and is charged the new total at 09:00, not at night, if its planned date has come', async () => {
    const accountId = await subscriber(plantSubscriber);
    await goTo(world, '2026-12-30', '23:59');
    await orderWithChallenge(accountId);
    await move(accountId, KO_TAO);
    await runBillingAt('2026-12-31', '09:00');
    await runBillingAt('2027-01-01', '00:10');
    expect(await firstOf(accountId)).toMatchObject({
      status: 'charging',
      date: '2026-12-31',
      payment: 'pending',
      total: TOTAL_ON_ISLAND,
    });
    expect(await mailOf(accountId)).toMatchObject({ nextTryOn: '2027-01-01', newTotal: TOTAL_ON_ISLAND });
    expect(await amountsOf(accountId)).toEqual(['successful 37525', 'expired 37525']);
    await runBillingAt('2027-01-01', '09:00');
    expect((await amountsOf(accountId))[2]).toBe(`successful ${TOTAL_ON_ISLAND}`);
  });
});

test('a confirmed restart follows a transfer made in time, although it was imported after the link ended', async () => {
  const accountId = await subscriber(plantOffline);
  await orderNow(world.ctx(), accountId, { later: 'restart' });
  await runBillingAt('2026-12-09', '00:01');
  expect(await linkOf(world, { accountId })).toMatchObject({ status: 'expired', restarts: true });
  await goTo(world, '2026-12-10', '10:00');
  const paid = await transfer(world, { accountId }, { paidOn: '2026-12-07' });
  expect(paid).toMatchObject({ status: 'matched' });
  // 31 December is nearest to 7 January; it is 24 days after the payment.
  expect(await upcoming(accountId)).toEqual(['2026-12-31', '2027-01-31', '2027-02-28']);
});
