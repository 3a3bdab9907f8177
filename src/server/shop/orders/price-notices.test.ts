import { asc, eq, gt, sql } from 'drizzle-orm';
import { afterEach, describe, expect, test } from 'vitest';
import { parseDay } from '@/domain/day';
import { transaction } from '@/server/db';
import {
  deliveryRates,
  messages,
  orders,
  priceNotices,
  productPrices,
  subscriptions,
} from '@/server/db/schema';
import { runBilling } from '@/server/work/jobs/run';
import { cancelSubscription } from '@/server/subscriber/plan/cancel';
import {
  changeBox,
  changeFrequency,
  changePaymentDay,
  pauseSubscription,
} from '@/server/subscriber/plan/plan-commands';
import { getSubscriptionView } from '@/server/subscriber/plan/queries';
import { reactivate } from '@/server/subscriber/plan/reactivate';
import { deepTest } from '@/testing/deep';
import { cloneSubscriber } from '@/testing/clone-subscriber';
import { expectInvariants } from '@/testing/invariants';
import { runJobs } from '@/testing/jobs';
import { mailsTo } from '@/testing/providers';
import { queriesOf } from '@/testing/queries';
import { goTo, ordersOf, plantSubscriber, refusalOf } from '@/testing/subscribers';
import { untilLocked } from '@/testing/waiting';
import { withWorld } from '@/testing/with-world';
import { beginPaymentDates } from './beginnings';

const world = withWorld({ cleanup: 'check' });
afterEach(() =>
  transaction(world.db, async (tx) => {
    await tx.delete(productPrices).where(gt(productPrices.version, 1));
    await tx.update(deliveryRates).set({ fee: 4000 }).where(eq(deliveryRates.zone, 'bangkok'));
  }),
);

const OLD = 37525;
/** The total after `raise()`: two packs of day pads cost ฿15 more each with the discount, night pads ฿11.25. */
const NEW = OLD + 3000 + 1125;

/** Creates a subscriber who paid on 20 November, with orders on 31 December, 31 January and 28 February. */
async function subscriber(wish: Parameters<typeof plantSubscriber>[1] = {}) {
  const person = await plantSubscriber(world, wish);
  await world.sandbox.settled();
  await runJobs();
  return person;
}

/** Sets a higher price of two products from now on. */
async function raise(version = 2, more = 0): Promise<void> {
  const of = (productCode: string, listPrice: number) => ({
    productCode,
    version,
    listPrice: listPrice + more,
    validFrom: world.now(),
  });
  await transaction(world.db, (tx) =>
    tx.insert(productPrices).values([of('day-pads', 16900), of('night-pads', 16400)]),
  );
}

const begin = async (day: string) => {
  await goTo(world, day, '09:00');
  await runBilling(world.ctx());
};
const totalsOf = async (accountId: string) =>
  (await ordersOf(world, accountId)).filter(({ status }) => status !== 'void').map(({ total }) => total);
const noticesOf = async () => world.db.select().from(priceNotices).orderBy(asc(priceNotices.number));
const told = () =>
  world.db.select().from(messages).where(eq(messages.kind, 'price_notice')).orderBy(asc(messages.createdAt));
const view = (accountId: string) => getSubscriptionView(world.ctx(), accountId);

