import { and, eq, isNull } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { accounts, cards, subscriptions } from '@/server/db/schema';
import { requestPaymentLink } from '@/server/money/payment-links/request-link';
import { cancelSubscription } from '@/server/subscriber/plan/cancel';
import { orderNow } from '@/server/subscriber/plan/order-now';
import { deepTest } from '@/testing/deep';
import { DECLINED_CARD, GOOD_CARD } from '@/testing/browser';
import { createCardToken, type TestCard } from '@/testing/cards';
import { makeJobsDue } from '@/testing/jobs';
import { linksOf } from '@/testing/offline';
import { gatewayCharges, injectFault, setGateway } from '@/testing/providers';
import {
  attemptsOf,
  goTo,
  pass,
  plantSubscriber,
  refusalOf,
  type Planted,
  runPaymentDates,
} from '@/testing/subscribers';
import { settleDown, withWorld } from '@/testing/with-world';
import { addCard } from './add-card';
import { updateCard } from './change-card';
import { convertToCard } from './convert-card';
import { convertToOffline } from './convert-offline';

/* A card is chosen while another payment of the same subscriber was just declined, is open or has no outcome. */

const world = withWorld({ cleanup: 'check' });

const DUE = '2026-12-31';
const MASTERCARD = { number: '5555555555554444' };
const ctx = () => world.ctx();
const token = (card: TestCard) => createCardToken(card);
const attempts = async ({ accountId }: Planted) =>
  (await attemptsOf(world, accountId)).map(({ status }) => status);

async function methodOf({ accountId }: Planted) {
  const [row] = await world.db.select().from(subscriptions).where(eq(subscriptions.accountId, accountId));
  return row?.paymentMethod;
}

const savedCards = ({ accountId }: Planted) =>
  world.db
    .select()
    .from(cards)
    .where(and(eq(cards.accountId, accountId), isNull(cards.removedAt)))
    .orderBy(cards.lastDigits);

const defaultDigits = async (person: Planted) =>
  (await savedCards(person)).find(({ isDefault }) => isDefault)?.lastDigits;

/** The cards that the gateway keeps once every queued deletion was done. */
async function cardsAtGateway({ accountId }: Planted): Promise<(string | undefined)[]> {
  await makeJobsDue();
  await settleDown(world);
  const [account] = await world.db.select().from(accounts).where(eq(accounts.id, accountId));
  const customer = world.sandbox.gateway.customers.get(account?.omiseCustomerId ?? '');
  return customer?.cards.map(({ id }) => id) ?? [];
}

/** Creates a subscriber whose renewal was declined, and who has just tried another card, which was declined too. */
async function declinedTwice(days = [DUE]): Promise<Planted & { cardId: string }> {
  await goTo(world, '2026-11-20', '10:00');
  const person = await plantSubscriber(world, {}, { ...GOOD_CARD, name: 'FAKE RENEWAL DECLINES' });
  await runPaymentDates(world, ...days);
  await settleDown(world);
  const added = await addCard(ctx(), person.accountId, { cardToken: await token(DECLINED_CARD) });
  expect(added.charge).toMatchObject({ outcome: 'declined' });
  return { ...person, cardId: added.cards.find(({ isDefault }) => isDefault)?.cardId ?? '' };
}

/** Creates a subscriber with an open 3-D Secure challenge of an order now, and a second card as the default. */
async function challengedOrderNow(): Promise<Planted & { cardId: string }> {
  await goTo(world, '2026-11-20', '10:00');
  const person = await plantSubscriber(world);
  await settleDown(world);
  const [card] = await savedCards(person);
  await goTo(world, '2026-12-05', '10:00');
  await setGateway(world, { threeDS: 'always' });
  expect((await orderNow(ctx(), person.accountId, {})).charge).toMatchObject({ outcome: 'action_required' });
  await setGateway(world, { threeDS: 'off' });
  return { ...person, cardId: card?.id ?? '' };
}

async function withOtherDefault(): Promise<Planted & { cardId: string }> {
  const person = await challengedOrderNow();
  const { cards: all } = await addCard(ctx(), person.accountId, {
    cardToken: await token(MASTERCARD),
    makeDefault: false,
  });
  const other = all.find(({ lastDigits }) => lastDigits === '4444')?.cardId ?? '';
  await updateCard(ctx(), person.accountId, { cardId: other, makeDefault: true });
  expect(await defaultDigits(person)).toBe('4444');
  return person;
}

