import { eq, inArray } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ProductCode } from '@/domain/product';
import { transaction } from '@/server/db';
import { messages, orderItems, orderLinks, orders, products } from '@/server/db/schema';
import { lockSubscriptionOf } from '@/server/lifecycle/locks';
import { hashOfToken } from '@/server/lifecycle/order-links';
import { endMailedLinks } from '@/server/login/one-time-tokens';
import { doOneTap, doTapped, showOneTap } from '@/server/subscriber/message-links/one-tap';
import { cancelSubscription } from '@/server/subscriber/plan/cancel';
import { changeOrderBox, skipOrder } from '@/server/subscriber/plan/plan-commands';
import { runBilling } from '@/server/work/jobs/run';
import { changePrices, forgetPriceChanges, operatorCtx } from '@/testing/price-changes';
import { runJobs } from '@/testing/jobs';
import {
  goTo,
  holdFreeProduct,
  ordersOf,
  plantSubscriber,
  refusalOf,
  type Planted,
} from '@/testing/subscribers';
import { untilLocked } from '@/testing/waiting';
import { withWorld } from '@/testing/with-world';
import { continueOffer, countToAsk, offerSubstitute } from './offer-substitute';

const world = withWorld({ cleanup: 'empty' });
const FROM = 'day-pads';
const TO = 'night-pads';
const address = '203.0.113.9';
let person: Planted;

const sell = (codes: ProductCode[], active: boolean) =>
  transaction(world.db, (tx) => tx.update(products).set({ active }).where(inArray(products.code, codes)));
const request = (to: ProductCode = TO, from: ProductCode = FROM) =>
  offerSubstitute(operatorCtx(world), { from, to });
/** Does the work of the job. It sends no message, because a sent one has forgotten its link. */
const run = (to: ProductCode = TO) => continueOffer(world.ctx(), { from: FROM, to, after: '' });
const told = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => (error as Error).message,
  );
const offers = async () => world.db.select().from(orderLinks).where(eq(orderLinks.action, 'swap'));
const written = () => world.db.select().from(messages).where(eq(messages.kind, 'substitute_offer'));
const tokenFor = async ({ accountId }: Planted = person) => {
  const mine = (await written()).find((one) => one.accountId === accountId);
  return String(mine?.payload.link).split('/do/')[1] ?? '';
};
const show = (token: string) => showOneTap(world.ctx(), token);
const accept = (token: string, expectedTotal?: number) =>
  doOneTap(world.ctx(), token, { address, ...(expectedTotal !== undefined && { expectedTotal }) });
const boxesOf = async ({ accountId }: Planted = person) => {
  const upcoming = (await ordersOf(world, accountId)).filter(({ status }) => status === 'upcoming');
  const boxes = upcoming.map(async ({ id }) => {
    const items = await world.db.select().from(orderItems).where(eq(orderItems.orderId, id));
    return items
      .map(({ quantity, productCode }) => `${quantity} ${productCode}`)
      .toSorted()
      .join(', ');
  });
  return Promise.all(boxes);
};
const nextId = async ({ accountId }: Planted = person) =>
  (await ordersOf(world, accountId)).find(({ status }) => status === 'upcoming')?.id ?? '';
const OLD = '1 night-pads, 2 day-pads';

beforeEach(async () => {
  await goTo(world, '2026-11-20', '10:00');
  person = await plantSubscriber(world);
  await sell([FROM], false);
  await goTo(world, '2026-12-20', '10:00');
});
afterEach(async () => {
  await sell([FROM, TO], true);
  await forgetPriceChanges(world);
});

