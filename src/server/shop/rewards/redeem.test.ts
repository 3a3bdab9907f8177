import { and, eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { settings } from '@/settings/settings';
import type { ProductCode } from '@/domain/product';
import { runBilling } from '@/server/work/jobs/run';
import { openDatabase, transaction } from '@/server/db';
import { auditEvents, orders, pointsEntries, subscriptions } from '@/server/db/schema';
import { moveFreeProduct } from '@/server/desk/acts/free-product';
import { changePaymentDay, skipOrder } from '@/server/subscriber/plan/plan-commands';
import { convertToOffline } from '@/server/money/payment-method/convert-offline';
import { cancelSubscription } from '@/server/subscriber/plan/cancel';
import { runJobs } from '@/testing/jobs';
import {
  goTo,
  ordersOf,
  plantRegistration,
  plantSubscriber,
  pointsOf,
  refusalOf,
} from '@/testing/subscribers';
import { movePoints } from '@/server/lifecycle/points';
import { withWorld } from '@/testing/with-world';
import { listPointsEntries, viewRewards } from './queries';
import { redeemProduct } from './redeem';

const world = withWorld({ cleanup: 'check' });

/** Adds points without an order. */
const give = (accountId: string, delta: number) =>
  transaction(world.db, (tx) =>
    movePoints(tx, world.now(), [
      {
        accountId,
        kind: 'earned',
        source: `given:${delta}`,
        delta,
        orderId: null,
      },
    ]),
  );

/**
 * Returns a subscriber with this many points, including the first order's 33, and the ids of the three orders ahead.
 */
async function holder(points: number) {
  const { accountId, subscriptionId } = await plantSubscriber(world);
  if (points > 33) await give(accountId, points - 33);
  const [, ...ahead] = await ordersOf(world, accountId);
  return { accountId, subscriptionId, ids: ahead.map(({ id }) => id) as [string, string, string] };
}

const redeem = (accountId: string, orderId?: string, productCode: ProductCode = 'panty-liners') =>
  redeemProduct(world.ctx(), accountId, { productCode, ...(orderId !== undefined && { orderId }) });
const skip = (accountId: string, orderId: string) =>
  skipOrder(world.ctx(), accountId, { orderId, skip: true });
const entriesOf = (accountId: string, kind: 'held' | 'returned') =>
  world.db
    .select()
    .from(pointsEntries)
    .where(and(eq(pointsEntries.accountId, accountId), eq(pointsEntries.kind, kind)));

async function freeProducts(accountId: string) {
  const rows = await world.db
    .select()
    .from(orders)
    .where(eq(orders.accountId, accountId))
    .orderBy(orders.cycleIndex);
  return rows.slice(1).map(({ freeProductCode, freeProductPoints }) => freeProductCode && freeProductPoints);
}

async function run(day: string, time = '09:00') {
  await goTo(world, day, time);
  await runBilling(world.ctx());
  await world.sandbox.settled();
  await runJobs();
}

describe('a free product', () => {
  test('goes to the next order; its points are held, and the change is counted and audited', async () => {
    const { accountId, subscriptionId, ids } = await holder(160);
    const { order, points } = await redeem(accountId);
    expect(order).toMatchObject({ orderId: ids[0], freeProduct: 'panty-liners', total: 37_525 });
    expect([points, await pointsOf(world, accountId)]).toEqual([10, 10]);
    const [{ version } = { version: 0 }] = await world.db
      .select()
      .from(subscriptions)
      .where(eq(subscriptions.id, subscriptionId));
    expect(version).toBeGreaterThan(1);
    const audit = await world.db
      .select()
      .from(auditEvents)
      .where(eq(auditEvents.what, 'free_product.redeemed'));
    expect(audit).toMatchObject([
      { actor: accountId, subject: subscriptionId, detail: { orderId: ids[0], product: 'panty-liners' } },
    ]);
    expect(await viewRewards(world.ctx(), accountId)).toMatchObject({
      points: 10,
      freeProduct: { points: 150, toGo: 140, orders: [{ orderId: ids[1] }, { orderId: ids[2] }] },
      held: [{ orderId: ids[0], productCode: 'panty-liners', skipped: false }],
      nextOrder: { orderId: ids[0], points: 33 },
    });
  });

  test('is one per order: the second goes to the next order that is not skipped, a third one nowhere', async () => {
    const { accountId, ids } = await holder(500);
    await redeem(accountId);
    await skip(accountId, ids[1]);
    expect((await redeem(accountId)).order.orderId).toBe(ids[2]);
    expect(await refusalOf(redeem(accountId))).toBe('NO_UPCOMING_ORDER');
    expect(await pointsOf(world, accountId)).toBe(200);
  });

  test("goes to the requested order, unless that has one, is skipped or over, or is another account's", async () => {
    const { accountId, ids } = await holder(400);
    const [paid] = await ordersOf(world, accountId);
    expect((await redeem(accountId, ids[2])).order.orderId).toBe(ids[2]);
    expect(await refusalOf(redeem(accountId, ids[2]))).toBe('ORDER_HAS_FREE_PRODUCT');
    await skip(accountId, ids[0]);
    expect(await refusalOf(redeem(accountId, ids[0]))).toBe('ORDER_NOT_UPCOMING');
    expect(await refusalOf(redeem(accountId, paid?.id))).toBe('ORDER_NOT_UPCOMING');
    const stranger = await holder(33);
    expect(await refusalOf(redeem(accountId, stranger.ids[0]))).toBe('ORDER_NOT_FOUND');
    expect(await refusalOf(redeem(accountId, 'ord_nothing'))).toBe('ORDER_NOT_FOUND');
    expect(await pointsOf(world, accountId)).toBe(250);
  });

  test('is refused from the start of the payment date on, even if the order was not begun yet', async () => {
    const { accountId, ids } = await holder(200);
    await goTo(world, '2026-12-31', '00:00');
    expect(await refusalOf(redeem(accountId, ids[0]))).toBe('ORDER_NOT_UPCOMING');
    expect((await redeem(accountId)).order.orderId).toBe(ids[1]);
    await runBilling(world.ctx());
  });

  test('costs 150 points and is a single product that is sold', async () => {
    const { accountId } = await holder(149);
    expect(await refusalOf(redeem(accountId))).toBe('POINTS_TOO_FEW');
    await give(accountId, 1);
    expect(await refusalOf(redeem(accountId, undefined, 'starter-pack'))).toBe('PRODUCT_NOT_REDEEMABLE');
    const active = (to: boolean) =>
      transaction(world.db, (tx) =>
        tx.execute(`update products set active = ${to} where code = 'night-pads-xl'`),
      );
    await active(false);
    expect(await refusalOf(redeem(accountId, undefined, 'night-pads-xl'))).toBe('PRODUCT_NOT_REDEEMABLE');
    await active(true);
    expect((await redeem(accountId, undefined, 'night-pads-xl')).points).toBe(0);
  });

  test('is refused during a registration or a pending offline payment, and after cancelling', async () => {
    const { accountId: registering } = await plantRegistration(world);
    expect(await refusalOf(redeem(registering))).toBe('NOT_ALLOWED');
    const { accountId } = await holder(200);
    await convertToOffline(world.ctx(), accountId);
    await run('2026-12-31');
    expect(await refusalOf(redeem(accountId))).toBe('PAYMENT_PENDING');
    await cancelSubscription(world.ctx(), accountId, { reason: 'other' });
    expect(await refusalOf(redeem(accountId))).toBe('NO_UPCOMING_ORDER');
  });
});

describe('spending points', () => {
  test('succeeds for one of 32 concurrent redemptions of one balance, each over its own connection', async () => {
    const { accountId } = await holder(150);
    const db = openDatabase(settings().DATABASE_URL, 32);
    // Eight more at a time: all at once can take a busy machine longer than the limit of a connect.
    for (let open = 8; open <= 32; open += 8)
      await Promise.all(Array.from({ length: open }, () => db.execute('select pg_sleep(0.1)')));
    const [open] = await world.db.execute(`select count(*)::int as n from pg_stat_activity
      where datname = current_database() and state = 'idle'`);
    expect(open?.n).toBeGreaterThanOrEqual(32);
    const product = { productCode: 'panty-liners' } as const;
    const answers = await Promise.all(
      Array.from({ length: 32 }, () =>
        refusalOf(redeemProduct({ db, now: world.now() }, accountId, product)),
      ),
    );
    await db.$client.end();
    expect(answers.filter((answer) => answer.startsWith('accepted'))).toHaveLength(1);
    expect(new Set(answers.filter((answer) => !answer.startsWith('accepted')))).toEqual(
      new Set(['POINTS_TOO_FEW']),
    );
    expect(await pointsOf(world, accountId)).toBe(0);
    expect(await entriesOf(accountId, 'held')).toHaveLength(1);
  });

  test('succeeds for three of 64 redemptions of a large balance, one per order', async () => {
    const { accountId } = await holder(1000);
    const answers = await Promise.all(Array.from({ length: 64 }, () => refusalOf(redeem(accountId))));
    expect(answers.filter((answer) => answer.startsWith('accepted'))).toHaveLength(3);
    expect(await pointsOf(world, accountId)).toBe(550);
    expect(await freeProducts(accountId)).toEqual([150, 150, 150]);
  });

  test('is never written beyond the balance, not even as a debt', async () => {
    const { accountId } = await holder(33);
    const held = { accountId, kind: 'held', source: 'x', delta: -34, orderId: null } as const;
    await expect(transaction(world.db, (tx) => movePoints(tx, world.now(), [held]))).rejects.toThrow(
      RangeError,
    );
    expect(await pointsOf(world, accountId)).toBe(33);
  });
});

describe('the points of a free product', () => {
  test('are spent when its order is paid', async () => {
    const { accountId } = await holder(150);
    await redeem(accountId);
    await run('2026-12-31');
    expect(await pointsOf(world, accountId)).toBe(33);
    expect(await freeProducts(accountId)).toEqual([150, null, null, null]);
    expect(await entriesOf(accountId, 'returned')).toEqual([]);
  });

  test.each<[string, (accountId: string, ids: string[]) => Promise<unknown>]>([
    ['is void', (accountId) => cancelSubscription(world.ctx(), accountId, { reason: 'other' })],
    [
      'is unpaid',
      async (accountId) => {
        await convertToOffline(world.ctx(), accountId);
        await run('2026-12-31');
        await run('2027-01-04', '00:00');
      },
    ],
    ['is missed', () => run('2027-01-31', '00:00')],
    [
      'was skipped and its date has passed',
      async (accountId, [orderId = '']) => {
        await skip(accountId, orderId);
        expect(await pointsOf(world, accountId)).toBe(0);
        await run('2026-12-31', '00:00');
      },
    ],
    [
      'was skipped and another payment day closes it',
      async (accountId, [orderId = '']) => {
        await goTo(world, '2026-12-20', '10:00');
        await skip(accountId, orderId);
        await changePaymentDay(world.ctx(), accountId, { paymentDay: 10, preview: true });
        expect(await pointsOf(world, accountId)).toBe(0);
        await changePaymentDay(world.ctx(), accountId, { paymentDay: 10 });
      },
    ],
  ])('return once when its order %s', async (_how, end) => {
    const { accountId, ids } = await holder(150);
    await redeem(accountId);
    await end(accountId, ids);
    expect(await pointsOf(world, accountId)).toBe(150);
    expect((await entriesOf(accountId, 'returned')).map(({ points }) => points)).toEqual([150]);
    expect((await freeProducts(accountId)).filter(Boolean)).toEqual([]);
  });

  test('return for both when an order lost its free product to another one and got a second', async () => {
    const { accountId, ids } = await holder(300);
    await redeem(accountId);
    await skip(accountId, ids[0]);
    await moveFreeProduct({ ...world.ctx(), operator: 'operator' }, ids[0]);
    await skipOrder(world.ctx(), accountId, { orderId: ids[0], skip: false });
    await redeem(accountId, ids[0]);
    expect(await freeProducts(accountId)).toEqual([150, 150, null]);
    await cancelSubscription(world.ctx(), accountId, { reason: 'other' });
    expect(await pointsOf(world, accountId)).toBe(300);
  });
});

test('the ledger lists every movement, latest first, ten a page, each once however often it is read', async () => {
  const { accountId } = await holder(33);
  for (let points = 1; points <= 22; points++) await give(accountId, points);
  const pages = await Promise.all(
    [1, 2, 3, 4].map((page) => listPointsEntries(world.ctx(), accountId, page)),
  );
  expect(pages.map(({ entries, pages: whole }) => [entries.length, whole])).toEqual([
    [10, 3],
    [10, 3],
    [3, 3],
    [0, 1],
  ]);
  const all = pages.flatMap(({ entries }) => entries);
  expect(new Set(all.map(({ id }) => id)).size).toBe(23);
  expect(all.map(({ at }) => at)).toEqual(
    all
      .map(({ at }) => at)
      .sort()
      .reverse(),
  );
  const [first] = await ordersOf(world, accountId);
  expect(all.at(-1)).toMatchObject({
    kind: 'earned',
    points: 33,
    order: { orderId: first?.id, paymentDate: '2026-11-20' },
  });
  expect((await listPointsEntries(world.ctx(), accountId, 1)).entries).toEqual(pages[0]?.entries);
});
