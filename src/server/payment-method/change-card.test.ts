import { eq, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { addDays, parseDay } from '@/domain/day';
import { RETRY_DAYS } from '@/domain/retry';
import { runBilling } from '@/server/jobs/run';
import { transaction } from '@/server/db';
import { accounts, cards, subscriptions } from '@/server/db/schema';
import { beginPaymentDates } from '@/server/orders/beginnings';
import { skipOrder } from '@/server/orders/skip';
import { cancelSubscription } from '@/server/subscription/cancel';
import { createCardToken, type TestCard } from '@/testing/cards';
import { countCalls, gatewayCharges, spoil, withGatewayAway } from '@/testing/outside';
import { GOOD_CARD } from '@/testing/people';
import {
  attemptsOf,
  goTo,
  ordersOf,
  plantRegistration,
  plantSubscriber,
  refusalOf,
  statusOf,
} from '@/testing/subscribers';
import { settleDown, withMoneyWorld } from '@/testing/money-world';
import type { World } from '@/testing/world';
import { addCard } from './add-card';
import { updateCard } from './change-card';
import { chargeDuePayment } from '../charging/claim-due';
import { deleteCard } from './delete-card';
import { checkCardExpiry, showCards } from '../cards/queries';

let world: World;
withMoneyWorld((opened) => (world = opened));

type Who = { accountId: string };
const RENEWAL_DECLINES = { ...GOOD_CARD, name: 'FAKE RENEWAL DECLINES' };
const MASTERCARD = { number: '5555555555554444' };
const add = async ({ accountId }: Who, card: TestCard) =>
  addCard(world.ctx(), accountId, { cardToken: await createCardToken(card) });
const update = ({ accountId }: Who, cardId: string, wish: Omit<Parameters<typeof updateCard>[2], 'cardId'>) =>
  updateCard(world.ctx(), accountId, { cardId, ...wish });
const remove = ({ accountId }: Who, cardId: string) => deleteCard(world.ctx(), accountId, { cardId });
const shown = async ({ accountId }: Who) =>
  (await showCards(world.ctx(), accountId)).cards.map(
    (card) => `${card.lastDigits}${card.isDefault ? ' default' : ''}`,
  );
const customerOf = async ({ accountId }: Who) => {
  const [account] = await world.db.select().from(accounts).where(eq(accounts.id, accountId));
  return world.sandbox.gateway.customers.get(account?.omiseCustomerId ?? '');
};

/** A subscriber with a Visa, the default, and a Mastercard. */
async function withTwoCards() {
  const person = await plantSubscriber(world);
  const { cards: saved } = await add(person, MASTERCARD);
  return { ...person, visa: saved[0]?.cardId ?? '', mastercard: saved[1]?.cardId ?? '' };
}

describe('changing a card', () => {
  test('makes it the default one, here and at the gateway; asking again changes nothing', async () => {
    const person = await withTwoCards();
    expect(await update(person, person.mastercard, { makeDefault: true })).toMatchObject({ charge: null });
    expect(await shown(person)).toEqual(['4444 default', '4242']);
    const customer = await customerOf(person);
    expect(customer?.defaultCard).toBe(customer?.cards[1]?.id);
    const calls = await countCalls(world, 'PATCH /customers/{id}');
    await update(person, person.mastercard, { makeDefault: true });
    expect(await countCalls(world, 'PATCH /customers/{id}')).toBe(calls);
  });

  test('that is not to be the default one changes nothing, even of the default one; what is corrected is', async () => {
    const person = await withTwoCards();
    const calls = await countCalls(world, 'PATCH /customers/{id}');
    for (const cardId of [person.visa, person.mastercard]) {
      expect(await update(person, cardId, { makeDefault: false })).toMatchObject({ charge: null });
      await update(person, cardId, { makeDefault: false, name: 'MALI SUK' });
    }
    expect(await shown(person)).toEqual(['4242 default', '4444']);
    expect(await countCalls(world, 'PATCH /customers/{id}')).toBe(calls);
    expect((await customerOf(person))?.cards).toMatchObject([{ name: 'MALI SUK' }, { name: 'MALI SUK' }]);
  });

  test('corrects name and expiry, here and at the gateway', async () => {
    const person = await withTwoCards();
    const wish = { expiryMonth: 8, expiryYear: 2031, name: 'MALI SUK' };
    const answer = await update(person, person.mastercard, wish);
    expect(answer.cards[1]).toMatchObject({ ...wish, lastDigits: '4444', isDefault: false });
    expect((await customerOf(person))?.cards[1]).toMatchObject({
      name: 'MALI SUK',
      expirationMonth: 8,
      expirationYear: 2031,
    });
  });

  test('to a date that has passed is declined by the gateway, and nothing changes', async () => {
    const person = await withTwoCards();
    const wish = { expiryMonth: 10, expiryYear: 2026, makeDefault: true } as const;
    expect(await refusalOf(update(person, person.mastercard, wish))).toMatch(/^CARD_DECLINED/);
    expect(await shown(person)).toEqual(['4242 default', '4444']);
  });

  test('with the gateway away: CARD_DEFAULT_FAILED, and nothing changes', async () => {
    const person = await withTwoCards();
    const wishes = [{ makeDefault: true }, { name: 'MALI SUK' }] as const;
    for (const wish of wishes) {
      const away = withGatewayAway(() => refusalOf(update(person, person.mastercard, wish)));
      expect(await away).toBe('CARD_DEFAULT_FAILED');
    }
    await spoil(world, { op: 'PATCH /customers/{id}', kind: 'html_502' });
    expect(await refusalOf(update(person, person.mastercard, { makeDefault: true }))).toBe(
      'CARD_DEFAULT_FAILED',
    );
    expect(await shown(person)).toEqual(['4242 default', '4444']);
  });

  test('of somebody else, an unknown or a removed one: not found, and the gateway is not asked', async () => {
    const [person, other] = [await withTwoCards(), await withTwoCards()];
    await remove(person, person.mastercard);
    const calls = await countCalls(world, 'PATCH /customers/{id}');
    for (const cardId of [other.visa, 'card_of_nobody', person.mastercard]) {
      expect(await refusalOf(update(person, cardId, { makeDefault: true }))).toBe('CARD_NOT_FOUND');
      expect(await refusalOf(remove(person, cardId))).toBe('CARD_NOT_FOUND');
    }
    expect(await countCalls(world, 'PATCH /customers/{id}')).toBe(calls);
    const registering = await plantRegistration(world);
    expect(await refusalOf(update(registering, other.visa, { makeDefault: true }))).toBe('NOT_ALLOWED');
    expect(await refusalOf(remove(registering, other.visa))).toBe('NOT_ALLOWED');
    expect(await refusalOf(showCards(world.ctx(), registering.accountId))).toBe('NOT_ALLOWED');
  });

  test('two at once to be the default: one of them is', async () => {
    const person = await withTwoCards();
    await Promise.all(
      [person.visa, person.mastercard, person.visa, person.mastercard].map((cardId) =>
        update(person, cardId, { makeDefault: true }),
      ),
    );
    expect((await shown(person)).filter((card) => card.endsWith('default'))).toHaveLength(1);
  });
});

describe('removing a card', () => {
  test('takes it away here and at the gateway, keeps the row, and another becomes the default', async () => {
    const person = await withTwoCards();
    expect((await remove(person, person.visa)).cards).toMatchObject([
      { lastDigits: '4444', isDefault: true },
    ]);
    expect((await customerOf(person))?.cards.map((card) => card.lastDigits)).toEqual(['4444']);
    const rows = await world.db.select().from(cards).where(eq(cards.id, person.visa));
    expect(rows).toMatchObject([{ lastDigits: '4242', isDefault: false }]);
    expect(rows[0]?.removedAt).not.toBeNull();
  });

  test('twice at once: one removes it, the other finds it gone', async () => {
    const person = await withTwoCards();
    const clicks = [1, 2, 3].map(() => refusalOf(remove(person, person.mastercard)));
    const answers = await Promise.all(clicks);
    expect(answers.filter((answer) => answer === 'CARD_NOT_FOUND')).toHaveLength(2);
  });

  test('that is the only one is refused to whoever pays by card, active or not, until they have cancelled', async () => {
    const person = await plantSubscriber(world, {}, RENEWAL_DECLINES);
    const [card] = (await showCards(world.ctx(), person.accountId)).cards;
    expect(await refusalOf(remove(person, card?.cardId ?? ''))).toBe('CARD_LAST');
    await settleDown(world);
    for (const days of RETRY_DAYS) {
      await goTo(world, addDays(parseDay('2026-12-31'), days));
      await runBilling(world.ctx());
      await settleDown(world);
    }
    expect(await statusOf(world, person.accountId)).toBe('inactive');
    expect(await refusalOf(remove(person, card?.cardId ?? ''))).toBe('CARD_LAST');
    await cancelSubscription(world.ctx(), person.accountId, { reason: 'other' });
    expect(await remove(person, card?.cardId ?? '')).toEqual({ cards: [] });
  });

  test.each([
    ['a refused connection', null],
    ["a proxy's page", { kind: 'html_502' }],
    ['a refusal', { kind: 'status', args: { status: 400, code: 'bad_request' } }],
  ])('when the gateway keeps it (%s): CARD_REMOVE_FAILED, and all is as it was', async (_name, fault) => {
    const person = await withTwoCards();
    if (fault) await spoil(world, { op: 'DELETE /customers/{id}/cards/{card}', ...fault });
    const click = () => refusalOf(remove(person, person.visa));
    expect(await (fault ? click() : withGatewayAway(click))).toBe('CARD_REMOVE_FAILED');
    expect(await shown(person)).toEqual(['4242 default', '4444']);
    // The job that would have removed it finds it in use again.
    await transaction(world.db, (tx) =>
      tx.execute(sql`update graphile_worker._private_jobs set run_at = now()`),
    );
    await settleDown(world);
    expect((await customerOf(person))?.cards).toHaveLength(2);
  });

  test('when the answer is lost but the gateway did it: removed', async () => {
    const person = await withTwoCards();
    await spoil(world, {
      op: 'DELETE /customers/{id}/cards/{card}',
      kind: 'reset',
      args: { after: true },
    });
    expect((await remove(person, person.visa)).cards).toHaveLength(1);
  });

  test('while it is being charged waits for the outcome', async () => {
    const person = await withTwoCards();
    await settleDown(world);
    await goTo(world, '2026-12-31', '09:00');
    await beginPaymentDates(world.ctx(), [person.subscriptionId]);
    const due = (await ordersOf(world, person.accountId)).find((row) => row.status === 'charging');
    await spoil(world, { op: 'POST /charges', kind: 'latency', args: { ms: 1500 } });
    const charging = chargeDuePayment(world.ctx(), due?.paymentId ?? '');
    await expect
      .poll(async () => (await attemptsOf(world, person.accountId)).length, { timeout: 10_000 })
      .toBe(2);
    expect(await refusalOf(remove(person, person.visa))).toBe('PAYMENT_PENDING');
    expect(await charging).toMatchObject({ attemptStatus: 'succeeded' });
    expect((await remove(person, person.visa)).cards).toHaveLength(1);
  });

  test.each([0, 4, 8, 12])(
    'against the billing run (%i ms): paid once, with whichever card is left',
    async (ms) => {
      const person = await withTwoCards();
      await settleDown(world);
      await goTo(world, '2026-12-31', '09:00');
      await beginPaymentDates(world.ctx(), [person.subscriptionId]);
      const [answer] = await Promise.all([
        new Promise((resolve) => setTimeout(resolve, ms)).then(() => refusalOf(remove(person, person.visa))),
        runBilling(world.ctx()),
      ]);
      expect(answer).toMatch(/^(accepted|PAYMENT_PENDING)/);
      expect((await gatewayCharges(world, person.accountId)).map((one) => one.status)).toEqual([
        'successful',
        'successful',
      ]);
    },
  );
});

describe('the expiry check', () => {
  test('names the first payment that the default card will miss, skipped ones left out', async () => {
    const person = await plantSubscriber(world, {}, { ...GOOD_CARD, expiryMonth: 12, expiryYear: 2026 });
    await add(person, { ...MASTERCARD, expiryMonth: 11, expiryYear: 2026 });
    const check = async () =>
      (await checkCardExpiry(world.ctx(), person.accountId)).cards.map((card) => [
        card.status,
        card.missedPayment,
      ]);
    expect(await check()).toEqual([
      ['nearly_expired', '2027-01-31'],
      ['nearly_expired', null],
    ]);
    const third = (await ordersOf(world, person.accountId))[2];
    await skipOrder(world.ctx(), person.accountId, { orderId: third?.id ?? '', skip: true });
    expect((await check())[0]).toEqual(['nearly_expired', '2027-02-28']);
    await transaction(world.db, (tx) => tx.update(subscriptions).set({ paymentMethod: 'offline' }));
    expect((await check())[0]).toEqual(['nearly_expired', null]);
  });
});
