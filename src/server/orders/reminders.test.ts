import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { runBilling } from '@/server/billing/run';
import { messages } from '@/server/db/schema';
import { cancelSubscription } from '@/server/subscription/cancel';
import { changeBox } from '@/server/subscription/change-box';
import { changePaymentDay } from '@/server/subscription/change-payment-day';
import { runJobs } from '@/testing/jobs';
import { goTo, ordersOf, plantSubscriber } from '@/testing/subscribers';
import { tidyUp } from '@/testing/tidy-up';
import { openWorld, type World } from '@/testing/world';
import { skipOrder } from './skip';

let world: World;
beforeAll(async () => {
  world = await openWorld('2026-11-20T10:00:00+07:00');
});
afterAll(() => world.close());
afterEach(() => tidyUp(world));

const reminders = () => world.db.select().from(messages).where(eq(messages.kind, 'order_reminder'));

/** At ten in the evening an order comes near; its reminder waits for the morning. */
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

describe('a reminder that waits', () => {
  test('does not leave for an order that is skipped meanwhile; put back, the order is reminded of once', async () => {
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

  test('does not leave after a cancellation', async () => {
    const { accountId } = await remindedAtNight();
    await cancelSubscription(world.ctx(), accountId, { reason: 'other' });
    await morning();
    expect(await reminders()).toEqual([]);
  });

  test('says what the order costs when it leaves', async () => {
    const { accountId, orderId } = await remindedAtNight();
    await changeBox(world.ctx(), accountId, { items: [{ productCode: 'panty-liners', quantity: 3 }] });
    await morning();
    const order = (await ordersOf(world, accountId)).find(({ id }) => id === orderId);
    expect(await reminders()).toMatchObject([{ status: 'sent', payload: { total: order?.total } }]);
  });
});
