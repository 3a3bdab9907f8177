import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { transaction } from '@/server/db';
import { listPreviousOrders } from '@/server/orders/queries';
import { skipOrder } from '@/server/orders/skip';
import { runBilling } from '@/server/jobs/run';
import { createCardToken, type TestCard } from '@/testing/cards';
import { actOnCharge, gatewayCharges, setGateway, spoil } from '@/testing/outside';
import { GOOD_CARD } from '@/testing/people';
import {
  attemptsOf,
  goTo,
  holdFreeProduct,
  ordersOf,
  pass,
  plantSubscriber,
  statusOf,
  toldTo,
} from '@/testing/subscribers';
import { settleDown, withMoneyWorld } from '@/testing/money-world';
import type { World } from '@/testing/world';
import { addCard } from '../payment-method/add-card';
import { updateCard } from '../payment-method/change-card';
import { abandonChallenge } from '../settlement/release-open-payments';
import { findPendingPayment } from '../links/queries';

/* A renewal waits at the bank's page of one card, and its owner turns to another one. */

let world: World;
withMoneyWorld((opened) => (world = opened));

const MASTERCARD = { number: '5555555555554444' };
const JCB = { number: '3530111333300000' };

const A_PAGE: unknown = expect.stringContaining('/3ds/');

type Who = { accountId: string };

const add = async ({ accountId }: Who, card: TestCard, makeDefault?: boolean) =>
  addCard(world.ctx(), accountId, { cardToken: await createCardToken(card), makeDefault });
const charges = async ({ accountId }: Who) =>
  (await gatewayCharges(world, accountId)).map((charge) => charge.status);
const pending = ({ accountId }: Who) => findPendingPayment(world.ctx(), accountId);
const renewal = async ({ accountId }: Who) => (await ordersOf(world, accountId))[1];
const failures = async ({ accountId }: Who) =>
  (await toldTo(world, accountId)).filter((kind) => kind === 'payment_failed');

/** The page of the first try on 31 December is open; banks ask nothing more afterwards. */
async function atTheBank(card: TestCard = GOOD_CARD) {
  await goTo(world, '2026-11-20', '10:00');
  const person = await plantSubscriber(world, {}, card);
  await settleDown(world);
  await setGateway(world, { threeDS: 'always' });
  await goTo(world, '2026-12-31', '09:00');
  await runBilling(world.ctx());
  await setGateway(world, { threeDS: 'off' });
  await settleDown(world);
  const [page] = (await gatewayCharges(world, person.accountId)).filter((one) => one.status === 'pending');
  return { ...person, chargeId: page?.id ?? '' };
}

describe('what they see', () => {
  test('is the page to confirm at, and that another card would pay', async () => {
    expect(await pending(await atTheBank())).toMatchObject({
      status: 'pending',
      authorizeUri: A_PAGE,
      nextCardPays: true,
    });
  });

  test('stays the page after an earlier try was declined: no old reason, no other day', async () => {
    await goTo(world, '2026-11-20', '10:00');
    const person = await plantSubscriber(world, {}, { ...GOOD_CARD, name: 'FAKE RENEWAL DECLINES' });
    await settleDown(world);
    await goTo(world, '2026-12-31', '09:00');
    await runBilling(world.ctx());
    await settleDown(world);
    expect(await pending(person)).toMatchObject({
      status: 'fail',
      reason: 'insufficient_fund',
      nextTryOn: '2027-01-01',
      cardNeededBy: null,
      nextCardPays: true,
    });
    await setGateway(world, { threeDS: 'always' });
    await goTo(world, '2027-01-01', '09:00');
    await runBilling(world.ctx());
    expect(await pending(person)).toMatchObject({
      status: 'pending',
      reason: null,
      nextTryOn: null,
      authorizeUri: A_PAGE,
    });
    const { orders } = await listPreviousOrders(world.ctx(), person.accountId, 1);
    expect(orders[0]?.payment).toEqual({ status: 'pending', reason: null });
  });

  test('is pending while nobody knows the outcome of a new card, and fail no more', async () => {
    const person = await atTheBank();
    await actOnCharge(world, person.chargeId, 'decline');
    await settleDown(world);
    expect(await pending(person)).toMatchObject({ status: 'fail', reason: 'payment_rejected' });
    await spoil(world, { op: 'POST /charges', kind: 'html_502', times: 1 });
    expect((await add(person, MASTERCARD)).charge).toEqual({ outcome: 'pending' });
    expect(await pending(person)).toMatchObject({ status: 'pending', reason: null, nextCardPays: false });
  });
});