describe('a change back to a card that was declined less than a minute ago', () => {
  test('from payment by link changes the method, ends the link and charges the card', async () => {
    const person = await declinedTwice();
    await pass(world, { seconds: 20 });
    await convertToOffline(ctx(), person.accountId);
    await pass(world, { seconds: 20 });
    const before = await attempts(person);
    const { cardId } = person;
    expect(await convertToCard(ctx(), person.accountId, { cardId })).toMatchObject({
      paymentMethod: 'card',
      charge: { outcome: 'declined' },
    });
    expect(await methodOf(person)).toBe('card');
    expect(await linksOf(world, person)).toEqual(['void']);
    expect(await attempts(person)).toHaveLength(before.length + 1);
  });

  deepTest('from the link of an inactive subscriber ends the link and charges the card', async () => {
    const ladder = ['01-01', '01-03', '01-05', '01-07', '01-13'].map((day) => `2027-${day}`);
    const person = await declinedTwice([DUE, ...ladder]);
    await requestPaymentLink(ctx(), person.accountId);
    await pass(world, { seconds: 20 });
    const before = await attempts(person);
    await convertToCard(ctx(), person.accountId, { cardId: person.cardId });
    expect(await linksOf(world, person)).toEqual(['void']);
    expect(await attempts(person)).toHaveLength(before.length + 1);
  });

  test('is the same request for a subscriber who pays by card: it is not charged again', async () => {
    const person = await declinedTwice();
    const before = await attempts(person);
    const again = await convertToCard(ctx(), person.accountId, { cardToken: await token(DECLINED_CARD) });
    expect(again.charge).toMatchObject({ outcome: 'declined' });
    expect([await defaultDigits(person), await attempts(person)]).toEqual(['0011', before]);
  });
});

describe('a change to the card of an open 3-D Secure challenge', () => {
  test.each(['saved', 'entered again'])(
    'makes the card the default and returns the page (%s)',
    async (how) => {
      const person = await withOtherDefault();
      const chosen = how === 'saved' ? { cardId: person.cardId } : { cardToken: await token(GOOD_CARD) };
      expect(await convertToCard(ctx(), person.accountId, chosen)).toMatchObject({
        charge: { outcome: 'action_required' },
      });
      expect(await defaultDigits(person)).toBe('4242');
      expect(await attempts(person)).toEqual(['succeeded', 'action_required']);
    },
  );

  test('is refused if the page charges another total than the screen showed', async () => {
    const person = await withOtherDefault();
    const { cardId, accountId } = person;
    const change = (expectedTotal: number) => convertToCard(ctx(), accountId, { cardId, expectedTotal });
    expect(await refusalOf(change(0))).toBe('TOTAL_CHANGED');
    expect(await defaultDigits(person)).toBe('4444');
    const [, page] = await gatewayCharges(world, accountId);
    expect((await change(page?.amount ?? 0)).charge).toMatchObject({ outcome: 'action_required' });
  });
});

describe('a card that is added', () => {
  test('with the number of an open challenge of an order now is a duplicate, and the challenged card stays', async () => {
    const person = await challengedOrderNow();
    const before = await savedCards(person);
    for (const makeDefault of [false, undefined, true]) {
      const cardToken = await token(GOOD_CARD);
      expect(await refusalOf(addCard(ctx(), person.accountId, { cardToken, makeDefault }))).toBe(
        'CARD_DUPLICATE',
      );
    }
    expect(await savedCards(person)).toEqual(before);
    expect(await cardsAtGateway(person)).toEqual(before.map(({ omiseCardId }) => omiseCardId));
  });

  test('with the number of an open challenge of a renewal returns its page, and the challenged card stays', async () => {
    await goTo(world, '2026-11-20', '10:00');
    const person = await plantSubscriber(world);
    await settleDown(world);
    const before = await savedCards(person);
    await setGateway(world, { threeDS: 'always' });
    await runPaymentDates(world, DUE);
    await setGateway(world, { threeDS: 'off' });
    const added = await addCard(ctx(), person.accountId, { cardToken: await token(GOOD_CARD) });
    expect(added.charge).toMatchObject({ outcome: 'action_required' });
    expect((await savedCards(person)).map(({ omiseCardId }) => omiseCardId)).toEqual(
      before.map(({ omiseCardId }) => omiseCardId),
    );
    expect(await cardsAtGateway(person)).toEqual(before.map(({ omiseCardId }) => omiseCardId));
  });

  test('after a cancellation while a charge has no outcome is charged for nothing, and says so', async () => {
    await goTo(world, '2026-11-20', '10:00');
    const person = await plantSubscriber(world);
    await settleDown(world);
    await injectFault(world, { op: 'webhook', kind: 'drop', times: 'always' });
    await injectFault(world, { op: 'POST /charges', kind: 'reset', times: 1, args: { after: true } });
    await runPaymentDates(world, DUE);
    await cancelSubscription(ctx(), person.accountId, { reason: 'other' });
    const add = async (expectedTotal: number) =>
      addCard(ctx(), person.accountId, { cardToken: await token(MASTERCARD), expectedTotal });
    expect(await refusalOf(add(100))).toBe('TOTAL_CHANGED');
    expect((await add(0)).charge).toBeNull();
  });
});
