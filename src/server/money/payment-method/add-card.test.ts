import { eq, isNull } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { runBilling } from '@/server/work/jobs/run';
import { transaction } from '@/server/db';
import { accounts, auditEvents, cards } from '@/server/db/schema';
import { createCardToken, type TestCard } from '@/testing/cards';
import { makeJobsDue } from '@/testing/jobs';
import { actOnCharge, countCalls, gatewayCharges, setGateway, injectFault } from '@/testing/providers';
import { GOOD_CARD, DECLINED_CARD } from '@/testing/browser';
import {
  attemptsOf,
  goTo,
  ordersOf,
  pass,
  plantRegistration,
  plantSubscriber,
  refusalOf,
  statusOf,
  messageKindsOf,
} from '@/testing/subscribers';
import { settleDown, withWorld } from '@/testing/with-world';
import { discardCard, writeCard } from '../cards/saved-cards';
import { addCard } from './add-card';
import { updateCard } from './change-card';
import { chargeDuePayment } from '../charging/claim-due';

const world = withWorld({ cleanup: 'check' });

const MASTERCARD = { number: '5555555555554444' };
const RENEWAL_DECLINES = { ...GOOD_CARD, name: 'FAKE RENEWAL DECLINES' };
const HARD = { number: '4111111111130012' };

type Person = { accountId: string };
const add = async ({ accountId }: Person, card: TestCard, makeDefault?: boolean) =>
  addCard(world.ctx(), accountId, { cardToken: await createCardToken(card), makeDefault });
const listDigits = (result: Awaited<ReturnType<typeof addCard>>) =>
  result.cards.map((card) => `${card.lastDigits}${card.isDefault ? ' default' : ''}`);
const customerCards = async (accountId: string) => {
  const [account] = await world.db.select().from(accounts).where(eq(accounts.id, accountId));
  return world.sandbox.gateway.customers.get(account?.omiseCustomerId ?? '')?.cards ?? [];
};

/** Creates a subscriber whose second order was declined this morning. It is 31 December, 15:00. */
async function plantDeclined() {
  const person = await plantSubscriber(world, {}, RENEWAL_DECLINES);
  await settleDown(world);
  await goTo(world, '2026-12-31', '09:00');
  await runBilling(world.ctx());
  await settleDown(world);
  await goTo(world, '2026-12-31', '15:00');
  return person;
}

async function plantInactive() {
  const person = await plantDeclined();
  for (const day of ['2027-01-01', '2027-01-03', '2027-01-05', '2027-01-07', '2027-01-13']) {
    await goTo(world, day);
    await runBilling(world.ctx());
  }
  await settleDown(world);
  await goTo(world, '2027-01-15', '12:00');
  return person;
}

const secondOrder = async ({ accountId }: Person) => (await ordersOf(world, accountId))[1];

