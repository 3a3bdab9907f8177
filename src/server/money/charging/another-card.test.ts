import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { transaction } from '@/server/db';
import { listPreviousOrders } from '@/server/shop/orders/queries';
import { skipOrder } from '@/server/subscriber/plan/plan-commands';
import { runBilling } from '@/server/work/jobs/run';
import { createCardToken, type TestCard } from '@/testing/cards';
import { actOnCharge, gatewayCharges, setGateway, injectFault } from '@/testing/providers';
import { GOOD_CARD } from '@/testing/browser';
import {
  attemptsOf,
  goTo,
  holdFreeProduct,
  ordersOf,
  pass,
  plantSubscriber,
  statusOf,
  messageKindsOf,
} from '@/testing/subscribers';
import { settleDown, withWorld } from '@/testing/with-world';
import { addCard } from '../payment-method/add-card';
import { updateCard } from '../payment-method/change-card';
import { abandonChallenge } from '../settlement/release-open-payments';
import { findPendingPayment } from '../payment-links/queries';

/* A renewal has an open 3-D Secure challenge of one card, and the subscriber chooses another card. */

const world = withWorld({ cleanup: 'check' });

const MASTERCARD = { number: '5555555555554444' };
const JCB = { number: '3530111333300000' };

const CHALLENGE_URL: unknown = expect.stringContaining('/3ds/');

type Who = { accountId: string };

const add = async ({ accountId }: Who, card: TestCard, makeDefault?: boolean) =>
  addCard(world.ctx(), accountId, { cardToken: await createCardToken(card), makeDefault });
const charges = async ({ accountId }: Who) =>
  (await gatewayCharges(world, accountId)).map((charge) => charge.status);
const pending = ({ accountId }: Who) => findPendingPayment(world.ctx(), accountId);
const renewal = async ({ accountId }: Who) => (await ordersOf(world, accountId))[1];
const failures = async ({ accountId }: Who) =>
  (await messageKindsOf(world, accountId)).filter((kind) => kind === 'payment_failed');

/** Opens a 3-D Secure challenge with the charge of 31 December. Later charges need no challenge. */
async function openChallenge(card: TestCard = GOOD_CARD) {
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

describe('the pending payment', () => {
  test('shows the open challenge and that another card would be charged', async () => {
    expect(await pending(await openChallenge())).toMatchObject({
      status: 'pending',
      authorizeUri: CHALLENGE_URL,
      nextCardPays: true,
    });
  });

  test('shows the open challenge after an earlier decline, without its reason and retry day', async () => {
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
      authorizeUri: CHALLENGE_URL,
    });
    const { orders } = await listPreviousOrders(world.ctx(), person.accountId, 1);
    expect(orders[0]?.payment).toEqual({ status: 'pending', reason: null });
  });

  test('is pending, not failed, while the outcome of a new card is unknown', async () => {
    const person = await openChallenge();
    await actOnCharge(world, person.chargeId, 'decline');
    await settleDown(world);
    expect(await pending(person)).toMatchObject({ status: 'fail', reason: 'payment_rejected' });
    await injectFault(world, { op: 'POST /charges', kind: 'html_502', times: 1 });
    expect((await add(person, MASTERCARD)).charge).toEqual({ outcome: 'pending' });
    expect(await pending(person)).toMatchObject({ status: 'pending', reason: null, nextCardPays: false });
  });
});

