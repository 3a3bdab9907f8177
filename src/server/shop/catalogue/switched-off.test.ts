import { eq } from 'drizzle-orm';
import { afterEach, describe, expect, test } from 'vitest';
import type { BoxItem } from '@/domain/box';
import type { ProductCode } from '@/domain/product';
import { changeBox, updateAddress } from '@/server/subscriber/plan/plan-commands';
import { runBilling } from '@/server/work/jobs/run';
import { transaction } from '@/server/db';
import { products } from '@/server/db/schema';
import { movePoints } from '@/server/lifecycle/points';
import { viewRewards } from '@/server/shop/rewards/queries';
import { redeemProduct } from '@/server/shop/rewards/redeem';
import { cancelSubscription } from '@/server/subscriber/plan/cancel';
import { reactivate } from '@/server/subscriber/plan/reactivate';
import { getSubscriptionView } from '@/server/subscriber/plan/queries';
import { createCardToken } from '@/testing/cards';
import { createBrowser, DELIVERY, GOOD_CARD, registerUpToPayment, registration } from '@/testing/browser';
import {
  goTo,
  holdFreeProduct,
  ordersOf,
  pass,
  plantRegistration,
  plantSubscriber,
  payWith,
  refusalOf,
} from '@/testing/subscribers';
import { withWorld } from '@/testing/with-world';
import { listEveryPlan, listEveryProduct, listPlans, listProducts } from './queries';
import { listStoreProducts } from './store';

/* Night pads are no longer sold. They are in the plans Regular and Heavy, which have free delivery. */
const world = withWorld({ cleanup: 'check' });
afterEach(async () => {
  await sell('night-pads', true);
  await sell('panty-liners', true);
});

let switched = 0;
/**
 * Activates or deactivates a product, then moves the clock, because the displayed catalogue is cached for two
 * seconds, also across tests.
 */
async function sell(code: ProductCode, active: boolean) {
  await transaction(world.db, (tx) => tx.update(products).set({ active }).where(eq(products.code, code)));
  await pass(world, { minutes: (switched += 1) });
}

const box = (packs: Partial<Record<ProductCode, number>>) =>
  Object.entries(packs).map(([code, quantity]): BoxItem => ({ productCode: code as ProductCode, quantity }));
const REGULAR = box({ 'day-pads': 1, 'night-pads': 1, 'panty-liners': 1 });
const NIGHTS = box({ 'day-pads': 1, 'night-pads': 2 });

/**
 * Creates a subscriber with this box, then deactivates `night-pads`.
 * @returns the account id
 */
async function holder(items: BoxItem[]): Promise<string> {
  const { accountId } = await plantSubscriber(world, { items });
  await sell('night-pads', false);
  return accountId;
}
const change = (accountId: string, items: BoxItem[]) => changeBox(world.ctx(), accountId, { items });
const boxOf = async (accountId: string) =>
  (await getSubscriptionView(world.ctx(), accountId)).subscription.items.map(
    ({ productCode, quantity }) => `${quantity} ${productCode}`,
  );

describe('a box with a product that is no longer sold', () => {
  test('is begun, charged and planned with it, with free delivery as before', async () => {
    const accountId = await holder(REGULAR);
    await goTo(world, '2026-12-31', '00:00');
    await runBilling(world.ctx());
    await goTo(world, '2026-12-31', '09:00');
    await runBilling(world.ctx());
    const rows = await ordersOf(world, accountId);
    expect(rows.map(({ status, total }) => [status, total])).toEqual([
      ['paid', 31_275],
      ['paid', 31_275],
      ['upcoming', 31_275],
      ['upcoming', 31_275],
      ['upcoming', 31_275],
    ]);
    const { subscription, upcomingOrders } = await getSubscriptionView(world.ctx(), accountId);
    expect(subscription).toMatchObject({ boxPrice: 31_275, deliveryFee: 0 });
    expect(upcomingOrders[2]?.items.map(({ productCode }) => productCode)).toContain('night-pads');
  });

  test('keeps its delivery fee, at its address and elsewhere', async () => {
    const [regular, nights] = [await holder(REGULAR), await holder(NIGHTS)];
    const elsewhere = { ...DELIVERY, province: 'Chiang Mai', postalCode: '50000' };
    for (const [accountId, fee] of [
      [regular, 0],
      [nights, 6_000],
    ] as const) {
      const { subscription, upcomingOrders } = await updateAddress(world.ctx(), accountId, elsewhere);
      expect(subscription.deliveryFee).toBe(fee);
      expect(upcomingOrders.map(({ deliveryFee }) => deliveryFee)).toEqual([fee, fee, fee]);
    }
  });

  test('may keep or remove it, but not add more of it', async () => {
    const accountId = await holder(NIGHTS);
    expect(await refusalOf(change(accountId, box({ 'day-pads': 1, 'night-pads': 3 })))).toBe('BOX_INVALID');
    await change(accountId, box({ 'day-pads': 5, 'night-pads': 2 }));
    await change(accountId, box({ 'day-pads': 5, 'night-pads': 1 }));
    expect(await boxOf(accountId)).toEqual(['5 day-pads', '1 night-pads']);
    expect(await refusalOf(change(accountId, NIGHTS))).toBe('BOX_INVALID');
    await change(accountId, box({ 'day-pads': 5 }));
    expect(await refusalOf(change(accountId, box({ 'day-pads': 5, 'night-pads': 1 })))).toBe('BOX_INVALID');
    expect(await boxOf(accountId)).toEqual(['5 day-pads']);
  });

  test('is unchanged after a reactivation', async () => {
    const accountId = await holder(REGULAR);
    await cancelSubscription(world.ctx(), accountId, { reason: 'other' });
    await pass(world, { days: 2 });
    const { charge } = await reactivate(world.ctx(), accountId, { when: 'now', frequency: 1 });
    expect(charge).toMatchObject({ outcome: 'paid' });
    expect((await ordersOf(world, accountId)).at(-1)).toMatchObject({ status: 'upcoming', total: 31_275 });
  });

  test('keeps it as the free product of an order', async () => {
    const accountId = await holder(NIGHTS);
    const [, next] = await ordersOf(world, accountId);
    await holdFreeProduct(world, accountId, next?.id ?? '', 'night-pads');
    await goTo(world, '2026-12-31', '09:00');
    await runBilling(world.ctx());
    await runBilling(world.ctx());
    expect((await ordersOf(world, accountId))[1]).toMatchObject({ status: 'paid' });
    expect((await viewRewards(world.ctx(), accountId)).held).toEqual([]);
  });
});

