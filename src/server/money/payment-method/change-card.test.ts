import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { addDays, parseDay } from '@/domain/day';
import { RETRY_DAYS } from '@/domain/retry';
import { runBilling } from '@/server/work/jobs/run';
import { transaction } from '@/server/db';
import { accounts, cards, subscriptions } from '@/server/db/schema';
import { beginPaymentDates } from '@/server/shop/orders/beginnings';
import { skipOrder } from '@/server/subscriber/plan/plan-commands';
import { cancelSubscription } from '@/server/subscriber/plan/cancel';
import { createCardToken, type TestCard } from '@/testing/cards';
import { makeJobsDue } from '@/testing/jobs';
import { countCalls, gatewayCharges, injectFault, withGatewayUnreachable } from '@/testing/providers';
import { GOOD_CARD } from '@/testing/browser';
import {
  attemptsOf,
  goTo,
  ordersOf,
  plantRegistration,
  plantSubscriber,
  refusalOf,
  statusOf,
} from '@/testing/subscribers';
import { settleDown, withWorld } from '@/testing/with-world';
import { toAppError, wireError } from '../../api/errors';
import { addCard } from './add-card';
import { updateCard } from './change-card';
import { chargeDuePayment } from '../charging/claim-due';
import { deleteCard } from './delete-card';
import { checkCardExpiry, listSubscriberCards } from '../cards/queries';

const world = withWorld({ cleanup: 'check' });

type Person = { accountId: string };
const RENEWAL_DECLINES = { ...GOOD_CARD, name: 'FAKE RENEWAL DECLINES' };
const MASTERCARD = { number: '5555555555554444' };
const add = async ({ accountId }: Person, card: TestCard) =>
  addCard(world.ctx(), accountId, { cardToken: await createCardToken(card) });
const update = (
  { accountId }: Person,
  cardId: string,
  changes: Omit<Parameters<typeof updateCard>[2], 'cardId'>,
) => updateCard(world.ctx(), accountId, { cardId, ...changes });
const remove = ({ accountId }: Person, cardId: string) => deleteCard(world.ctx(), accountId, { cardId });
const listDigits = async ({ accountId }: Person) =>
  (await listSubscriberCards(world.ctx(), accountId)).cards.map(
    (card) => `${card.lastDigits}${card.isDefault ? ' default' : ''}`,
  );
const customerOf = async ({ accountId }: Person) => {
  const [account] = await world.db.select().from(accounts).where(eq(accounts.id, accountId));
  return world.sandbox.gateway.customers.get(account?.omiseCustomerId ?? '');
};

/** Creates a subscriber with two cards: a Visa, which is the default, and a Mastercard. */
async function plantWithTwoCards() {
  const person = await plantSubscriber(world);
  const { cards: saved } = await add(person, MASTERCARD);
  return { ...person, visa: saved[0]?.cardId ?? '', mastercard: saved[1]?.cardId ?? '' };
}