describe('a new card', () => {
  test('is charged once the page is given up; nobody is told that a payment failed', async () => {
    const person = await atTheBank();
    expect((await add(person, MASTERCARD)).charge).toMatchObject({ outcome: 'paid' });
    expect(await charges(person)).toEqual(['successful', 'expired', 'successful']);
    expect(await renewal(person)).toMatchObject({ status: 'paid', dueAt: null });
    await settleDown(world);
    expect(await failures(person)).toEqual([]);
  });

  test('that is declined leaves the ladder as it is after a first try', async () => {
    const person = await atTheBank();
    expect((await add(person, { number: '4111111111140011' })).charge).toMatchObject({ outcome: 'declined' });
    expect(await renewal(person)).toMatchObject({
      payment: 'failed',
      dueAt: new Date('2027-01-01T02:00:00Z'),
    });
  });

  test('kept beside the default one leaves the page open and charges nothing', async () => {
    const person = await atTheBank();
    expect((await add(person, MASTERCARD, false)).charge).toBeNull();
    expect(await charges(person)).toEqual(['successful', 'pending']);
  });

  test('is not charged when the page was confirmed meanwhile: that has paid', async () => {
    const person = await atTheBank();
    await spoil(world, { op: 'webhook', kind: 'drop', times: 'always' });
    await actOnCharge(world, person.chargeId, 'approve');
    expect((await add(person, MASTERCARD)).charge).toBeNull();
    expect(await charges(person)).toEqual(['successful', 'successful']);
    expect((await renewal(person))?.status).toBe('paid');
  });

  test('waits where the gateway does not give up the page, for twenty minutes', async () => {
    const person = await atTheBank();
    const expire = 'POST /charges/{id}/expire';
    await spoil(world, { op: expire, kind: 'status', args: { status: 500 }, times: 'always' });
    expect((await add(person, MASTERCARD)).charge).toEqual({ outcome: 'pending' });
    expect(await charges(person)).toEqual(['successful', 'pending']);
    await pass(world, { minutes: 21 });
    expect((await add(person, JCB)).charge).toMatchObject({ outcome: 'paid' });
    expect(await charges(person)).toEqual(['successful', 'pending', 'successful']);
    await actOnCharge(world, person.chargeId, 'approve');
    await settleDown(world);
    const [, late] = await gatewayCharges(world, person.accountId);
    expect(late?.refunds.map(({ amount }) => amount)).toEqual([late?.amount]);
  });

  test('and another at once: one of them pays', async () => {
    const person = await atTheBank();
    const [one, other] = await Promise.all([add(person, MASTERCARD), add(person, JCB)]);
    expect([one.charge, other.charge]).toContainEqual(expect.objectContaining({ outcome: 'paid' }));
    await settleDown(world);
    const successful = (await charges(person)).filter((status) => status === 'successful');
    expect(successful).toHaveLength(2);
    expect((await renewal(person))?.status).toBe('paid');
  });

  test('pays an order that went unpaid, too, when its own page was left', async () => {
    const person = await atTheBank({ ...GOOD_CARD, name: 'FAKE RENEWAL DECLINES' });
    for (const day of ['2027-01-01', '2027-01-03', '2027-01-05', '2027-01-07', '2027-01-13']) {
      await goTo(world, day);
      await runBilling(world.ctx());
      await settleDown(world);
    }
    expect(await statusOf(world, person.accountId)).toBe('inactive');
    await setGateway(world, { threeDS: 'cit' });
    expect((await add(person, MASTERCARD)).charge).toMatchObject({ outcome: 'action_required' });
    expect(await pending(person)).toMatchObject({ status: 'pending', nextCardPays: true });
    await setGateway(world, { threeDS: 'off' });
    expect((await add(person, JCB)).charge).toMatchObject({ outcome: 'paid' });
    expect(await statusOf(world, person.accountId)).toBe('active');
  });
});

describe('the same card again', () => {
  const wish = async ({ accountId }: Who, cardToken: string) =>
    (await addCard(world.ctx(), accountId, { cardToken })).charge;

  /** The payment has failed, and a bank asks whoever pays by a card of theirs. */
  async function failed() {
    const person = await atTheBank();
    await actOnCharge(world, person.chargeId, 'decline');
    await settleDown(world);
    await setGateway(world, { threeDS: 'cit' });
    return person;
  }

  test('by a new token is answered with its open page', async () => {
    const person = await failed();
    const first = await wish(person, await createCardToken(MASTERCARD));
    expect(first).toEqual({ outcome: 'action_required', authorizeUri: A_PAGE });
    expect(await wish(person, await createCardToken(MASTERCARD))).toEqual(first);
    expect(await charges(person)).toEqual(['successful', 'failed', 'pending']);
  });

  test('by the same token at once is one page, which stays open', async () => {
    const person = await failed();
    const token = await createCardToken(MASTERCARD);
    const answers = await Promise.all([wish(person, token), wish(person, token)]);
    for (const answer of answers) expect(['action_required', 'pending']).toContain(answer?.outcome);
    expect(await wish(person, token)).toEqual({ outcome: 'action_required', authorizeUri: A_PAGE });
    expect(await charges(person)).toEqual(['successful', 'failed', 'pending']);
  });

  test('is charged anew when its page was left for another one', async () => {
    const person = await failed();
    await wish(person, await createCardToken(MASTERCARD));
    await setGateway(world, { threeDS: 'off' });
    const [page] = (await attemptsOf(world, person.accountId)).slice(-1);
    await abandonChallenge(world.ctx(), page!);
    expect(await wish(person, await createCardToken(MASTERCARD))).toMatchObject({ outcome: 'paid' });
    expect(await charges(person)).toEqual(['successful', 'failed', 'expired', 'successful']);
  });
});