describe('a new card during an open challenge', () => {
  test('is charged after the challenge is abandoned, without a message about a failed payment', async () => {
    const person = await openChallenge();
    expect((await add(person, MASTERCARD)).charge).toMatchObject({ outcome: 'paid' });
    expect(await charges(person)).toEqual(['successful', 'expired', 'successful']);
    expect(await renewal(person)).toMatchObject({ status: 'paid', dueAt: null });
    await settleDown(world);
    expect(await failures(person)).toEqual([]);
  });

  test('leaves the retry schedule as after the first attempt when it is declined', async () => {
    const person = await openChallenge();
    expect((await add(person, { number: '4111111111140011' })).charge).toMatchObject({ outcome: 'declined' });
    expect(await renewal(person)).toMatchObject({
      payment: 'failed',
      dueAt: new Date('2027-01-01T02:00:00Z'),
    });
  });

  test('is not charged when it does not become the default card, and the challenge stays open', async () => {
    const person = await openChallenge();
    expect((await add(person, MASTERCARD, false)).charge).toBeNull();
    expect(await charges(person)).toEqual(['successful', 'pending']);
  });

  test('is not charged when the challenge was approved meanwhile', async () => {
    const person = await openChallenge();
    await injectFault(world, { op: 'webhook', kind: 'drop', times: 'always' });
    await actOnCharge(world, person.chargeId, 'approve');
    expect((await add(person, MASTERCARD)).charge).toBeNull();
    expect(await charges(person)).toEqual(['successful', 'successful']);
    expect((await renewal(person))?.status).toBe('paid');
  });

  test('is charged only after twenty minutes when the gateway does not expire the challenge', async () => {
    const person = await openChallenge();
    const expire = 'POST /charges/{id}/expire';
    await injectFault(world, { op: expire, kind: 'status', args: { status: 500 }, times: 'always' });
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

  test('is charged only once when two new cards are added at the same time', async () => {
    const person = await openChallenge();
    const [one, other] = await Promise.all([add(person, MASTERCARD), add(person, JCB)]);
    expect([one.charge, other.charge]).toContainEqual(expect.objectContaining({ outcome: 'paid' }));
    await settleDown(world);
    const successful = (await charges(person)).filter((status) => status === 'successful');
    expect(successful).toHaveLength(2);
    expect((await renewal(person))?.status).toBe('paid');
  });

  test('pays an unpaid order after its challenge was abandoned', async () => {
    const person = await openChallenge({ ...GOOD_CARD, name: 'FAKE RENEWAL DECLINES' });
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
  const pay = async ({ accountId }: Who, cardToken: string) =>
    (await addCard(world.ctx(), accountId, { cardToken })).charge;

  /**
   * Creates a subscriber whose payment has failed. Each card that the subscriber enters then needs 3-D
   * Secure.
   */
  async function plantFailed() {
    const person = await openChallenge();
    await actOnCharge(world, person.chargeId, 'decline');
    await settleDown(world);
    await setGateway(world, { threeDS: 'cit' });
    return person;
  }

  test('returns its open challenge for a new token', async () => {
    const person = await plantFailed();
    const first = await pay(person, await createCardToken(MASTERCARD));
    expect(first).toEqual({ outcome: 'action_required', authorizeUri: CHALLENGE_URL });
    expect(await pay(person, await createCardToken(MASTERCARD))).toEqual(first);
    expect(await charges(person)).toEqual(['successful', 'failed', 'pending']);
  });

  test('has one challenge, which stays open, when its token is sent twice at once', async () => {
    const person = await plantFailed();
    const token = await createCardToken(MASTERCARD);
    const results = await Promise.all([pay(person, token), pay(person, token)]);
    for (const result of results) expect(['action_required', 'pending']).toContain(result?.outcome);
    expect(await pay(person, token)).toEqual({ outcome: 'action_required', authorizeUri: CHALLENGE_URL });
    expect(await charges(person)).toEqual(['successful', 'failed', 'pending']);
  });

  test('is charged again after its challenge was abandoned for another card', async () => {
    const person = await plantFailed();
    await pay(person, await createCardToken(MASTERCARD));
    await setGateway(world, { threeDS: 'off' });
    const [page] = (await attemptsOf(world, person.accountId)).slice(-1);
    await abandonChallenge(world.ctx(), page!);
    expect(await pay(person, await createCardToken(MASTERCARD))).toMatchObject({ outcome: 'paid' });
    expect(await charges(person)).toEqual(['successful', 'failed', 'expired', 'successful']);
  });
});

describe('an abandoned challenge', () => {
  /**
   * Opens a 3-D Secure challenge with the last retry. The order has a free product, and a later order is
   * skipped.
   */
  async function openLastChallenge() {
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

  test('of the last retry changes neither the schedule nor a skip nor a free product', async () => {
    const person = await openLastChallenge();
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

  test('of the last retry makes the subscription inactive at its own deadline without another payment', async () => {
    const person = await openLastChallenge();
    expect((await add(person, { number: '4111111111140011' })).charge).toMatchObject({ outcome: 'declined' });
    const page = (await attemptsOf(world, person.accountId)).find(({ abandonedAt }) => abandonedAt !== null);
    expect(await renewal(person)).toMatchObject({ status: 'charging', givesUpAt: page?.expiresAt });
    expect(await pending(person)).toMatchObject({ status: 'fail', cardNeededBy: '2027-01-13' });
    await goTo(world, '2027-01-14', '09:01');
    await runBilling(world.ctx());
    expect(await renewal(person)).toMatchObject({ status: 'unpaid', payment: 'suspended' });
    expect(await statusOf(world, person.accountId)).toBe('inactive');
  });

  test('causes no message about a failed payment, whichever entry point reports its end', async () => {
    const person = await openChallenge();
    await transaction(world.db, (tx) =>
      tx.execute(sql`update charge_attempts set abandoned_at = ${world.now().toISOString()}
        where status = 'action_required'`),
    );
    await actOnCharge(world, person.chargeId, 'expire');
    await settleDown(world);
    expect(await renewal(person)).toMatchObject({ payment: 'failed', reason: 'timeout' });
    expect(await failures(person)).toEqual([]);
  });

  test('causes a message about a failed payment if the bank had declined it before', async () => {
    const person = await openChallenge();
    await injectFault(world, { op: 'webhook', kind: 'drop', times: 'always' });
    await actOnCharge(world, person.chargeId, 'decline');
    expect((await add(person, MASTERCARD)).charge).toMatchObject({ outcome: 'paid' });
    await settleDown(world);
    expect(await failures(person)).toEqual(['payment_failed']);
  });
});

describe('a saved card', () => {
  test('with an open challenge returns that challenge and is not charged again', async () => {
    const person = await openChallenge();
    const [attempt] = (await attemptsOf(world, person.accountId)).slice(-1);
    const cardId = attempt?.cardId ?? '';
    const { charge } = await updateCard(world.ctx(), person.accountId, { cardId, makeDefault: true });
    expect(charge).toEqual({ outcome: 'action_required', authorizeUri: attempt?.authorizeUri });
    expect(await charges(person)).toEqual(['successful', 'pending']);
  });

  test('is charged after the challenge of another card is abandoned', async () => {
    const person = await openChallenge();
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
