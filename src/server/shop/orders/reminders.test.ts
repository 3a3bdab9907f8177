import { eq, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { runBilling } from '@/server/work/jobs/run';
import { transaction } from '@/server/db';
import { cards, disputes, messages, subscriptions } from '@/server/db/schema';
import { decideDispute } from '@/server/desk/acts/dispute';
import { movePoints } from '@/server/lifecycle/points';
import { redeemProduct } from '@/server/shop/rewards/redeem';
import { cancelSubscription } from '@/server/subscriber/plan/cancel';
import { changeBox, changePaymentDay, skipOrder } from '@/server/subscriber/plan/plan-commands';
import { DELIVERY } from '@/testing/browser';
import { runJobs } from '@/testing/jobs';
import { disputeCharge, gatewayCharges } from '@/testing/providers';
import { plantPending, transfer } from '@/testing/offline';
import { goTo, ordersOf, plantSubscriber, type Planted } from '@/testing/subscribers';
import { withWorld } from '@/testing/with-world';
import { remindOfOrders } from './reminders';

const world = withWorld({ cleanup: 'check' });

const reminders = () => world.db.select().from(messages).where(eq(messages.kind, 'order_reminder'));

/** Queues a reminder at 22:00 that waits for the morning. */
async function remindedAtNight() {
  await goTo(world, '2026-11-20', '10:00');
  const person = await plantSubscriber(world);
  await world.sandbox.settled();
  await runJobs();
  await goTo(world, '2026-12-11', '22:00');
  await changePaymentDay(world.ctx(), person.accountId, { paymentDay: 16 });
  expect(await reminders()).toMatchObject([{ status: 'queued', payload: { paymentDate: '2026-12-16' } }]);
  const order = (await ordersOf(world, person.accountId)).find(({ date }) => date === '2026-12-16');
  return { ...person, orderId: order?.id ?? '' };
}

async function morning() {
  await goTo(world, '2026-12-12', '09:00');
  await runBilling(world.ctx());
  await runJobs();
}

const give = (accountId: string, points: number) =>
  transaction(world.db, (tx) =>
    movePoints(tx, world.now(), [
      { accountId, kind: 'earned', source: 'given', delta: points, orderId: null },
    ]),
  );

/** Returns the text of the last reminder that was mailed to an address. */
async function latestReminder(email: string): Promise<string> {
  const { mailbox } = world.sandbox;
  const mail = mailbox.list(email).find(({ subject }) => subject.startsWith('Your next payment'));
  return mail ? (await mailbox.open(mail)).text : '';
}

test('has the free product of the order and does not offer a change of its box', async () => {
  const { accountId, email } = await plantSubscriber(world);
  await runJobs();
  await give(accountId, 150);
  await redeemProduct(world.ctx(), accountId, { productCode: 'night-pads-xl' });
  await goTo(world, '2026-12-26', '09:00');
  await runBilling(world.ctx());
  await runJobs();
  expect(await reminders()).toMatchObject([
    { status: 'sent', payload: { freeProduct: { en: 'Night pads XL' }, paymentDate: '2026-12-31' } },
  ]);
  const text = await latestReminder(email);
  expect(text).toMatch(/Night pads XL \(free product\) +× 1/);
  expect(text).toContain('its contents can’t be changed');
  expect(text).not.toContain('You can change your box by');
  // The mail is correct: the box of the order with the free product does not change.
  await changeBox(world.ctx(), accountId, { items: [{ productCode: 'panty-liners', quantity: 3 }] });
  const [, next, later] = await ordersOf(world, accountId);
  expect([next?.total, later?.total]).toEqual([37_525, 30_775]);
});

test('names the card, says that it expires before, names the address, and stores no address once it is sent', async () => {
  await goTo(world, '2026-11-20', '10:00');
  const { accountId, email } = await plantSubscriber(world);
  await runJobs();
  await transaction(world.db, (tx) => tx.update(cards).set({ expiryMonth: 12, expiryYear: 2026 }));
  await goTo(world, '2026-12-26', '09:00');
  await runBilling(world.ctx());
  await runJobs();
  const latest = () => latestReminder(email);
  expect(await latest()).toMatch(/we’ll charge Visa ending in \d{4}/);
  expect(await latest()).toContain(DELIVERY.address);
  expect((await reminders())[0]?.payload).not.toHaveProperty('place');
  const [, , next] = await ordersOf(world, accountId);
  await goTo(world, '2027-01-26', '09:00');
  await runBilling(world.ctx());
  await runJobs();
  expect(next?.date).toBe('2027-01-31');
  expect(await latest()).toMatch(/Visa ending in \d{4} expires before 31 Jan 2027/);
});

test.each(['cards may be charged again', 'a link is paid'] as const)(
  'is not sent while a dispute holds the charge, until %s',
  async (until) => {
    const { accountId } = await remindedAtNight();
    const [charge] = await gatewayCharges(world, accountId);
    await disputeCharge(world, charge?.id ?? '', 'open');
    await world.sandbox.settled();
    await runJobs();
    await morning();
    expect(await reminders()).toEqual([]);
    if (until === 'a link is paid')
      await transaction(world.db, (tx) => tx.update(subscriptions).set({ paymentMethod: 'offline' }));
    else {
      const [{ id: target } = { id: '' }] = await world.db.select().from(disputes);
      const ctx = { ...world.ctx(), operator: 'operator:nok' };
      await decideDispute(ctx, { target, decision: 'allow', why: 'the subscriber called' });
    }
    await morning();
    expect(await reminders()).toMatchObject([{ status: 'sent', payload: { paymentDate: '2026-12-16' } }]);
  },
);

describe('a set of reminders', () => {
  const upcoming = async ({ accountId }: Planted) =>
    (await ordersOf(world, accountId)).find(({ status }) => status === 'upcoming')?.id ?? '';
  /** Creates subscribers five days before their payment date. @returns the ids of their next orders */
  async function near(count: number): Promise<string[]> {
    await goTo(world, '2026-11-20', '10:00');
    const people: Planted[] = [];
    for (let n = 0; n < count; n++) people.push(await plantSubscriber(world));
    await world.sandbox.settled();
    await runJobs();
    await goTo(world, '2026-12-26', '09:00');
    return Promise.all(people.map(upcoming));
  }
  const remindersOf = async (orderIds: string[]) => {
    const told = await reminders();
    return orderIds.map((id) => told.filter(({ payload }) => payload.orderId === id));
  };

  test('sends each subscriber the same reminder as alone', async () => {
    const orderIds = await near(4);
    const [alone = '', again = '', ...set] = orderIds;
    expect(await remindOfOrders(world.ctx(), [alone])).toEqual({ left: [] });
    expect(await remindOfOrders(world.ctx(), [again, ...set, alone])).toEqual({ left: [] });
    expect(await remindOfOrders(world.ctx(), orderIds)).toEqual({ left: [] });
    const told = await remindersOf(orderIds);
    const [[first] = []] = told;
    expect(first?.payload).toMatchObject({
      paymentDate: '2026-12-31',
      skipUntil: '2026-12-29',
      total: 37_525,
    });
    expect(first?.payload.items).toHaveLength(2);
    // Every subscriber has another card and another address.
    const { oneTap, paymentDate, skipUntil, total, items } = first?.payload ?? {};
    const shared = { paymentDate, skipUntil, total, items };
    expect(Object.keys(oneTap as object).sort()).toEqual(['box', 'move', 'skip']);
    expect(told).toMatchObject(
      orderIds.map((orderId) => [{ status: 'queued', payload: { ...shared, orderId } }]),
    );
    // Each reminder has links of its own.
    const links = told.map(([one]) => JSON.stringify(one?.payload.oneTap));
    expect(new Set(links).size).toBe(orderIds.length);
    await runJobs();
    expect((await reminders()).map(({ status }) => status)).toEqual(orderIds.map(() => 'sent'));
  });

  test('skips locked subscriptions and is not stopped by a reminder that cannot be written', async () => {
    const orderIds = await near(3);
    const [held = '', poison = '', other = ''] = orderIds;
    await transaction(world.db, async (tx) => {
      await tx.execute(sql`select 1 from subscriptions
        where id = (select subscription_id from orders where id = ${held}) for update`);
      expect(await remindOfOrders(world.ctx(), [held, other])).toEqual({ left: [held] });
    });
    await transaction(world.db, (tx) =>
      tx.execute(
        sql.raw(`alter table messages add constraint refused check (dedupe_key not like '%:${poison}:%')`),
      ),
    );
    try {
      expect((await runBilling(world.ctx())).failed).toBe(1);
    } finally {
      await transaction(world.db, (tx) => tx.execute(sql`alter table messages drop constraint refused`));
    }
    expect((await remindersOf(orderIds)).map((told) => told.length)).toEqual([1, 0, 1]);
    expect((await runBilling(world.ctx())).failed).toBe(0);
    expect((await remindersOf(orderIds)).map((told) => told.length)).toEqual([1, 1, 1]);
  });
});

describe('a queued reminder', () => {
  test('is not sent for an order that was skipped; after an unskip one reminder is sent', async () => {
    const { accountId, orderId } = await remindedAtNight();
    await skipOrder(world.ctx(), accountId, { orderId, skip: true });
    expect(await reminders()).toEqual([]);
    await morning();
    expect(await reminders()).toEqual([]);
    await skipOrder(world.ctx(), accountId, { orderId, skip: false });
    await morning();
    expect(await reminders()).toMatchObject([{ status: 'sent' }]);
    await skipOrder(world.ctx(), accountId, { orderId, skip: true });
    await skipOrder(world.ctx(), accountId, { orderId, skip: false });
    await morning();
    expect(await reminders()).toHaveLength(1);
  });

  test('is not sent after a cancellation', async () => {
    const { accountId } = await remindedAtNight();
    await cancelSubscription(world.ctx(), accountId, { reason: 'other' });
    await morning();
    expect(await reminders()).toEqual([]);
  });

  test('is not sent for an order that was missed', async () => {
    const { accountId, orderId } = await remindedAtNight();
    await goTo(world, '2027-01-16', '00:00');
    await runBilling(world.ctx());
    const order = (await ordersOf(world, accountId)).find(({ id }) => id === orderId);
    expect(order).toMatchObject({ status: 'missed' });
    expect(await reminders()).toEqual([]);
  });

  test('of a payment link is not sent once the link is paid', async () => {
    await goTo(world, '2026-11-20', '10:00');
    const person = await plantPending(world);
    await runJobs();
    await goTo(world, '2026-11-26', '09:00');
    await runBilling(world.ctx());
    const ofLink = () => world.db.select().from(messages).where(eq(messages.kind, 'payment_link_expiring'));
    expect(await ofLink()).toMatchObject([{ status: 'queued' }]);
    await transfer(world, person);
    await runJobs();
    expect(await ofLink()).toEqual([]);
  });

  test('has a free product that was redeemed in the meantime', async () => {
    const { accountId, orderId } = await remindedAtNight();
    expect(await reminders()).toMatchObject([{ payload: { freeProduct: null } }]);
    await give(accountId, 150);
    await redeemProduct(world.ctx(), accountId, { productCode: 'day-pads', orderId });
    await morning();
    expect(await reminders()).toMatchObject([
      { status: 'sent', payload: { orderId, freeProduct: { en: 'Day pads', th: 'ผ้าอนามัยกลางวัน' } } },
    ]);
  });

  test('has the total of the order at the time of sending', async () => {
    const { accountId, orderId } = await remindedAtNight();
    await changeBox(world.ctx(), accountId, { items: [{ productCode: 'panty-liners', quantity: 3 }] });
    await morning();
    const order = (await ordersOf(world, accountId)).find(({ id }) => id === orderId);
    expect(await reminders()).toMatchObject([{ status: 'sent', payload: { total: order?.total } }]);
  });
});