describe('a card added while nothing is owed', () => {
  test('is refused as unreadable if the gateway does not know its token, and nothing is saved', async () => {
    const person = await plantSubscriber(world);
    const adding = addCard(world.ctx(), person.accountId, { cardToken: 'tokn_test_nobody_made_this' });
    expect(await refusalOf(adding)).toBe('CARD_DECLINED card_token_unknown');
    expect(await customerCards(person.accountId)).toHaveLength(1);
  });

  test('is saved without a charge and becomes the default only on request', async () => {
    const person = await plantSubscriber(world);
    const result = await add(person, MASTERCARD);
    expect(result.charge).toBeNull();
    expect(listDigits(result)).toEqual(['4242 default', '4444']);
    expect(listDigits(await add(person, { number: '3530111333300000' }, true))).toEqual([
      '0000 default',
      '4242',
      '4444',
    ]);
    expect(await gatewayCharges(world, person.accountId)).toHaveLength(1);
    expect((await customerCards(person.accountId)).map((card) => card.lastDigits)).toEqual([
      '4242',
      '4444',
      '0000',
    ]);
    const audit = await world.db.select().from(auditEvents).where(eq(auditEvents.subject, person.accountId));
    expect(audit.map((row) => row.what)).toEqual(['card.added', 'card.added', 'card.added']);
  });

  test('becomes the default if it is the first card', async () => {
    const person = await plantSubscriber(world);
    await transaction(world.db, (tx) => tx.update(cards).set({ isDefault: false, removedAt: world.now() }));
    expect(listDigits(await add(person, MASTERCARD, false))).toEqual(['4444 default']);
  });

  test('is refused as a duplicate, and the gateway keeps one copy', async () => {
    const person = await plantSubscriber(world);
    expect(await refusalOf(add(person, GOOD_CARD))).toBe('CARD_DUPLICATE');
    expect(await refusalOf(add(person, GOOD_CARD, true))).toBe('CARD_DUPLICATE');
    await makeJobsDue();
    await settleDown(world);
    expect(await customerCards(person.accountId)).toHaveLength(1);
  });

  test('replaces the saved card of the same number if the expiry date differs', async () => {
    const person = await plantSubscriber(world);
    const result = await add(person, { ...GOOD_CARD, expiryYear: 2045 });
    expect(result.cards).toMatchObject([{ lastDigits: '4242', expiryYear: 2045, isDefault: true }]);
  });

  test('becomes the default if it is saved already and requested as the default', async () => {
    const person = await plantSubscriber(world);
    await add(person, MASTERCARD);
    expect(listDigits(await add(person, MASTERCARD, true))).toEqual(['4444 default', '4242']);
  });

  test('is saved once for concurrent and repeated requests with one token', async () => {
    const person = await plantSubscriber(world);
    const cardToken = await createCardToken(MASTERCARD);
    const click = () => addCard(world.ctx(), person.accountId, { cardToken });
    for (const result of [...(await Promise.all([click(), click(), click()])), await click()])
      expect(listDigits(result)).toEqual(['4242 default', '4444']);
    expect(await customerCards(person.accountId)).toHaveLength(2);
  });

  test('is declined for an unknown token', async () => {
    const person = await plantSubscriber(world);
    const result = addCard(world.ctx(), person.accountId, { cardToken: 'tokn_test_5fz0olfpy32zadv96ek' });
    expect(await refusalOf(result)).toMatch(/^CARD_DECLINED/);
    expect(await world.db.select().from(cards)).toHaveLength(1);
  });

  test('is not saved while the gateway is unavailable', async () => {
    const person = await plantSubscriber(world);
    await injectFault(world, { op: 'PATCH /customers/{id}', kind: 'html_502' });
    expect(await refusalOf(add(person, MASTERCARD))).toBe('CHECKOUT_FAILED');
    expect(await world.db.select().from(cards)).toHaveLength(1);
  });

  test('is refused for a registration in progress', async () => {
    expect(await refusalOf(add(await plantRegistration(world), GOOD_CARD))).toBe('NOT_ALLOWED');
    expect(await countCalls(world, 'POST /customers')).toBe(0);
  });
});

describe('a card added after a failed payment', () => {
  test('is charged once and becomes the default', async () => {
    const person = await plantDeclined();
    const result = await add(person, MASTERCARD);
    expect(result.charge).toMatchObject({ outcome: 'paid', receiveBy: '2027-01-05' });
    expect(listDigits(result)).toEqual(['4444 default', '4242']);
    expect(await secondOrder(person)).toMatchObject({ status: 'paid', dueAt: null });
    expect((await attemptsOf(world, person.accountId)).map((one) => one.trigger)).toEqual([
      'registration',
      'billing_run',
      'subscriber',
    ]);
  });

  test('is saved if declined, and the retry schedule stays', async () => {
    const person = await plantDeclined();
    const result = await add(person, DECLINED_CARD);
    expect(result.charge).toEqual({ outcome: 'declined', reason: 'insufficient_fund' });
    expect(listDigits(result)).toEqual(['0011 default', '4242']);
    expect(await secondOrder(person)).toMatchObject({ dueAt: new Date('2027-01-01T02:00:00Z') });
  });

  test('resumes the retries after a hard decline', async () => {
    const person = await plantDeclined();
    await add(person, HARD);
    expect(await secondOrder(person)).toMatchObject({
      dueAt: null,
      givesUpAt: new Date('2027-01-13T02:00:00Z'),
    });
    expect((await add(person, MASTERCARD)).charge).toMatchObject({ outcome: 'paid' });
  });

  test('activates an inactive subscription if paid', async () => {
    const person = await plantInactive();
    expect((await add(person, MASTERCARD)).charge).toMatchObject({ outcome: 'paid' });
    expect(await statusOf(world, person.accountId)).toBe('active');
  });

  test('leaves an inactive subscription inactive if declined', async () => {
    const person = await plantInactive();
    expect((await add(person, DECLINED_CARD)).charge).toEqual({
      outcome: 'declined',
      reason: 'insufficient_fund',
    });
    expect(await statusOf(world, person.accountId)).toBe('inactive');
    expect(await secondOrder(person)).toMatchObject({ status: 'unpaid', payment: 'suspended' });
  });

  test('returns the 3-D Secure challenge, and the confirmation pays', async () => {
    const person = await plantDeclined();
    await setGateway(world, { threeDS: 'cit' });
    const cardToken = await createCardToken(MASTERCARD);
    const result = await addCard(world.ctx(), person.accountId, { cardToken });
    expect(result.charge).toMatchObject({ outcome: 'action_required' });
    expect((await addCard(world.ctx(), person.accountId, { cardToken })).charge).toEqual(result.charge);
    expect((await messageKindsOf(world, person.accountId)).includes('action_needed')).toBe(false);
    const charges = await gatewayCharges(world, person.accountId);
    expect(charges).toHaveLength(3);
    await actOnCharge(world, charges[2]?.id ?? '', 'approve');
    await settleDown(world);
    expect((await secondOrder(person))?.status).toBe('paid');
  });

  test('does not delay the retry of the day if its challenge is abandoned', async () => {
    const person = await plantDeclined();
    await goTo(world, '2027-01-01', '08:30');
    await setGateway(world, { threeDS: 'cit' });
    expect((await add(person, { ...MASTERCARD, name: 'FAKE RENEWAL DECLINES' })).charge).toMatchObject({
      outcome: 'action_required',
    });
    for (const time of ['08:59', '09:00', '09:01']) {
      await goTo(world, '2027-01-01', time);
      await runBilling(world.ctx());
      await settleDown(world);
    }
    const attempts = await attemptsOf(world, person.accountId);
    expect(attempts.slice(-2).map(({ trigger, status }) => [trigger, status])).toEqual([
      ['subscriber', 'expired'],
      ['retry', 'declined'],
    ]);
    expect(await secondOrder(person)).toMatchObject({ dueAt: new Date('2027-01-03T02:00:00Z') });
  });

  test('is charged if it is saved already', async () => {
    const person = await plantDeclined();
    await setGateway(world, { threeDS: 'off' });
    expect((await add(person, GOOD_CARD)).charge).toMatchObject({ outcome: 'paid' });
    expect(await world.db.select().from(cards)).toHaveLength(1);
  });
});