describe('an offer of a substitute', () => {
  test('asks each subscriber whose next order has the product once, and changes nothing', async () => {
    const without = await plantSubscriber(world, { items: [{ productCode: 'panty-liners', quantity: 3 }] });
    const skipped = await plantSubscriber(world);
    const ended = await plantSubscriber(world);
    await skipOrder(world.ctx(), skipped.accountId, { orderId: await nextId(skipped), skip: true });
    await cancelSubscription(world.ctx(), ended.accountId, { reason: 'other' });
    expect(await countToAsk(world.ctx(), FROM)).toEqual({ orders: 2, asked: 0, accepted: 0 });
    await request();
    await runJobs();
    await request('panty-liners');
    await runJobs();
    const asked = (await written()).map(({ accountId }) => accountId).toSorted();
    expect(asked).toEqual([person.accountId, skipped.accountId].toSorted());
    const links = (await offers()).map(({ orderId }) => orderId).toSorted();
    expect(links).toEqual([await nextId(), await nextId(skipped)].toSorted());
    expect(await countToAsk(world.ctx(), FROM)).toEqual({ orders: 2, asked: 2, accepted: 0 });
    expect(await boxesOf()).toEqual([OLD, OLD, OLD]);
    expect(await boxesOf(without)).toEqual(['3 panty-liners', '3 panty-liners', '3 panty-liners']);
  });

  test('made twice at once asks once, with one of the two substitutes', async () => {
    await Promise.all([run(), run('panty-liners'), run(), run('panty-liners')]);
    expect(await written()).toHaveLength(1);
    expect(await offers()).toHaveLength(1);
  });

  test('is refused for a product on sale, and for a substitute that is sold out, dearer or the product itself', async () => {
    expect(await told(request('panty-liners', 'night-pads'))).toMatch('already sold');
    expect(await told(request('starter-pack'))).toMatch('the same or less');
    await sell([TO], false);
    expect(await told(request(TO))).toMatch('sold out');
    expect(await told(request(FROM))).toMatch('sold out');
    expect(await written()).toEqual([]);
  });

  test('leaves out an order with a free product, and one that would cost more than now', async () => {
    await holdFreeProduct(world, person.accountId, await nextId(), 'panty-liners');
    await run();
    expect(await written()).toEqual([]);
    await plantSubscriber(world);
    const dearer = [FROM, TO] as const;
    await changePrices(world, { products: dearer.map((code) => ({ code, listPrice: 20_000 })) });
    await run();
    expect(await written()).toEqual([]);
  });
});