describe('a registration after a product is no longer sold', () => {
  test('is refused with it, and so is checking a code for such a box', async () => {
    await sell('night-pads', false);
    const browser = createBrowser(world);
    const refused = await browser.post('/api/register', registration());
    expect([refused.status, refused.body.code]).toEqual([400, 'BOX_INVALID']);
    const checked = await browser.post('/api/referral-codes/apply', { code: 'IRA-222222', items: NIGHTS });
    expect([checked.status, checked.body.code]).toEqual([400, 'BOX_INVALID']);
  });

  test('that began before can be sent again without more of it, and paid', async () => {
    const { browser, email } = await registerUpToPayment(world);
    await sell('night-pads', false);
    const again = (nights: number) => {
      const items = box({ 'day-pads': 3, 'night-pads': nights });
      return browser.post(
        '/api/register',
        registration({ email, plan: { frequency: 1, paymentDay: 31, items } }),
      );
    };
    expect((await again(2)).body.code).toBe('BOX_INVALID');
    expect((await again(1)).body.data?.totals).toMatchObject({ boxPrice: 44_700, total: 48_700 });
    const paid = await browser.post('/api/register/payment/card', {
      cardToken: await createCardToken(GOOD_CARD),
    });
    expect(paid.body.data).toMatchObject({ outcome: 'paid' });
  });

  test('with other products gets free delivery by their contents, also like inactive plans', async () => {
    await sell('night-pads', false);
    const people = [
      await plantRegistration(world, { items: box({ 'starter-pack': 1 }) }),
      await plantRegistration(world, { items: box({ 'day-pads': 1, 'panty-liners': 1 }) }),
    ];
    const totals: unknown[] = [];
    for (const person of people) {
      await payWith(world, person);
      totals.push((await ordersOf(world, person.accountId))[0]?.total);
    }
    expect(totals).toEqual([29_175, 20_100 + 4_000]);
  });
});

describe('the choice of products', () => {
  test('excludes it and its plans, but they still have names and prices', async () => {
    await sell('night-pads', false);
    const codes = (rows: { code: string }[]) => rows.map(({ code }) => code);
    const ctx = world.ctx();
    expect(codes(await listProducts(ctx))).toEqual([
      ...['day-pads', 'light-day-pads', 'night-pads-xl', 'panty-liners', 'starter-pack', 'starter-pack-v2'],
    ]);
    expect(codes(await listPlans(ctx))).toEqual(['light']);
    expect((await listStoreProducts(ctx)).products.map(({ id }) => id)).not.toContain('night-pads');
    const off = <Row extends { code: string; active: boolean }>(rows: Row[]) =>
      codes(rows.filter(({ active }) => !active));
    expect(off(await listEveryProduct(ctx))).toEqual(['night-pads']);
    expect(off(await listEveryPlan(ctx))).toEqual(['regular', 'heavy']);
  });

  test('can be without any plan', async () => {
    await sell('panty-liners', false);
    expect(await listPlans(world.ctx())).toEqual([]);
  });

  test('is also what points buy', async () => {
    const accountId = await holder(REGULAR);
    const given = { kind: 'earned', source: 'given', delta: 150, orderId: null } as const;
    await transaction(world.db, (tx) => movePoints(tx, world.now(), [{ accountId, ...given }]));
    const redeem = (productCode: ProductCode) => redeemProduct(world.ctx(), accountId, { productCode });
    expect(await refusalOf(redeem('night-pads'))).toBe('PRODUCT_NOT_REDEEMABLE');
    const { freeProduct } = await viewRewards(world.ctx(), accountId);
    expect(freeProduct.products).toEqual(['day-pads', 'light-day-pads', 'night-pads-xl', 'panty-liners']);
  });
});