describe('a failed payment is charged once', () => {
  test('for concurrent and repeated requests with several tokens of the same card', async () => {
    const person = await plantDeclined();
    const tokens = await Promise.all([1, 2, 3].map(() => createCardToken(DECLINED_CARD)));
    const click = (cardToken: string) => addCard(world.ctx(), person.accountId, { cardToken });
    const results = await Promise.all([...tokens, ...tokens].map(click));
    for (const { charge } of results) expect(['declined', 'pending']).toContain(charge?.outcome);
    for (const token of tokens) expect((await click(token)).charge).toMatchObject({ outcome: 'declined' });
    expect(await gatewayCharges(world, person.accountId)).toHaveLength(3);
  });

  test('for a new card concurrent with the billing run', async () => {
    const person = await plantDeclined();
    await goTo(world, '2027-01-01', '09:00');
    const paymentId = (await secondOrder(person))?.paymentId ?? '';
    const [result] = await Promise.all([add(person, MASTERCARD), chargeDuePayment(world.ctx(), paymentId)]);
    expect(['paid', 'pending']).toContain(result.charge?.outcome);
    await settleDown(world);
    const paid = (await gatewayCharges(world, person.accountId)).filter((one) => one.status === 'successful');
    expect(paid.length).toBeLessThanOrEqual(2);
    expect(paid.filter((one) => one.refunds.length > 0)).toEqual([]);
  });

  test('for a double click that makes the declined card the default', async () => {
    const person = await plantDeclined();
    const [card] = await world.db.select().from(cards);
    const choose = () =>
      updateCard(world.ctx(), person.accountId, { cardId: card?.id ?? '', makeDefault: true });
    await injectFault(world, {
      op: 'POST /charges',
      kind: 'status',
      args: { status: 400, code: 'insufficient_fund' },
    });
    expect((await choose()).charge).toEqual({ outcome: 'declined', reason: 'insufficient_fund' });
    expect((await choose()).charge).toEqual({ outcome: 'declined', reason: 'insufficient_fund' });
    await pass(world, { minutes: 1 });
    expect((await choose()).charge).toMatchObject({ outcome: 'paid' });
    expect((await choose()).charge).toBeNull();
  });
});

test('a discarded card that is attached again replaces the copy that was saved meanwhile', async () => {
  const { accountId } = await plantSubscriber(world);
  const [first] = await world.db.select().from(cards).where(eq(cards.accountId, accountId));
  const { brand, lastDigits, name, expiryMonth, expiryYear, fingerprint, omiseCardId } = first!;
  const shown = { brand, lastDigits, name, expiryMonth, expiryYear, fingerprint };
  const save = (id: string, asDefault: boolean) =>
    transaction(world.db, (tx) =>
      writeCard(tx, world.now(), accountId, { card: { ...shown, omiseCardId: id }, asDefault }),
    );
  await transaction(world.db, (tx) => discardCard(tx, world.now(), accountId, first!.id));
  const meanwhile = await save('card_test_meanwhile', true);
  expect((await save(omiseCardId, false)).id).toBe(first!.id);
  const saved = await world.db.select().from(cards).where(isNull(cards.removedAt));
  expect(saved).toMatchObject([{ id: first!.id, isDefault: true }]);
  expect(meanwhile.id).not.toBe(first!.id);
});
