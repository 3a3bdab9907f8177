import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import type { BoxItem } from '@/domain/box';
import { parseDay } from '@/domain/day';
import {
  changeBox,
  changeFrequency,
  changeOrderBox,
  changePaymentDay,
  moveOrder,
  pauseSubscription,
  restoreOrderBox,
  resumeSubscription,
  skipOrder,
  updateAddress,
} from './plan-commands';
import { transaction } from '@/server/db';
import { auditEvents, messages, orders, productPrices } from '@/server/db/schema';
import { movePoints } from '@/server/lifecycle/points';
import { runBilling } from '@/server/work/jobs/run';
import { redeemProduct } from '@/server/shop/rewards/redeem';
import { openRenewalAttempt } from '@/testing/attempts';
import { runJobs } from '@/testing/jobs';
import {
  goTo,
  holdFreeProduct,
  ordersOf,
  plantSubscriber,
  refusalOf,
  runPaymentDates,
} from '@/testing/subscribers';
import { withWorld } from '@/testing/with-world';
import { cancelSubscription } from './cancel';
import { getSubscriptionView, type SubscriptionView } from './queries';

const world = withWorld({ cleanup: 'check' });

const LINERS: BoxItem[] = [{ productCode: 'panty-liners', quantity: 3 }];
const NIGHT: BoxItem[] = [{ productCode: 'night-pads', quantity: 4 }];
const REGULAR: BoxItem[] = [
  { productCode: 'day-pads', quantity: 1 },
  { productCode: 'night-pads', quantity: 1 },
  { productCode: 'panty-liners', quantity: 1 },
];

/** Creates a subscriber with 2 day pads and 1 night pads, with orders on 31 December, 31 January and 28 February. */
async function subscriber() {
  await goTo(world, '2026-11-20', '10:00');
  const { accountId } = await plantSubscriber(world, { paymentDay: 31 });
  await world.sandbox.settled();
  await runJobs();
  const [, first = '', second = '', third = ''] = (await ordersOf(world, accountId)).map((row) => row.id);
  return { accountId, first, second, third };
}

const givePoints = (accountId: string) =>
  transaction(world.db, (tx) =>
    movePoints(tx, world.now(), [{ accountId, kind: 'earned', source: 'given', delta: 150, orderId: null }]),
  );
const own = (accountId: string, orderId: string, items = LINERS, more = {}) =>
  changeOrderBox(world.ctx(), accountId, { orderId, items, ...more });
const restore = (accountId: string, orderId: string, more = {}) =>
  restoreOrderBox(world.ctx(), accountId, { orderId, ...more });
const view = (accountId: string) => getSubscriptionView(world.ctx(), accountId);
/** Returns the contents and total of each upcoming order. An order with its own contents is marked. */
const shown = ({ upcomingOrders }: SubscriptionView) =>
  upcomingOrders.map(
    ({ items, total, ownBox }) =>
      `${items.map((item) => `${item.quantity} ${item.productCode}`).join(', ')}: ${total}${ownBox ? ' own' : ''}`,
  );

const USUAL = '2 day-pads, 1 night-pads: 37525';
const OWN = '3 panty-liners: 30775 own';
const CHANGED = '4 night-pads: 48700';

