import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import type { LinkBank } from '@/domain/bank-account';
import { settings } from '@/settings/settings';
import { transaction } from '@/server/db';
import { subscriptions } from '@/server/db/schema';
import { runBilling } from '@/server/work/jobs/run';
import { TOTAL } from '@/testing/attempts';
import { bankAccountsOf } from '@/testing/bank-accounts';
import { DECLINED_CARD, GOOD_CARD } from '@/testing/browser';
import { createCardToken } from '@/testing/cards';
import { actOnLink, gatewayCharges, injectFault, setGateway, withChargeTimeout } from '@/testing/providers';
import {
  attemptsOf,
  goTo,
  messageKindsOf,
  ordersOf,
  pass,
  payWith,
  plantRegistration,
  plantSubscriber,
  refusalOf,
  statusOf,
} from '@/testing/subscribers';
import { withWorld } from '@/testing/with-world';
import { forgetListedMeans } from '../payment-links/offered-means';
import {
  followLink,
  getBankAccounts,
  payFirstAtLink,
  payFirstByBankAccount,
  showBankLink,
  startBankLink,
} from './bank-link';
import { payFirstOrder } from './first-payment';
import { payFirstOffline } from './first-payment-offline';

const world = withWorld({ cleanup: 'check' });
beforeEach(forgetListedMeans);

/** Starts the link of a registration that agrees to its first order, and approves it at the bank. */
async function begin({ approve = true, lastDigits = '1234' } = {}) {
  const { accountId } = await plantRegistration(world);
  await startBankLink(world.ctx(), accountId, { bank: 'scb', expectedTotal: TOTAL });
  const [row] = await bankAccountsOf(world, accountId);
  if (!row?.linkedAccountId) throw new Error('no link was started');
  const { id, token, linkedAccountId } = row;
  const agree = () => actOnLink(world, linkedAccountId, 'approve', lastDigits);
  if (approve) await agree();
  return { accountId, id, token, linkedAccountId, agree };
}

const run = () => runBilling(world.ctx());
const show = ({ token }: { token: string }) => showBankLink(world.ctx(), token);
const chargesOf = async ({ accountId }: { accountId: string }) =>
  (await gatewayCharges(world, accountId)).length;
const unpaid = async (person: { accountId: string }) => {
  expect(await chargesOf(person)).toBe(0);
  expect(await statusOf(world, person.accountId)).toBe('awaiting_payment');
};