describe('the link of an offer', () => {
  const offered = async (to: ProductCode = TO) => {
    await run(to);
    return tokenFor();
  };
  const expectOver = async (token: string, state: string) => {
    const before = await boxesOf();
    expect(await show(token)).toMatchObject({ state, swap: null });
    expect(await refusalOf(accept(token))).toBe('ORDER_NOT_UPCOMING');
    expect(await boxesOf()).toEqual(before);
  };

  test('shows both products and the totals, and when accepted changes one order once, also twice at once', async () => {
    const token = await offered('panty-liners');
    expect(await show(token)).toMatchObject({
      action: 'swap',
      state: 'open',
      paymentDate: '2026-12-31',
      until: '2026-12-30',
      undoUntil: null,
      swap: { to: { en: 'Panty liners' }, packs: 2, before: 37_525, after: 33_025 },
    });
    const [message] = await written();
    expect(message?.payload).toMatchObject({ before: 37_525, total: 33_025, packs: 2 });
    await Promise.allSettled([accept(token, 33_025), accept(token, 33_025)]);
    expect(await accept(token)).toMatchObject({ state: 'done', swap: null, undoUntil: null });
    expect(await countToAsk(world.ctx(), FROM)).toMatchObject({ orders: 0, accepted: 1 });
    expect(await boxesOf()).toEqual(['1 night-pads, 2 panty-liners', OLD, OLD]);
    const [order] = await world.db
      .select()
      .from(orders)
      .where(eq(orders.id, await nextId()));
    expect(order).toMatchObject({ total: 33_025, ownBox: true });
    expect(await refusalOf(doOneTap(world.ctx(), token, { address, undo: true }))).toBe('ORDER_NOT_UPCOMING');
    expect((await boxesOf())[0]).toBe('1 night-pads, 2 panty-liners');
  });

  test('joins the packs of a substitute that the box has already, at the same price', async () => {
    const token = await offered();
    expect((await show(token)).swap).toMatchObject({ before: 37_525, after: 37_525 });
    await accept(token);
    expect(await boxesOf()).toEqual(['3 night-pads', OLD, OLD]);
  });

  test('keeps the free delivery of a box that has no plan any more', async () => {
    const items = (['day-pads', 'night-pads', 'panty-liners'] as const).map((productCode) => ({
      productCode,
      quantity: 1,
    }));
    await sell([FROM], true);
    person = await plantSubscriber(world, { items });
    await sell([FROM], false);
    const token = await offered();
    expect((await show(token)).swap).toMatchObject({ before: 31_275, after: 31_275 });
    await accept(token, 31_275);
    const [order] = await world.db
      .select()
      .from(orders)
      .where(eq(orders.id, await nextId()));
    expect(order).toMatchObject({ deliveryFee: 0, total: 31_275, boxPrice: 31_275 });
  });

  test('is refused once the subscriber changed the box, with and without the product', async () => {
    const token = await offered();
    const orderId = await nextId();
    for (const productCode of [FROM, 'panty-liners'] as const) {
      await changeOrderBox(world.ctx(), person.accountId, { orderId, items: [{ productCode, quantity: 1 }] });
      await expectOver(token, 'changed');
    }
  });

  test.each([
    [
      'skipped',
      'changed',
      async () => skipOrder(world.ctx(), person.accountId, { orderId: await nextId(), skip: true }),
    ],
    ['cancelled', 'ended', () => cancelSubscription(world.ctx(), person.accountId, { reason: 'other' })],
    [
      'charged',
      'too_late',
      async () => {
        await goTo(world, '2026-12-31', '09:00');
        await runBilling(world.ctx());
      },
    ],
  ])('is refused once the order is %s', async (_, state, end) => {
    const token = await offered();
    await end();
    await expectOver(token, state);
  });

  test('is refused once the substitute is sold out, or costs more', async () => {
    const token = await offered();
    await sell([TO], false);
    await expectOver(token, 'changed');
    await sell([TO], true);
    await changePrices(world, { products: [{ code: TO, listPrice: 20_000 }] });
    await expectOver(token, 'changed');
  });

  test('is refused for another total than the page showed', async () => {
    const token = await offered();
    expect(await refusalOf(accept(token, 30_000))).toBe('TOTAL_CHANGED');
    expect(await boxesOf()).toEqual([OLD, OLD, OLD]);
  });

  test('changes only the order of its own subscriber, and nothing once a new password ended it', async () => {
    const other = await plantSubscriber(world);
    const token = await offered();
    await accept(await tokenFor(other));
    expect(await boxesOf()).toEqual([OLD, OLD, OLD]);
    await transaction(world.db, (tx) => endMailedLinks(tx, world.now(), person.accountId));
    expect(await refusalOf(show(token))).toBe('NOT_FOUND');
    expect(await refusalOf(accept(token))).toBe('NOT_FOUND');
    expect(
      (await written()).find(({ accountId }) => accountId === person.accountId)?.payload,
    ).not.toHaveProperty('link');
  });

  test('is not accepted by a button of LINE, which shows no price', async () => {
    const token = await offered();
    expect(await doTapped(world.ctx(), { hash: hashOfToken(token), accountId: person.accountId })).toBeNull();
    expect(await boxesOf()).toEqual([OLD, OLD, OLD]);
  });

  test('never overwrites a change of the box at the same time', async () => {
    const token = await offered();
    const items = [{ productCode: 'panty-liners' as const, quantity: 3 }];
    const orderId = await nextId();
    const both = await transaction(world.db, async (tx) => {
      await lockSubscriptionOf(tx, person.accountId);
      const changed = changeOrderBox(world.ctx(), person.accountId, { orderId, items });
      await untilLocked(world);
      const accepted = refusalOf(accept(token));
      await untilLocked(world, 2);
      return { changed, accepted };
    });
    await both.changed;
    expect(await both.accepted).toBe('ORDER_NOT_UPCOMING');
    expect(await boxesOf()).toEqual(['3 panty-liners', OLD, OLD]);
  });
});