describe('a page that was left', () => {
  /** The bank's page of the ladder's last try, with a free product in the order and a skip ahead. */
  async function atTheLastPage() {
    await goTo(world, '2026-11-20', '10:00');
    const person = await plantSubscriber(world, {}, { ...GOOD_CARD, name: 'FAKE RENEWAL DECLINES' });
    await settleDown(world);
    const [, due, skipped] = await ordersOf(world, person.accountId);
    await holdFreeProduct(world, person.accountId, due?.id ?? '');
    await skipOrder(world.ctx(), person.accountId, { orderId: skipped?.id ?? '', skip: true });
    for (const day of ['2026-12-31', '2027-01-01', '2027-01-03', '2027-01-05', '2027-01-07', '2027-01-13']) {
      await setGateway(world, { threeDS: day === '2027-01-13' ? 'always' : 'off' });
      await goTo(world, day);
      await runBilling(world.ctx());
      await settleDown(world);
    }
    await setGateway(world, { threeDS: 'off' });
    await goTo(world, '2027-01-13', '10:00');
    return person;
  }

  test('of the last try costs neither the schedule nor a skip nor a free product', async () => {
    const person = await atTheLastPage();
    const before = await failures(person);
    expect((await add(person, MASTERCARD)).charge).toMatchObject({ outcome: 'paid' });
    await settleDown(world);
    expect(await failures(person)).toEqual(before);
    expect(await statusOf(world, person.accountId)).toBe('active');
    const [, paid, skipped, next] = await ordersOf(world, person.accountId);
    expect([paid?.status, skipped?.status, next?.status]).toEqual(['paid', 'skipped', 'upcoming']);
    expect([paid?.date, skipped?.date, next?.date]).toEqual(['2026-12-31', '2027-01-31', '2027-02-28']);
    const { orders } = await listPreviousOrders(world.ctx(), person.accountId, 1);
    expect(orders[0]?.freeProduct).toBe('day-pads');
  });

  test('of the last try ends the subscription at its own deadline, when no card paid meanwhile', async () => {
    const person = await atTheLastPage();
    expect((await add(person, { number: '4111111111140011' })).charge).toMatchObject({ outcome: 'declined' });
    const page = (await attemptsOf(world, person.accountId)).find(({ leftAt }) => leftAt !== null);
    expect(await renewal(person)).toMatchObject({ status: 'charging', givesUpAt: page?.expiresAt });
    expect(await pending(person)).toMatchObject({ status: 'fail', cardNeededBy: '2027-01-14' });
    await goTo(world, '2027-01-14', '09:01');
    await runBilling(world.ctx());
    expect(await renewal(person)).toMatchObject({ status: 'unpaid', payment: 'suspended' });
    expect(await statusOf(world, person.accountId)).toBe('inactive');
  });

  test('is no failure to be told of, whichever door hears of its end first', async () => {
    const person = await atTheBank();
    await transaction(world.db, (tx) =>
      tx.execute(sql`update charge_attempts set left_at = ${world.now().toISOString()}
        where status = 'action_required'`),
    );
    await actOnCharge(world, person.chargeId, 'expire');
    await settleDown(world);
    expect(await renewal(person)).toMatchObject({ payment: 'failed', reason: 'timeout' });
    expect(await failures(person)).toEqual([]);
  });

  test('is one when the bank had declined it by then', async () => {
    const person = await atTheBank();
    await spoil(world, { op: 'webhook', kind: 'drop', times: 'always' });
    await actOnCharge(world, person.chargeId, 'decline');
    expect((await add(person, MASTERCARD)).charge).toMatchObject({ outcome: 'paid' });
    await settleDown(world);
    expect(await failures(person)).toEqual(['payment_failed']);
  });
});

describe('a saved card', () => {
  test('that is the one at the bank: its page is answered, and nothing more is asked', async () => {
    const person = await atTheBank();
    const [attempt] = (await attemptsOf(world, person.accountId)).slice(-1);
    const cardId = attempt?.cardId ?? '';
    const { charge } = await updateCard(world.ctx(), person.accountId, { cardId, makeDefault: true });
    expect(charge).toEqual({ outcome: 'action_required', authorizeUri: attempt?.authorizeUri });
    expect(await charges(person)).toEqual(['successful', 'pending']);
  });

  test('that is another one is charged once the page is given up', async () => {
    const person = await atTheBank();
    const saved = await add(person, MASTERCARD, false);
    const other = saved.cards.find(({ isDefault }) => !isDefault);
    const { charge } = await updateCard(world.ctx(), person.accountId, {
      cardId: other?.cardId ?? '',
      makeDefault: true,
    });
    expect(charge).toMatchObject({ outcome: 'paid' });
    expect(await charges(person)).toEqual(['successful', 'expired', 'successful']);
  });
});