describe('a higher price', () => {
  test('is announced once, 30 days or more before the first order with it, for all products of a day', async () => {
    const { accountId, email } = await subscriber();
    await goTo(world, '2026-12-30', '12:00');
    await raise();
    await begin('2026-12-31');
    expect(await totalsOf(accountId)).toEqual([OLD, OLD, OLD, OLD, NEW]);
    const [message, ...more] = await told();
    expect([more, message?.payload]).toEqual([
      [],
      expect.objectContaining({ firstDate: '2027-03-31', oldTotal: OLD, newTotal: NEW }),
    ]);
    await runJobs();
    const subject = 'Your price changes on 31 Mar 2027';
    expect(mailsTo(world, email).filter((one) => one === subject)).toHaveLength(1);
    const { priceNotice } = (await view(accountId)).subscription;
    expect(priceNotice).toEqual({ firstDate: '2027-03-31', oldTotal: OLD, newTotal: NEW });
    for (const day of ['2027-01-31', '2027-02-28', '2027-03-31']) await begin(day);
    expect(await told()).toHaveLength(1);
    expect((await ordersOf(world, accountId)).at(4)).toMatchObject({ status: 'paid', total: NEW });
    expect((await view(accountId)).subscription.priceNotice).toBeNull();
    await raise(3, 1000);
    await begin('2027-04-30');
    expect((await noticesOf()).map(({ number, firstDate }) => [number, firstDate])).toEqual([
      [1, '2027-03-31'],
      [2, '2027-07-31'],
    ]);
  });

  test('of delivery is announced, and a lower price is not', async () => {
    const { accountId } = await subscriber();
    await transaction(world.db, (tx) =>
      tx.update(deliveryRates).set({ fee: 5000 }).where(eq(deliveryRates.zone, 'bangkok')),
    );
    await begin('2026-12-31');
    expect(await noticesOf()).toMatchObject([{ oldTotal: OLD, newTotal: OLD + 1000 }]);
    await transaction(world.db, (tx) =>
      tx.update(deliveryRates).set({ fee: 3000 }).where(eq(deliveryRates.zone, 'bangkok')),
    );
    await begin('2027-01-31');
    expect((await totalsOf(accountId)).slice(-2)).toEqual([OLD + 1000, OLD - 1000]);
    expect(await told()).toHaveLength(1);
  });

  test('does not apply to an order that is planned nearer, and a preview shows the notice without sending it', async () => {
    const { accountId } = await subscriber({ frequency: 3 });
    await goTo(world, '2026-12-20', '10:00');
    await raise();
    const after = (await view(accountId)).upcomingOrders[0]!.paymentDate;
    const change = (preview: boolean) =>
      changeFrequency(world.ctx(), accountId, { frequency: 1, after, preview });
    const shown = await change(true);
    expect(shown.upcomingOrders.map(({ paymentDate, total }) => [paymentDate, total])).toEqual([
      ['2027-02-28', OLD],
      ['2027-03-31', NEW],
      ['2027-04-30', NEW],
    ]);
    expect(shown.subscription.priceNotice).toMatchObject({ firstDate: '2027-03-31' });
    expect([await noticesOf(), await told()]).toEqual([[], []]);
    await change(false);
    expect(await told()).toHaveLength(1);
  });

  deepTest('applies from the announced date on, also after the frequency changed', async () => {
    const { accountId } = await subscriber({ frequency: 3 });
    await raise();
    await begin('2027-02-28');
    expect(await noticesOf()).toMatchObject([{ firstDate: '2027-11-30' }]);
    const after = parseDay('2027-05-31');
    const { upcomingOrders } = await changeFrequency(world.ctx(), accountId, { frequency: 2, after });
    expect(upcomingOrders.map(({ paymentDate, total }) => [paymentDate, total])).toEqual([
      ['2027-05-31', OLD],
      ['2027-07-31', OLD],
      ['2027-09-30', OLD],
    ]);
    for (const day of ['2027-05-31', '2027-07-31']) await begin(day);
    const [last] = (await view(accountId)).upcomingOrders.slice(-1);
    expect([last?.paymentDate, last?.total]).toEqual(['2028-01-31', NEW]);
    expect(await told()).toHaveLength(1);
  });

  test('applies at once to a box that the subscriber changes, and ends the earlier notice', async () => {
    const { accountId } = await subscriber();
    await raise();
    await begin('2026-12-31');
    const items = [{ productCode: 'day-pads' as const, quantity: 1 }];
    const { subscription, upcomingOrders } = await changeBox(world.ctx(), accountId, { items });
    expect(upcomingOrders.map(({ total }) => total)).toEqual([16675, 16675, 16675]);
    expect(subscription.priceNotice).toBeNull();
    await begin('2027-01-31');
    expect([(await totalsOf(accountId)).at(-1), (await told()).length]).toEqual([16675, 1]);
  });

  test('applies after a pause with a notice, and without one to a subscription that is reactivated', async () => {
    const { accountId } = await subscriber();
    await pauseSubscription(world.ctx(), accountId, { until: parseDay('2027-05-01') });
    await raise();
    await begin('2026-12-31');
    expect((await told()).map(({ payload }) => payload.firstDate)).toEqual(['2027-03-31']);
    await cancelSubscription(world.ctx(), accountId, { reason: 'other' });
    expect((await view(accountId)).subscription.priceNotice).toBeNull();
    await raise(3, 1000);
    await reactivate(world.ctx(), accountId, { when: parseDay('2027-01-10'), frequency: 1 });
    const { upcomingOrders } = await view(accountId);
    expect(new Set(upcomingOrders.map(({ total }) => total))).toEqual(new Set([NEW + 2250]));
    expect(await told()).toHaveLength(1);
  });
});

describe('notices in sets', () => {
  test('need five statements for a hundred subscribers', async () => {
    const person = await subscriber();
    await cloneSubscriber(world, person, 100);
    await raise();
    await goTo(world, '2026-12-31', '00:00');
    const ids = (await world.db.select().from(subscriptions)).map(({ id }) => id);
    const count = async (work: () => Promise<unknown>) =>
      (await queriesOf(world.db, work)).filter((text) => !/^(begin|commit)/i.test(text)).length;
    const statements = await count(() => beginPaymentDates(world.ctx(), ids.slice(1)));
    await transaction(world.db, (tx) => tx.delete(productPrices).where(gt(productPrices.version, 1)));
    const [without] = ids;
    const plain = await count(() => beginPaymentDates(world.ctx(), [without!]));
    expect(statements - plain).toBeLessThanOrEqual(5);
    expect(await told()).toHaveLength(100);
    await transaction(world.db, (tx) =>
      tx.execute(sql`delete from accounts where id <> ${person.accountId}`),
    );
  });
});

describe('a price change during planning', () => {
  test('is announced once if a billing run and a change of the payment day plan at the same time', async () => {
    const { accountId, subscriptionId } = await subscriber();
    await goTo(world, '2026-12-31', '00:00');
    // Holds the subscription until both have read the catalogue: one before, one after the price change.
    let release = (): void => undefined;
    let markHeld = (): void => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    const held = new Promise<void>((resolve) => (markHeld = resolve));
    const holding = transaction(world.db, async (tx) => {
      await tx.execute(sql`select 1 from subscriptions where id = ${subscriptionId} for update`);
      markHeld();
      await released;
    });
    await held;
    const change = refusalOf(changePaymentDay(world.ctx(), accountId, { paymentDay: 15 }));
    await untilLocked(world, 1);
    await raise();
    const run = beginPaymentDates(world.ctx(), [subscriptionId]);
    await untilLocked(world, 2);
    release();
    await Promise.all([holding, change, run]);
    await runBilling(world.ctx());
    expect((await noticesOf()).length).toBeLessThanOrEqual(1);
    expect((await told()).length).toBe((await noticesOf()).length);
    await expectInvariants(world);
    const planned = await world.db.select().from(orders).where(eq(orders.accountId, accountId));
    for (const order of planned.filter(({ total }) => total === NEW)) {
      const [notice] = await noticesOf();
      expect(order.paymentDate >= notice!.firstDate).toBe(true);
    }
  });
});