describe('a first order that was agreed with a link', () => {
  test('is charged once on return, without a further tap, by any number of returns, jobs and billing runs', async () => {
    const person = await begin();
    await Promise.all([show(person), show(person), followLink(world.ctx(), person.id), run()]);
    expect(await show(person)).toMatchObject({
      state: 'linked',
      lastDigits: null,
      first: { state: 'paid', total: TOTAL },
    });
    expect(await chargesOf(person)).toBe(1);
    expect(await statusOf(world, person.accountId)).toBe('active');
    expect(await ordersOf(world, person.accountId)).toMatchObject([
      { status: 'paid', payment: 'succeeded' },
      {},
      {},
      {},
    ]);
  });

  test.each([
    [28, 'active', []],
    [31, 'awaiting_payment', ['bank_account_linked']],
  ])(
    'is charged by a job without its owner until 30 minutes after the tap: %i',
    async (minutes, status, messages) => {
      const person = await begin({ approve: false });
      await pass(world, { minutes: minutes - 1 });
      await person.agree();
      await pass(world, { minutes: 1 });
      await run();
      await run();
      expect(await statusOf(world, person.accountId)).toBe(status);
      expect((await messageKindsOf(world, person.accountId)).filter((kind) => kind !== 'order_paid')).toEqual(
        messages,
      );
    },
  );

  test('is not charged without its owner on the next day', async () => {
    const { accountId } = await plantRegistration(world);
    await goTo(world, '2026-11-20', '23:55');
    await startBankLink(world.ctx(), accountId, { bank: 'scb', expectedTotal: TOTAL });
    const [row] = await bankAccountsOf(world, accountId);
    await actOnLink(world, row?.linkedAccountId ?? '', 'approve');
    await pass(world, { minutes: 10 });
    await run();
    await unpaid({ accountId });
    expect(await messageKindsOf(world, accountId)).toEqual(['bank_account_linked']);
  });

  test.each([
    ['another payment day', { paymentDay: 7 }],
    ['another code', { code: 'OTHER' }],
  ])('is not charged without its owner with %s', async (_, change) => {
    const person = await begin();
    const mine = eq(subscriptions.accountId, person.accountId);
    await transaction(world.db, (tx) => tx.update(subscriptions).set(change).where(mine));
    await pass(world, { minutes: 1 });
    await run();
    await unpaid(person);
    expect(await messageKindsOf(world, person.accountId)).toEqual(['bank_account_linked']);
  });

  test('is not charged after a card was tried or a payment link was opened since', async () => {
    settings().OFFLINE_REGISTRATION = true;
    const byLink = await begin();
    await payFirstOffline(world.ctx(), byLink.accountId);
    const byCard = await begin();
    expect(await refusalOf(payWith(world, byCard, DECLINED_CARD))).toBe('CARD_DECLINED declined');
    await pass(world, { minutes: 1 });
    await run();
    await unpaid(byLink);
    expect((await attemptsOf(world, byCard.accountId)).map(({ bankAccountId }) => bankAccountId)).toEqual([
      null,
    ]);
  });

  test('is charged once, if a card pays it at the same time', async () => {
    const person = await begin();
    const cardToken = await createCardToken(GOOD_CARD);
    await Promise.allSettled([
      payFirstOrder(world.ctx(), person.accountId, cardToken, TOTAL),
      show(person),
      followLink(world.ctx(), person.id),
    ]);
    await run();
    expect(
      (await gatewayCharges(world, person.accountId)).filter(({ status }) => status === 'successful'),
    ).toHaveLength(1);
    expect(await statusOf(world, person.accountId)).toBe('active');
  });

  test('that the bank declines is not charged again without its owner', async () => {
    const person = await begin({ lastDigits: '0011' });
    await Promise.all([show(person), followLink(world.ctx(), person.id), run()]);
    await pass(world, { minutes: 2 });
    await run();
    expect(await chargesOf(person)).toBe(1);
    expect(await show(person)).toMatchObject({ first: { state: 'due', reason: 'declined' } });
  });

  test('whose bank answers later is neither charged again nor asked for meanwhile', async () => {
    await setGateway(world, { bankAnswersLater: true });
    const person = await begin();
    expect(await show(person)).toMatchObject({ first: { state: 'checking' } });
    await run();
    expect(await messageKindsOf(world, person.accountId)).toEqual([]);
    await pass(world, { minutes: 2 });
    await world.sandbox.settled();
    await run();
    expect(await show(person)).toMatchObject({ first: { state: 'paid' } });
    expect(await chargesOf(person)).toBe(1);
    await setGateway(world, { bankAnswersLater: false });
  });

  test('whose charge got no response is not charged again', async () => {
    const person = await begin();
    await injectFault(world, { op: 'POST /charges', kind: 'timeout_after' });
    await withChargeTimeout(50, () => show(person));
    await pass(world, { minutes: 2 });
    await run();
    expect(await chargesOf(person)).toBe(1);
    expect(await show(person)).toMatchObject({ first: { state: 'paid' } });
  });
});

