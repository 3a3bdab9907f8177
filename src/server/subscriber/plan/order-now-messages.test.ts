import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { messages } from '@/server/db/schema';
import { runBilling } from '@/server/work/jobs/run';
import { showRepair } from '@/server/subscriber/message-links/repair-page';
import { skipOrder } from './plan-commands';
import { runJobs } from '@/testing/jobs';
import { plantOffline } from '@/testing/offline';
import { injectFault, setGateway } from '@/testing/providers';
import { repairTokensOf, runDeclined } from '@/testing/repair-links';
import { goTo, ordersOf, pass, plantSubscriber } from '@/testing/subscribers';
import { settleDown, withWorld } from '@/testing/with-world';
import { orderNow } from './order-now';

const world = withWorld({ cleanup: 'check', settings: { CHARGE_TIMEOUT_MS: '1000' } });

/** Creates a subscriber with orders on the last day of each month. Today is 5 December. */
async function subscriber(plant: typeof plantSubscriber | typeof plantOffline = plantSubscriber) {
  await goTo(world, '2026-11-20', '10:00');
  const { accountId, email } = await plant(world, { paymentDay: 31 });
  await settleDown(world);
  await goTo(world, '2026-12-05', '10:00');
  const [, first = '', second = ''] = (await ordersOf(world, accountId)).map((row) => row.id);
  return { accountId, email, first, second };
}
type Who = { accountId: string; email: string };

/** Loses the response of the next charge, so that its outcome is unknown. */
async function loseResponse(kind: 'reset' | 'timeout_after'): Promise<void> {
  await injectFault(world, { op: 'webhook', kind: 'drop', times: 'always' });
  await injectFault(world, { op: 'POST /charges', kind });
}

async function passAnHour(): Promise<void> {
  for (const minutes of [1, 10, 30, 25]) {
    await pass(world, { minutes });
    await runBilling(world.ctx());
  }
}

/** Returns subject, text and links of the newest mail about an order now. No parcel leaves in these tests. */
async function newestMail({ email }: Who) {
  await runJobs();
  const { mailbox } = world.sandbox;
  const newest = mailbox.list(email).find(({ subject }) => subject !== 'Your box hasn’t left yet');
  return newest ? mailbox.open(newest) : null;
}

async function messageOf({ accountId }: Who, kind: 'payment_failed' | 'action_needed' | 'payment_link') {
  const rows = await world.db.select().from(messages).where(eq(messages.accountId, accountId));
  return rows.find((row) => row.kind === kind);
}

describe('the message about a failed order now', () => {
  test('names the planned date, announces no retry, and has no link to repair a payment', async () => {
    const who = await subscriber();
    await loseResponse('reset');
    await orderNow(world.ctx(), who.accountId, {});
    await passAnHour();
    expect((await messageOf(who, 'payment_failed'))?.payload).toMatchObject({
      backOn: '2026-12-31',
      nextTryOn: null,
      fixLink: null,
    });
    const mail = await newestMail(who);
    expect(mail?.text).toContain('Your order is back on its planned date, 31 Dec 2026');
    expect(mail?.text).not.toContain('try again on');
    expect(mail?.links.filter((link) => link.includes('/fix/'))).toEqual([]);
    expect((await messageOf(who, 'payment_failed'))?.status).toBe('sent');
  });

  test('is not sent if the order was skipped before', async () => {
    const who = await subscriber();
    await loseResponse('reset');
    await orderNow(world.ctx(), who.accountId, {});
    await passAnHour();
    expect((await messageOf(who, 'payment_failed'))?.status).toBe('queued');
    await skipOrder(world.ctx(), who.accountId, { orderId: who.first, skip: true });
    await runJobs();
    expect(await messageOf(who, 'payment_failed')).toMatchObject({
      status: 'dropped',
      lastError: 'OBSOLETE',
    });
  });

  test('announces the charge of the planned date if that date has come meanwhile', async () => {
    const who = await subscriber();
    await goTo(world, '2026-12-30', '23:40');
    await loseResponse('reset');
    await orderNow(world.ctx(), who.accountId, {});
    await passAnHour();
    const { payload } = (await messageOf(who, 'payment_failed')) ?? {};
    expect(payload).toMatchObject({ nextTryOn: '2026-12-31', final: false });
    expect(payload).not.toHaveProperty('backOn');
    const [token = ''] = await repairTokensOf(world, who.accountId);
    expect(await showRepair(world.ctx(), token)).toMatchObject({
      state: 'retrying',
      nextTryOn: '2026-12-31',
      paymentDate: '2026-12-31',
    });
  });
});

test('the request to confirm an order now leads to the account, because nothing is owed', async () => {
  const who = await subscriber();
  await setGateway(world, { threeDS: 'always' });
  await loseResponse('timeout_after');
  await orderNow(world.ctx(), who.accountId, {});
  await passAnHour();
  await setGateway(world, { threeDS: 'off' });
  expect((await messageOf(who, 'action_needed'))?.payload).toMatchObject({ fixLink: null });
  expect(await repairTokensOf(world, who.accountId)).toEqual([]);
});

test('the payment link of an order now names the date to which an unpaid order returns', async () => {
  const who = await subscriber(plantOffline);
  await orderNow(world.ctx(), who.accountId, {});
  const mail = await newestMail(who);
  expect(mail?.text).toContain('your order returns to 31 Dec 2026');
  expect(mail?.text).not.toContain('you can get a new one in your account');
  await goTo(world, '2026-12-07', '09:00');
  await runBilling(world.ctx());
  const reminder = await newestMail(who);
  expect(reminder?.subject).toMatch(/^Please pay by/);
  expect(reminder?.text).toContain('your order returns to 31 Dec 2026');
});

test('the repair link of an order works after a later order was ordered now', async () => {
  const who = await subscriber();
  await skipOrder(world.ctx(), who.accountId, { orderId: who.first, skip: true });
  const ordered = await orderNow(world.ctx(), who.accountId, {});
  expect(ordered).toMatchObject({ orderId: who.second, charge: { orderNumber: ordered.orderNumber } });
  await skipOrder(world.ctx(), who.accountId, { orderId: who.first, skip: false });
  await runDeclined(world, '2026-12-31');
  const [token = ''] = await repairTokensOf(world, who.accountId);
  expect(await showRepair(world.ctx(), token)).toMatchObject({
    state: 'retrying',
    paymentDate: '2026-12-31',
  });
});