describe('a change of a card', () => {
  test('makes it the default in the database and at the gateway, and a repeated request changes nothing', async () => {
    const person = await plantWithTwoCards();
    expect(await update(person, person.mastercard, { makeDefault: true })).toMatchObject({ charge: null });
    expect(await listDigits(person)).toEqual(['4444 default', '4242']);
    const customer = await customerOf(person);
    expect(customer?.defaultCard).toBe(customer?.cards[1]?.id);
    const calls = await countCalls(world, 'PATCH /customers/{id}');
    await update(person, person.mastercard, { makeDefault: true });
    expect(await countCalls(world, 'PATCH /customers/{id}')).toBe(calls);
  });

  test('with makeDefault false keeps the default and applies corrections', async () => {
    const person = await plantWithTwoCards();
    const calls = await countCalls(world, 'PATCH /customers/{id}');
    for (const cardId of [person.visa, person.mastercard]) {
      expect(await update(person, cardId, { makeDefault: false })).toMatchObject({ charge: null });
      await update(person, cardId, { makeDefault: false, name: 'MALI SUK' });
    }
    expect(await listDigits(person)).toEqual(['4242 default', '4444']);
    expect(await countCalls(world, 'PATCH /customers/{id}')).toBe(calls);
    expect((await customerOf(person))?.cards).toMatchObject([{ name: 'MALI SUK' }, { name: 'MALI SUK' }]);
  });

  test('corrects name and expiry date in the database and at the gateway', async () => {
    const person = await plantWithTwoCards();
    const changes = { expiryMonth: 8, expiryYear: 2031, name: 'MALI SUK' };
    const result = await update(person, person.mastercard, changes);
    expect(result.cards[1]).toMatchObject({ ...changes, lastDigits: '4444', isDefault: false });
    expect((await customerOf(person))?.cards[1]).toMatchObject({
      name: 'MALI SUK',
      expirationMonth: 8,
      expirationYear: 2031,
    });
  });

  test('to a past expiry date is declined and changes nothing', async () => {
    const person = await plantWithTwoCards();
    const changes = { expiryMonth: 10, expiryYear: 2026, makeDefault: true } as const;
    const calls = await countCalls(world, 'PATCH /customers/{id}');
    expect(await refusalOf(update(person, person.mastercard, changes))).toBe('CARD_DECLINED expired_card');
    expect(await countCalls(world, 'PATCH /customers/{id}')).toBe(calls);
    expect(await listDigits(person)).toEqual(['4242 default', '4444']);
  });

  test('fails while the gateway is unavailable and changes nothing', async () => {
    const person = await plantWithTwoCards();
    const requests = [
      [{ makeDefault: true }, 'Unable to set default card.', 'ตั้งเป็นบัตรหลักไม่สำเร็จ'],
      [{ name: 'MALI SUK' }, 'Unable to update card.', 'แก้ไขบัตรไม่สำเร็จ'],
      [{ makeDefault: true, name: 'MALI SUK' }, 'Unable to set default card.', 'ตั้งเป็นบัตรหลักไม่สำเร็จ'],
    ] as const;
    for (const [changes, english, thai] of requests) {
      const refusal: unknown = await withGatewayUnreachable(() =>
        update(person, person.mastercard, changes).catch((error: unknown) => error),
      );
      expect(wireError(toAppError(refusal), 'en')).toMatchObject({
        code: 'CARD_DEFAULT_FAILED',
        message: english,
      });
      expect(wireError(toAppError(refusal), 'th').message).toBe(thai);
    }
    await injectFault(world, { op: 'PATCH /customers/{id}', kind: 'html_502' });
    expect(await refusalOf(update(person, person.mastercard, { makeDefault: true }))).toBe(
      'CARD_DEFAULT_FAILED',
    );
    expect(await listDigits(person)).toEqual(['4242 default', '4444']);
  });

  test('of another account, an unknown card and a removed card is refused without a gateway call', async () => {
    const [person, other] = [await plantWithTwoCards(), await plantWithTwoCards()];
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
    expect(await refusalOf(listSubscriberCards(world.ctx(), registering.accountId))).toBe('NOT_ALLOWED');
  });

  test('concurrent with another one leaves one default card', async () => {
    const person = await plantWithTwoCards();
    await Promise.all(
      [person.visa, person.mastercard, person.visa, person.mastercard].map((cardId) =>
        update(person, cardId, { makeDefault: true }),
      ),
    );
    expect((await listDigits(person)).filter((card) => card.endsWith('default'))).toHaveLength(1);
  });
});