describe('an order with its own contents', () => {
  test('is priced by itself, is charged and earns points for them, and the other orders stay', async () => {
    const { accountId, first } = await subscriber();
    expect(shown(await own(accountId, first, LINERS, { preview: true }))).toEqual([OWN, USUAL, USUAL]);
    expect(shown(await view(accountId))).toEqual([USUAL, USUAL, USUAL]);
    const { subscription, upcomingOrders } = await own(accountId, first);
    expect(subscription).toMatchObject({ boxPrice: 33525, version: expect.any(Number) as number });
    expect(upcomingOrders.map(({ points }) => points)).toEqual([26, 33, 33]);
    await runPaymentDates(world, '2026-12-31');
    await world.sandbox.settled();
    await runJobs();
    const [, paid] = await ordersOf(world, accountId);
    expect(paid).toMatchObject({ status: 'paid', total: 30775 });
    const [row] = await world.db.select().from(orders).where(eq(orders.id, first));
    expect(row).toMatchObject({ points: 26, ownBox: true });
    expect(shown(await view(accountId))).toEqual([USUAL, USUAL, USUAL]);
    const [event] = await world.db
      .select()
      .from(auditEvents)
      .where(eq(auditEvents.what, 'order.box_changed'));
    expect(event).toMatchObject({
      actor: accountId,
      detail: { orderId: first, items: LINERS, ownBox: true },
    });
  });

  test('is delivered free if they contain a free-delivery plan', async () => {
    const { accountId, first } = await subscriber();
    const [order] = (await own(accountId, first, REGULAR)).upcomingOrders;
    expect(order).toMatchObject({ boxPrice: 31275, deliveryFee: 0, total: 31275 });
  });

  test('keeps them when the box, the address or the catalogue changes, and until then its prices', async () => {
    const { accountId, first } = await subscriber();
    await own(accountId, first);
    await transaction(world.db, (tx) =>
      tx.insert(productPrices).values({
        productCode: 'panty-liners',
        version: 2,
        listPrice: 20000,
        validFrom: new Date('2026-12-01T00:00:00+07:00'),
      }),
    );
    await goTo(world, '2026-12-01', '10:00');
    expect(shown(await changeBox(world.ctx(), accountId, { items: NIGHT }))).toEqual([OWN, CHANGED, CHANGED]);
    const chiangMai = { district: 'Mueang Chiang Mai', province: 'Chiang Mai', postalCode: '50200' };
    const moved = await updateAddress(world.ctx(), accountId, { address: '1 Nimman', ...chiangMai });
    expect(moved.upcomingOrders[0]).toMatchObject({ boxPrice: 26775, deliveryFee: 6000, ownBox: true });
    const two: BoxItem[] = [{ productCode: 'panty-liners', quantity: 2 }];
    expect((await own(accountId, first, two)).upcomingOrders[0]).toMatchObject({ boxPrice: 30000 });
    await transaction(world.db, (tx) => tx.delete(productPrices).where(eq(productPrices.version, 2)));
  });

  test('gets the usual box again, as a change of the box today would price it', async () => {
    const { accountId, first } = await subscriber();
    await own(accountId, first);
    await transaction(world.db, (tx) =>
      tx.insert(productPrices).values({
        productCode: 'night-pads',
        version: 2,
        listPrice: 20000,
        validFrom: new Date('2026-12-01T00:00:00+07:00'),
      }),
    );
    await goTo(world, '2026-12-01', '10:00');
    const dearer = '2 day-pads, 1 night-pads: 41350';
    expect(shown(await restore(accountId, first, { preview: true }))).toEqual([dearer, USUAL, USUAL]);
    expect(shown(await restore(accountId, first))).toEqual([dearer, USUAL, USUAL]);
    const before = await view(accountId);
    expect(await restore(accountId, first)).toEqual(before);
    await own(accountId, first);
    const same = [...before.subscription.items].reverse();
    expect(shown(await own(accountId, first, same))).toEqual([dearer, USUAL, USUAL]);
    await transaction(world.db, (tx) => tx.delete(productPrices).where(eq(productPrices.version, 2)));
  });

  test('keeps them when it is skipped, moved, paused or gets another payment day', async () => {
    const { accountId, first, second } = await subscriber();
    await own(accountId, first);
    await skipOrder(world.ctx(), accountId, { orderId: first, skip: true });
    expect(shown(await own(accountId, second, NIGHT))).toEqual([OWN, `${CHANGED} own`, USUAL]);
    await skipOrder(world.ctx(), accountId, { orderId: first, skip: false });
    await moveOrder(world.ctx(), accountId, { orderId: first, date: parseDay('2027-01-05') });
    await pauseSubscription(world.ctx(), accountId, { until: parseDay('2027-02-01') });
    await resumeSubscription(world.ctx(), accountId, {});
    const after = await changePaymentDay(world.ctx(), accountId, { paymentDay: 15 });
    expect(shown(after)).toEqual([OWN, `${CHANGED} own`, USUAL]);
    expect(shown(await restore(accountId, second))).toEqual([OWN, USUAL, USUAL]);
  });

  test('loses them with the order if a change of the frequency drops it', async () => {
    const { accountId, first, second } = await subscriber();
    await skipOrder(world.ctx(), accountId, { orderId: first, skip: true });
    await own(accountId, second);
    const after = parseDay('2026-12-31');
    const { upcomingOrders } = await changeFrequency(world.ctx(), accountId, { frequency: 2, after });
    expect(upcomingOrders.map(({ paymentDate, ownBox }) => [paymentDate, ownBox])).toEqual([
      ['2026-12-31', false],
      ['2027-02-28', false],
      ['2027-04-30', false],
    ]);
  });

  test('can get a free product, and from then on its contents are fixed', async () => {
    const { accountId, first, second } = await subscriber();
    await own(accountId, first);
    await holdFreeProduct(world, accountId, second, 'night-pads');
    await givePoints(accountId);
    const redeemed = await redeemProduct(world.ctx(), accountId, {
      productCode: 'night-pads',
      orderId: first,
    });
    expect(redeemed.order).toMatchObject({ ownBox: true, freeProduct: 'night-pads', total: 30775 });
    expect(await refusalOf(own(accountId, first, NIGHT))).toBe('BOX_FIXED');
    expect(await refusalOf(restore(accountId, first))).toBe('BOX_FIXED');
    expect(shown(await changeBox(world.ctx(), accountId, { items: NIGHT }))).toEqual([OWN, USUAL, CHANGED]);
  });

  test('gets a new reminder after its first one', async () => {
    const { accountId, first } = await subscriber();
    const reminders = () => world.db.select().from(messages).where(eq(messages.kind, 'order_reminder'));
    await goTo(world, '2026-12-26', '09:00');
    await runBilling(world.ctx());
    expect((await reminders()).map(({ payload }) => payload.total)).toEqual([37525]);
    await own(accountId, first);
    await runBilling(world.ctx());
    expect((await reminders()).at(-1)?.payload.total).toBe(30775);
  });
});

