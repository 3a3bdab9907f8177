import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { PAY_TO_DAYS } from '@/domain/retention';
import { transaction } from '@/server/db';
import { auditEvents, messages, refunds } from '@/server/db/schema';
import { erasePayTo, givePayTo, showTransfer } from '@/server/money/refunds/pay-to';
import { collectOrders } from '@/server/subscriber/account/data-of-orders';
import { purgeExpired } from '@/server/work/jobs/purge';
import { payToInput } from '@/schemas/payments';
import { codeOf } from '@/testing/account-caller';
import type { Browser } from '@/testing/browser';
import { callDesk, memberBrowser } from '@/testing/desk';
import { expectInvariants } from '@/testing/invariants';
import { runJobs } from '@/testing/jobs';
import { plantOffline } from '@/testing/offline';
import { ordersOf, plantSubscriber } from '@/testing/subscribers';
import { withWorld } from '@/testing/with-world';

/* A refund that the gateway cannot make: its payer names an account, and one member transfers it. */

const world = withWorld({ cleanup: 'check' });

const ACCOUNT = { bank: '004', accountNumber: '001-2-34567-8', name: 'Mali Rakdee' } as const;
const PAY_TO = { ...ACCOUNT, accountNumber: '0012345678' };

/** Plants a subscriber who paid by transfer and is refunded. */
async function plantRefund(amount?: number) {
  const person = await plantOffline(world);
  const [order] = await ordersOf(world, person.accountId);
  const owner = await memberBrowser(world, 'owner');
  const input = { orderId: order?.id, amount: amount ?? order?.total, refunded: 0, reason: 'damaged' };
  const { data } = await callDesk(owner, 'money.refundOrder', { input });
  return { ...person, owner, refundId: (data as { refundId: string }).refundId };
}

const name = (accountId: string, refundId: string, change: object = {}) =>
  givePayTo(world.ctx(), accountId, payToInput.parse({ refundId, ...ACCOUNT, ...change }));
const take = (by: Browser, refundId: string, from?: string) =>
  callDesk(by, 'money.takeRefund', { input: { refundId, from } });
const confirm = (by: Browser, refundId: string) =>
  callDesk(by, 'money.confirmRefund', { input: { refundId, reference: 'KB-0042' } });

async function refundOf(refundId: string) {
  const [row] = await world.db.select().from(refunds).where(eq(refunds.id, refundId));
  if (!row) throw new Error('no refund');
  return row;
}

test('asks its payer for an account, stores it sealed, shows it to the member who transfers it, and notifies the payer', async () => {
  const { email, owner, refundId, accountId } = await plantRefund();
  await runJobs();
  expect((await world.latestMail(email))?.links).toContainEqual(
    expect.stringContaining(`/account/refund/${refundId}`),
  );
  expect((await take(owner, refundId)).data).toMatchObject({ payTo: null });
  await transaction(world.db, (tx) => tx.update(refunds).set({ takenBy: null, takenAt: null }));
  expect(await name(accountId, refundId)).toMatchObject({
    state: 'open',
    payTo: { bank: '004', lastDigits: '5678' },
  });
  expect((await refundOf(refundId)).payTo).not.toContain('5678');
  const [downloaded] = await transaction(world.db, (tx) => collectOrders(tx, accountId));
  expect(downloaded?.moneyReceived[0]?.refunds).toMatchObject([{ payTo: PAY_TO }]);
  expect((await take(owner, refundId)).data).toMatchObject({ payTo: PAY_TO });
  expect((await confirm(owner, refundId)).code).toBe('ok');
  expect(await refundOf(refundId)).toMatchObject({
    status: 'succeeded',
    takenBy: `staff:${owner.staffId}`,
    reference: 'KB-0042',
  });
  await runJobs();
  expect((await world.latestMail(email))?.text).toMatch(/KBank account ending in 5678/);
  const stored = JSON.stringify([
    await world.db.select().from(auditEvents),
    await world.db.select().from(messages).where(eq(messages.accountId, accountId)),
  ]);
  expect(stored).not.toContain(PAY_TO.accountNumber);
  await expectInvariants(world);
});

test('of two members at once one gets the account, and the other neither confirms nor withdraws, until taking over', async () => {
  const { owner, refundId, accountId } = await plantRefund();
  await name(accountId, refundId);
  const finance = await memberBrowser(world, 'finance');
  const both = await Promise.all([owner, finance].map((by) => take(by, refundId)));
  expect(both.map(({ code }) => code).toSorted()).toEqual(['REFUSED', 'ok']);
  const [first, second] = both[0]?.code === 'ok' ? [owner, finance] : [finance, owner];
  const withdraw = (by: Browser) =>
    callDesk(by, 'today.dismissMoney', {
      input: { group: 'manualRefunds', id: refundId, why: 'made twice' },
    });
  expect((await confirm(second, refundId)).code).toBe('REFUSED');
  expect((await withdraw(second)).code).toBe('REFUSED');
  expect((await take(second, refundId, 'staff:stf_other')).code).toBe('REFUSED');
  expect((await take(second, refundId, `staff:${first.staffId}`)).data).toMatchObject({ payTo: PAY_TO });
  expect((await confirm(first, refundId)).code).toBe('REFUSED');
  const ends = await Promise.all([confirm(second, refundId), confirm(second, refundId), withdraw(second)]);
  expect(ends.filter(({ code }) => code === 'ok')).toHaveLength(1);
});

test('takes no account while it is transferred, after it was made, or from another account', async () => {
  const { owner, refundId, accountId } = await plantRefund();
  const other = await plantSubscriber(world);
  expect(await codeOf(name(other.accountId, refundId))).toBe('NOT_FOUND');
  expect(await codeOf(showTransfer(world.ctx(), other.accountId, refundId))).toBe('NOT_FOUND');
  for (const accountNumber of ['12345', '0012345678901', '00123x5678'])
    expect(payToInput.safeParse({ refundId, ...ACCOUNT, accountNumber }).success).toBe(false);
  await name(accountId, refundId, { accountNumber: '๐๐๑๒๓๔๕๖๗๘' });
  await take(owner, refundId);
  expect(await name(accountId, refundId, { accountNumber: '9999999999' })).toMatchObject({ state: 'paying' });
  await confirm(owner, refundId);
  expect(await name(accountId, refundId, { accountNumber: '9999999999' })).toMatchObject({
    state: 'paid',
    payTo: { lastDigits: '5678' },
  });
});

test('is read by its role alone, and its account is deleted 90 days after, or with the account', async () => {
  const { refundId, accountId } = await plantRefund(100);
  await name(accountId, refundId);
  const support = await memberBrowser(world, 'support');
  expect((await take(support, refundId)).code).toBe('NOT_ALLOWED');
  const daysLater = async () => {
    const closedAt = new Date(world.now().getTime() - (PAY_TO_DAYS + 1) * 86_400_000);
    await transaction(world.db, (tx) => tx.update(refunds).set({ closedAt }));
    await purgeExpired(world.ctx());
    return (await refundOf(refundId)).payTo;
  };
  await transaction(world.db, (tx) => erasePayTo(tx, accountId));
  expect(await daysLater()).not.toBeNull();
  await confirm(await memberBrowser(world, 'owner'), refundId);
  await purgeExpired(world.ctx());
  expect((await refundOf(refundId)).payTo).not.toBeNull();
  expect(await daysLater()).toBeNull();
  const second = await plantRefund();
  await name(second.accountId, second.refundId);
  await confirm(second.owner, second.refundId);
  await transaction(world.db, (tx) => erasePayTo(tx, second.accountId));
  expect((await refundOf(second.refundId)).payTo).toBeNull();
});
