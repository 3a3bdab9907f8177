import { and, eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { addDays } from '@/domain/day';
import { transaction } from '@/server/db';
import { bankAccounts, messages, moneyReceived, subscriptions } from '@/server/db/schema';
import { deleteLinkAtGateway, removeBankAccount } from '@/server/money/bank-accounts/delete-link';
import { convertToBankAccount } from '@/server/money/payment-method/convert-bank-account';
import { convertToCard } from '@/server/money/payment-method/convert-card';
import { convertToOffline } from '@/server/money/payment-method/convert-offline';
import { reconcile } from '@/server/money/reconciliation/reconcile';
import { refund } from '@/server/desk/acts/refund';
import { reactivate } from '@/server/subscriber/plan/reactivate';
import { cancelSubscription } from '@/server/subscriber/plan/cancel';
import { runBilling } from '@/server/work/jobs/run';
import { bankAccountsOf, linkBankAccount } from '@/testing/bank-accounts';
import { createCardToken } from '@/testing/cards';
import { GOOD_CARD } from '@/testing/browser';
import { runJobs } from '@/testing/jobs';
import { operatorCtx } from '@/testing/price-changes';
import { actOnLink, gatewayCharges, injectFault, setGateway, withChargeTimeout } from '@/testing/providers';
import {
  attemptsOf,
  goTo,
  messageKindsOf,
  ordersOf,
  pass,
  payYesterday,
  plantSubscriber,
  refusalOf,
  statusOf,
} from '@/testing/subscribers';
import { withWorld } from '@/testing/with-world';

const world = withWorld({ cleanup: 'check' });

/** Returns a subscriber who pays by bank account, on the payment date of the next order. */
async function onPaymentDate(lastDigits = '1234') {
  const person = await plantSubscriber(world);
  const account = await linkBankAccount(world, person.accountId, lastDigits);
  await convertToBankAccount(world.ctx(), person.accountId);
  const next = await nextOrder(person.accountId);
  await goTo(world, next.date);
  return { ...person, ...account, bankAccountId: account.id, orderId: next.id, date: next.date };
}

async function nextOrder(accountId: string) {
  const order = (await ordersOf(world, accountId)).find(({ status }) => status === 'upcoming');
  if (!order) throw new Error('no upcoming order');
  return order;
}
const orderOf = async ({ accountId, orderId }: { accountId: string; orderId: string }) =>
  (await ordersOf(world, accountId)).find(({ id }) => id === orderId);
const run = () => runBilling(world.ctx());
const chargesOf = async ({ accountId, orderId }: { accountId: string; orderId: string }) =>
  (await gatewayCharges(world, accountId)).filter(({ metadata }) => metadata.orderId === orderId);
const reasonsOf = async (accountId: string) =>
  (await attemptsOf(world, accountId))
    .slice(1)
    .map(({ status, reason }) => `${status} ${reason ?? ''}`.trim());
const lastMessage = async (accountId: string, kind: 'payment_failed' | 'order_paid' | 'order_reminder') =>
  (
    await world.db
      .select({ payload: messages.payload })
      .from(messages)
      .where(and(eq(messages.accountId, accountId), eq(messages.kind, kind)))
      .orderBy(messages.createdAt)
  ).at(-1)?.payload;

describe('a bank account', () => {
  test('is charged at 09:00 of the payment date, and the receipt names it', async () => {
    const person = await onPaymentDate();
    await goTo(world, person.date, '08:59');
    await run();
    expect(await chargesOf(person)).toEqual([]);
    await goTo(world, person.date);
    await run();
    expect(await orderOf(person)).toMatchObject({ status: 'paid', payment: 'succeeded' });
    expect((await chargesOf(person)).map(({ status }) => status)).toEqual(['successful']);
    const [, attempt] = await attemptsOf(world, person.accountId);
    expect(attempt).toMatchObject({ source: 'card', cardId: null, bankAccountId: person.bankAccountId });
    expect(await lastMessage(person.accountId, 'order_paid')).toMatchObject({
      paidWith: { bank: 'kbank', lastDigits: '1234' },
    });
  });

  test('is charged in a set with cards, each by its own means', async () => {
    const bank = await onPaymentDate();
    const card = await plantSubscriber(world);
    await run();
    await run();
    for (const { accountId } of [bank, card]) {
      const due = (await attemptsOf(world, accountId)).at(-1);
      expect(due?.status).toBe('succeeded');
      expect(due?.bankAccountId === null).toBe(accountId === card.accountId);
    }
  });

  test('whose bank answers later is paid by its event, once', async () => {
    const person = await onPaymentDate();
    await setGateway(world, { bankAnswersLater: true });
    await run();
    expect(await attemptsOf(world, person.accountId)).toMatchObject([{}, { status: 'unknown' }]);
    await run();
    await pass(world, { minutes: 1 });
    await world.sandbox.settled();
    await runJobs();
    expect(await orderOf(person)).toMatchObject({ status: 'paid' });
    expect(await chargesOf(person)).toHaveLength(1);
    await setGateway(world, { bankAnswersLater: false });
  });

  test('is charged once, if response, event, poll and reconciliation arrive at the same time', async () => {
    const person = await onPaymentDate();
    await setGateway(world, { bankAnswersLater: true });
    await run();
    await pass(world, { minutes: 1 });
    await world.sandbox.settled();
    await Promise.all([runJobs(), run(), reconcile(world.ctx()), run()]);
    expect(await orderOf(person)).toMatchObject({ status: 'paid' });
    const money = await world.db
      .select()
      .from(moneyReceived)
      .where(eq(moneyReceived.orderId, person.orderId));
    expect(money).toMatchObject([{ verdict: 'kept' }]);
    await setGateway(world, { bankAnswersLater: false });
  });

  test('whose charge got no response is not charged again before the gateway has answered', async () => {
    const person = await onPaymentDate();
    await injectFault(world, { op: 'POST /charges', kind: 'timeout_after' });
    await withChargeTimeout(50, run);
    await pass(world, { days: 1 });
    await run();
    await run();
    expect(await chargesOf(person)).toHaveLength(1);
    expect(await orderOf(person)).toMatchObject({ status: 'paid' });
  });
});

describe('a declined charge of a bank account', () => {
  test.each(['insufficient_fund', 'failed_processing'] as const)(
    '(%s) is made again on the next day of the schedule, and its message names the account',
    async (reason) => {
      const digits = reason === 'insufficient_fund' ? '0011' : '0013';
      const person = await onPaymentDate(digits);
      await run();
      expect(await orderOf(person)).toMatchObject({ payment: 'failed', reason });
      expect(await lastMessage(person.accountId, 'payment_failed')).toMatchObject({
        reason,
        bankAccount: { bank: 'kbank', lastDigits: digits },
      });
      await actOnLink(world, person.linkedAccountId, 'approve', '1234');
      await goTo(world, addDays(person.date, 1));
      await run();
      expect(await orderOf(person)).toMatchObject({ status: 'paid' });
    },
  );

  test.each([
    ['0017', 'invalid_account'],
    ['0018', 'registration_rejected'],
  ])('of an account ending %s is not made again before it is linked anew (%s)', async (digits, reason) => {
    const person = await onPaymentDate(digits);
    await run();
    expect(await orderOf(person)).toMatchObject({ payment: 'failed', reason, dueAt: null });
    await goTo(world, addDays(person.date, 1));
    await run();
    const view = await convertToBankAccount(world.ctx(), person.accountId);
    expect(view.charge).toEqual({ outcome: 'declined', reason });
    expect(await chargesOf(person)).toHaveLength(1);
    await pass(world, { minutes: 2 });
    await linkBankAccount(world, person.accountId);
    expect((await convertToBankAccount(world.ctx(), person.accountId)).charge).toMatchObject({
      outcome: 'paid',
    });
    expect(await orderOf(person)).toMatchObject({ status: 'paid' });
  });

  test('after its bank has deleted the account ends the subscription, if no other means is chosen', async () => {
    const person = await onPaymentDate();
    await actOnLink(world, person.linkedAccountId, 'delete');
    await run();
    expect(await orderOf(person)).toMatchObject({ payment: 'failed', reason: 'invalid_account' });
    await goTo(world, addDays(person.date, 13));
    await run();
    expect(await statusOf(world, person.accountId)).toBe('inactive');
  });

  test('without a linked account is not sent to the gateway', async () => {
    const person = await onPaymentDate();
    await transaction(world.db, (tx) =>
      tx
        .update(bankAccounts)
        .set({ status: 'deleted', closedAt: world.now() })
        .where(eq(bankAccounts.id, person.bankAccountId)),
    );
    await run();
    expect(await chargesOf(person)).toEqual([]);
    expect(await orderOf(person)).toMatchObject({ payment: 'failed', reason: 'no_bank_account' });
  });

  test('by the limit of the bank is made again hourly until 18:00, without a message, then the next day', async () => {
    const person = await onPaymentDate('0029');
    const before = await messageKindsOf(world, person.accountId);
    for (let hour = 9; hour <= 20; hour += 1) {
      await goTo(world, person.date, `${String(hour).padStart(2, '0')}:00`);
      await run();
    }
    expect(await chargesOf(person)).toHaveLength(10);
    expect(await orderOf(person)).toMatchObject({ status: 'charging', payment: 'pending', reason: null });
    expect(await messageKindsOf(world, person.accountId)).toEqual(before);
    await actOnLink(world, person.linkedAccountId, 'approve', '0011');
    await goTo(world, addDays(person.date, 1));
    await run();
    expect((await reasonsOf(person.accountId)).at(-1)).toBe('declined insufficient_fund');
    await actOnLink(world, person.linkedAccountId, 'approve', '1234');
    await goTo(world, addDays(person.date, 3));
    await run();
    expect(await orderOf(person)).toMatchObject({ status: 'paid' });
  });
});

describe('the method', () => {
  test('changes from card with an overdue order, which is charged at once', async () => {
    const { accountId } = await plantSubscriber(
      world,
      {},
      { number: '4242424242424242', name: 'FAKE RENEWAL DECLINES' },
    );
    await linkBankAccount(world, accountId);
    const order = await nextOrder(accountId);
    await goTo(world, order.date);
    await run();
    const { charge } = await convertToBankAccount(world.ctx(), accountId, order.total);
    expect(charge).toMatchObject({ outcome: 'paid', orderId: order.id });
  });

  test('changes to card and to offline and back while the order is retried', async () => {
    const person = await onPaymentDate('0011');
    await run();
    const { pendingPayment } = await convertToOffline(world.ctx(), person.accountId);
    expect(pendingPayment).toMatchObject({ method: 'offline', status: 'pending' });
    const again = await convertToBankAccount(world.ctx(), person.accountId);
    expect(again.charge).toEqual({ outcome: 'declined', reason: 'insufficient_fund' });
    expect(await orderOf(person)).toMatchObject({ status: 'charging', payment: 'failed' });
    const cardToken = await createCardToken(GOOD_CARD);
    const { charge } = await convertToCard(world.ctx(), person.accountId, { cardToken });
    expect(charge).toMatchObject({ outcome: 'paid', orderId: person.orderId });
  });

  test('is refused without a linked account, and for another total than shown', async () => {
    const { accountId } = await plantSubscriber(world);
    expect(await refusalOf(convertToBankAccount(world.ctx(), accountId))).toBe('NOT_FOUND');
    await linkBankAccount(world, accountId);
    expect(await refusalOf(convertToBankAccount(world.ctx(), accountId, 1))).toBe('TOTAL_CHANGED');
  });

  test('charges once, if it is changed twice at once', async () => {
    const person = await onPaymentDate('0011');
    await run();
    await actOnLink(world, person.linkedAccountId, 'approve', '1234');
    const change = () => refusalOf(convertToBankAccount(world.ctx(), person.accountId));
    await Promise.all([change(), change(), change()]);
    const paid = (await chargesOf(person)).filter(({ status }) => status === 'successful');
    expect(paid).toHaveLength(1);
    expect(await orderOf(person)).toMatchObject({ status: 'paid' });
  });

  test('pays a reactivation now', async () => {
    const { accountId } = await plantSubscriber(world);
    await payYesterday(world, accountId);
    await linkBankAccount(world, accountId);
    await convertToBankAccount(world.ctx(), accountId);
    await cancelSubscription(world.ctx(), accountId, { reason: 'other' });
    const { charge } = await reactivate(world.ctx(), accountId, { when: 'now', frequency: 1 });
    expect(charge).toMatchObject({ outcome: 'paid' });
    expect(await statusOf(world, accountId)).toBe('active');
  });
});

describe('removal and refund', () => {
  test('of an account that is being charged waits for the charge', async () => {
    const person = await onPaymentDate();
    await setGateway(world, { bankAnswersLater: true });
    await run();
    await transaction(world.db, (tx) =>
      tx
        .update(subscriptions)
        .set({ paymentMethod: 'card' })
        .where(eq(subscriptions.accountId, person.accountId)),
    );
    const { accountId, bankAccountId, linkedAccountId } = person;
    expect(await refusalOf(removeBankAccount(world.ctx(), accountId, { bankAccountId }))).toBe(
      'BANK_ACCOUNT_IN_USE',
    );
    await linkBankAccount(world, accountId);
    await expect(deleteLinkAtGateway(world.ctx(), { linkedAccountId })).rejects.toThrow('being charged');
    await pass(world, { minutes: 1 });
    await world.sandbox.settled();
    await runJobs();
    expect(await orderOf(person)).toMatchObject({ status: 'paid' });
    await deleteLinkAtGateway(world.ctx(), { linkedAccountId });
    await setGateway(world, { bankAnswersLater: false });
  });

  test('at the same time as its charge leaves one payment, or none and a link', async () => {
    const person = await onPaymentDate();
    const { accountId, bankAccountId } = person;
    const leave = async () => {
      await convertToOffline(world.ctx(), accountId);
      await removeBankAccount(world.ctx(), accountId, { bankAccountId });
    };
    await Promise.all([run(), refusalOf(leave())]);
    await run();
    const [charge, ...more] = await chargesOf(person);
    expect(more).toEqual([]);
    expect((await orderOf(person))?.status).toBe(charge ? 'paid' : 'awaiting_payment');
    const [account] = await bankAccountsOf(world, accountId);
    if (!charge) expect(account?.status).toBe('deleted');
  });

  test('is left to the operator, because the gateway refunds no bank account', async () => {
    const person = await onPaymentDate();
    await run();
    const { status } = await refund(operatorCtx(world), { target: person.orderId, amount: null });
    expect(status).toBe('manual');
  });
});