describe('own contents are refused', () => {
  test('for another order, after the payment date has begun, and without a free choice', async () => {
    const { accountId, first, second } = await subscriber();
    const other = await plantSubscriber(world, { paymentDay: 31 });
    const paid = (await ordersOf(world, accountId))[0]?.id ?? '';
    const outcome = (orderId: string, items = LINERS, more = {}) =>
      refusalOf(own(accountId, orderId, items, more));
    expect(await outcome('ord_unknown')).toBe('ORDER_NOT_FOUND');
    expect(await refusalOf(own(other.accountId, first))).toBe('ORDER_NOT_FOUND');
    for (const orderId of [paid, second]) expect(await outcome(orderId)).toBe('ORDER_NOT_NEXT');
    expect(await outcome(first, [])).toBe('BOX_INVALID');
    expect(await outcome(first, [{ productCode: 'night-pads', quantity: 11 }])).toBe('BOX_INVALID');
    expect(await outcome(first, LINERS, { version: 99 })).toBe('STALE');
    await goTo(world, '2026-12-31', '00:00');
    expect(await outcome(first)).toBe('ORDER_NOT_NEXT');
    expect(await outcome(second)).toMatch(/^accepted/);
    await cancelSubscription(world.ctx(), accountId, { reason: 'other' });
    expect(await outcome(second)).toBe('NOT_ACTIVE');
    expect(await refusalOf(restore(accountId, second))).toBe('NOT_ACTIVE');
  });

  test('in the second of two tabs', async () => {
    const { accountId, first } = await subscriber();
    const { version } = (await view(accountId)).subscription;
    const results = await Promise.all([
      refusalOf(own(accountId, first, LINERS, { version })),
      refusalOf(own(accountId, first, NIGHT, { version })),
    ]);
    expect(results.filter((result) => result === 'STALE')).toHaveLength(1);
  });

  test('while the outcome of a charge is unknown', async () => {
    const { accountId } = await openRenewalAttempt(world);
    const order = (await ordersOf(world, accountId)).find(({ status }) => status === 'upcoming');
    expect(await refusalOf(own(accountId, order?.id ?? ''))).toBe('PAYMENT_PENDING');
  });
});