describe('the removal of a card', () => {
  test('deletes it at the gateway, keeps its row and makes another card the default', async () => {
    const person = await plantWithTwoCards();
    expect((await remove(person, person.visa)).cards).toMatchObject([
      { lastDigits: '4444', isDefault: true },
    ]);
    expect((await customerOf(person))?.cards.map((card) => card.lastDigits)).toEqual(['4444']);
    const rows = await world.db.select().from(cards).where(eq(cards.id, person.visa));
    expect(rows).toMatchObject([{ lastDigits: '4242', isDefault: false }]);
    expect(rows[0]?.removedAt).not.toBeNull();
  });

  test('succeeds once for three concurrent requests', async () => {
    const person = await plantWithTwoCards();
    const clicks = [1, 2, 3].map(() => refusalOf(remove(person, person.mastercard)));
    const results = await Promise.all(clicks);
    expect(results.filter((code) => code === 'CARD_NOT_FOUND')).toHaveLength(2);
  });

  test('is refused for the only card of a subscriber with card payment until the subscription is cancelled', async () => {
    const person = await plantSubscriber(world, {}, RENEWAL_DECLINES);
    const [card] = (await listSubscriberCards(world.ctx(), person.accountId)).cards;
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
    ['an HTML error page', { kind: 'html_502' }],
    ['a refusal', { kind: 'status', args: { status: 400, code: 'bad_request' } }],
  ])('changes nothing after %s of the gateway', async (_name, fault) => {
    const person = await plantWithTwoCards();
    if (fault) await injectFault(world, { op: 'DELETE /customers/{id}/cards/{card}', ...fault });
    const click = () => refusalOf(remove(person, person.visa));
    expect(await (fault ? click() : withGatewayUnreachable(click))).toBe('CARD_REMOVE_FAILED');
    expect(await listDigits(person)).toEqual(['4242 default', '4444']);
    // The deletion job finds the card in use again.
    await makeJobsDue();
    await settleDown(world);
    expect((await customerOf(person))?.cards).toHaveLength(2);
  });

  test('succeeds if the gateway deleted the card and the response was lost', async () => {
    const person = await plantWithTwoCards();
    await injectFault(world, {
      op: 'DELETE /customers/{id}/cards/{card}',
      kind: 'reset',
      args: { after: true },
    });
    expect((await remove(person, person.visa)).cards).toHaveLength(1);
  });

  test('is refused while the card is charged', async () => {
    const person = await plantWithTwoCards();
    await settleDown(world);
    await goTo(world, '2026-12-31', '09:00');
    await beginPaymentDates(world.ctx(), [person.subscriptionId]);
    const due = (await ordersOf(world, person.accountId)).find((row) => row.status === 'charging');
    await injectFault(world, { op: 'POST /charges', kind: 'latency', args: { ms: 1500 } });
    const charging = chargeDuePayment(world.ctx(), due?.paymentId ?? '');
    await expect
      .poll(async () => (await attemptsOf(world, person.accountId)).length, { timeout: 10_000 })
      .toBe(2);
    expect(await refusalOf(remove(person, person.visa))).toBe('PAYMENT_PENDING');
    expect(await charging).toMatchObject({ attemptStatus: 'succeeded' });
    expect((await remove(person, person.visa)).cards).toHaveLength(1);
  });

  test.each([0, 4, 8, 12])(
    'concurrent with the billing run (delay %i ms) leaves one charge of the order',
    async (ms) => {
      const person = await plantWithTwoCards();
      await settleDown(world);
      await goTo(world, '2026-12-31', '09:00');
      await beginPaymentDates(world.ctx(), [person.subscriptionId]);
      const [result] = await Promise.all([
        new Promise((resolve) => setTimeout(resolve, ms)).then(() => refusalOf(remove(person, person.visa))),
        runBilling(world.ctx()),
      ]);
      expect(result).toMatch(/^(accepted|PAYMENT_PENDING)/);
      expect((await gatewayCharges(world, person.accountId)).map((one) => one.status)).toEqual([
        'successful',
        'successful',
      ]);
    },
  );
});

describe('the expiry check', () => {
  test('returns the first payment after the expiry of the default card, without skipped orders', async () => {
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