describe('a link', () => {
  test.each(['kbank', 'scb'] as LinkBank[])(
    'is refused for a bank that the gateway or the seller has switched off: %s',
    async (bank) => {
      const { accountId } = await plantSubscriber(world);
      await setGateway(world, { appsOff: ['direct_debit_kbank'] });
      settings().LINK_BANKS_OFF = ['scb'];
      try {
        expect((await getBankAccounts(world.ctx(), accountId)).banks).toEqual(['ktb', 'bay']);
        expect(await refusalOf(startBankLink(world.ctx(), accountId, { bank }))).toBe('BANK_LINK_FAILED');
      } finally {
        settings().LINK_BANKS_OFF = undefined;
        await setGateway(world, { appsOff: [] });
      }
    },
  );

  test('is not started for another total than the registration has, or by a subscriber with a total', async () => {
    const { accountId } = await plantRegistration(world);
    const start = (of: string, expectedTotal: number) =>
      refusalOf(startBankLink(world.ctx(), of, { bank: 'scb', expectedTotal }));
    expect(await start(accountId, TOTAL + 1)).toBe('TOTAL_CHANGED');
    expect(await start((await plantSubscriber(world)).accountId, TOTAL)).toBe('NOT_ALLOWED');
    expect(await bankAccountsOf(world, accountId)).toEqual([]);
  });

  test('of the same bank keeps its page, and what was agreed last', async () => {
    const { accountId, id } = await begin({ approve: false });
    const again = await startBankLink(world.ctx(), accountId, { bank: 'scb' });
    expect(again.bankAccountId).toBe(id);
    expect(await bankAccountsOf(world, accountId)).toMatchObject([{ agreed: null }]);
  });

  test('shows its last digits to its owner only', async () => {
    const person = await begin();
    const as = (readerId: string) => showBankLink({ ...world.ctx(), readerId }, person.token);
    expect(await as(person.accountId)).toMatchObject({ isOwner: true, lastDigits: '1234' });
    expect(await as((await plantSubscriber(world)).accountId)).toMatchObject({
      isOwner: false,
      lastDigits: null,
    });
  });

  test('with an unknown token is not found', async () => {
    expect(await refusalOf(show({ token: 'never' }))).toBe('NOT_FOUND');
    expect(await refusalOf(payFirstAtLink(world.ctx(), 'never', TOTAL))).toBe('NOT_FOUND');
  });

  test.each([
    ['reject', 'rejected'],
    ['expire', 'ended'],
    ['abandon', 'waiting'],
  ] as const)('that ends with %s at the bank is shown as %s, and charges nothing', async (action, state) => {
    const person = await begin({ approve: false });
    await actOnLink(world, person.linkedAccountId, action);
    expect(await show(person)).toMatchObject({ state, first: { state: 'due', total: TOTAL } });
    await unpaid(person);
  });

  test('waits while the gateway does not answer', async () => {
    const person = await begin();
    await injectFault(world, { op: 'GET /linked_accounts/{id}', kind: 'status', args: { status: 503 } });
    expect(await show(person)).toMatchObject({ state: 'waiting' });
    await pass(world, { minutes: 1 });
    expect(await show(person)).toMatchObject({ state: 'linked', first: { state: 'paid' } });
  });
});

describe('a first payment by tap', () => {
  /** Returns a registration with a linked account whose agreement is over. */
  async function linkedLate(lastDigits?: string) {
    const person = await begin({ lastDigits });
    await pass(world, { minutes: 40 });
    await run();
    await unpaid(person);
    return person;
  }

  test('charges once at the link and at step 4, however often it is asked for', async () => {
    const person = await linkedLate();
    const atLink = () => payFirstAtLink(world.ctx(), person.token, TOTAL);
    const results = await Promise.allSettled([
      atLink(),
      atLink(),
      payFirstByBankAccount(world.ctx(), person.accountId, TOTAL),
    ]);
    expect(results.some(({ status }) => status === 'fulfilled')).toBe(true);
    expect((await atLink()).charge).toMatchObject({ outcome: 'paid' });
    expect(await chargesOf(person)).toBe(1);
  });

  test('charges nothing for another total', async () => {
    const person = await linkedLate();
    expect(await refusalOf(payFirstAtLink(world.ctx(), person.token, TOTAL - 1))).toBe('TOTAL_CHANGED');
    await unpaid(person);
  });

  test('by an account without money is declined without the bank’s reason, and repeated taps within a minute charge once', async () => {
    const person = await linkedLate('0011');
    const pay = () => payFirstByBankAccount(world.ctx(), person.accountId, TOTAL);
    expect(await pay()).toEqual({ outcome: 'declined', reason: 'declined' });
    expect(await pay()).toEqual({ outcome: 'declined', reason: 'declined' });
    expect(await chargesOf(person)).toBe(1);
  });

  test('by an account that was replaced is not possible at its old link', async () => {
    const old = await linkedLate();
    await startBankLink(world.ctx(), old.accountId, { bank: 'scb' });
    const [, next] = await bankAccountsOf(world, old.accountId);
    await actOnLink(world, next?.linkedAccountId ?? '', 'approve');
    await followLink(world.ctx(), next?.id ?? '');
    expect(await refusalOf(payFirstAtLink(world.ctx(), old.token, TOTAL))).toBe('NOT_FOUND');
    expect(await show(old)).toMatchObject({ state: 'ended' });
    await unpaid(old);
  });

  test('without a linked account is not found', async () => {
    const { accountId } = await plantRegistration(world);
    expect(await refusalOf(payFirstByBankAccount(world.ctx(), accountId, TOTAL))).toBe('NOT_FOUND');
  });
});
