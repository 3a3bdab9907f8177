import { eq, isNull } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import type { AppError } from '@/domain/errors';
import { laterTotal } from '@/domain/price';
import { settleAndGetRegistration } from '@/server/subscriber/account/queries';
import { hashSecret } from '@/server/login/session';
import { runBilling } from '@/server/work/jobs/run';
import { transaction } from '@/server/db';
import {
  accounts,
  cards,
  codeUses,
  discountCodes,
  referralCodes,
  referrals,
  subscriptions,
} from '@/server/db/schema';
import { deepTest } from '@/testing/deep';
import { createCardToken } from '@/testing/cards';
import { makeJobsDue, runJobs } from '@/testing/jobs';
import { actOnCharge, countCalls, gatewayCharges, setGateway, injectFault } from '@/testing/providers';
import { GOOD_CARD, DECLINED_CARD } from '@/testing/browser';
import {
  attemptsOf,
  goTo,
  ordersOf,
  pass,
  payWith,
  plantRegistration,
  plantSubscriber,
  refusalOf,
  statusOf,
  messageKindsOf,
} from '@/testing/subscribers';
import { withWorld } from '@/testing/with-world';
import { listCards } from '../cards/saved-cards';
import { deleteCard } from '../payment-method/delete-card';
import { payFirstOrder } from './first-payment';

const world = withWorld({ cleanup: 'check' });

const addCode = (code: Partial<typeof discountCodes.$inferInsert> & { code: string }) =>
  transaction(world.db, (tx) =>
    tx
      .insert(discountCodes)
      .values({ kind: 'amount', value: 5000, validFrom: new Date('2026-01-01T00:00:00Z'), ...code }),
  );
/** Returns the last digits of the saved cards of an account. */
const cardsOf = async (accountId: string) =>
  (await listCards(world.db, world.now(), accountId, null)).map(
    (card) => card.lastDigits + (card.isDefault ? ' default' : ''),
  );
const gatewayCardsOf = async (accountId: string) => {
  const [account] = await world.db.select().from(accounts).where(eq(accounts.id, accountId));
  const customer = world.sandbox.gateway.customers.get(account?.omiseCustomerId ?? '');
  return customer?.cards.map((card) => card.lastDigits);
};
/** Runs all queued jobs, also delayed ones. */
async function runDelayedJobs(): Promise<void> {
  await makeJobsDue();
  await runJobs();
}
const outcomes = (results: PromiseSettledResult<unknown>[]) =>
  results
    .map((result) => (result.status === 'fulfilled' ? 'answered' : (result.reason as AppError).code))
    .sort();

describe('concurrent payments of a first order', () => {
  test('a double click charges once; the second call returns PAYMENT_PENDING or the paid order', async () => {
    const { accountId } = await plantRegistration(world);
    const token = await createCardToken(GOOD_CARD);
    const results = await Promise.allSettled([1, 2].map(() => payFirstOrder(world.ctx(), accountId, token)));
    expect(outcomes(results)).toContain('answered');
    for (const code of outcomes(results)) expect(['answered', 'PAYMENT_PENDING']).toContain(code);
    expect(await gatewayCharges(world, accountId)).toHaveLength(1);
    expect(await payFirstOrder(world.ctx(), accountId, token)).toMatchObject({ outcome: 'paid' });
  });

  deepTest(
    'sixteen calls with one declined token charge once, and all return the decline or PAYMENT_PENDING',
    async () => {
      const { accountId } = await plantRegistration(world);
      const token = await createCardToken(DECLINED_CARD);
      const calls = Array.from({ length: 16 }, () => refusalOf(payFirstOrder(world.ctx(), accountId, token)));
      const answers = new Set(await Promise.all(calls));
      expect(answers).toContain('CARD_DECLINED declined');
      for (const answer of answers) expect(answer).toMatch(/^(CARD_DECLINED declined|PAYMENT_PENDING)$/);
      expect(await refusalOf(payFirstOrder(world.ctx(), accountId, token))).toBe('CARD_DECLINED declined');
      expect(await countCalls(world, 'POST /charges')).toBe(1);
    },
  );

  test('ten calls with five cards charge once, and the saved card is the charged one', async () => {
    const { accountId } = await plantRegistration(world);
    // Delays the list of cards, so that each call would see cards of the others.
    await injectFault(world, {
      op: 'GET /customers/{id}/cards',
      kind: 'latency',
      args: { ms: 100 },
      times: 'always',
    });
    const numbers = [
      '4242424242424242',
      '5555555555554444',
      '3530111333300000',
      '4111111111111111',
      '5454545454545454',
    ];
    const tokens = await Promise.all([...numbers, ...numbers].map((number) => createCardToken({ number })));
    const results = await Promise.allSettled(
      tokens.map((token) => payFirstOrder(world.ctx(), accountId, token)),
    );
    for (const code of outcomes(results)) expect(['answered', 'PAYMENT_PENDING']).toContain(code);
    expect(await countCalls(world, 'POST /charges')).toBe(1);
    expect(await ordersOf(world, accountId)).toHaveLength(4);
    const [attempt] = await attemptsOf(world, accountId);
    const number = numbers[tokens.findIndex((token) => hashSecret(token) === attempt?.tokenHash) % 5];
    expect(await cardsOf(accountId)).toEqual([`${number?.slice(-4)} default`]);
    // Customers and cards of the calls that lost the race are deleted at the gateway.
    await runDelayedJobs();
    expect(world.sandbox.gateway.customers.size()).toBe(1);
    expect(await gatewayCardsOf(accountId)).toEqual([number?.slice(-4)]);
  });
});

describe('a card that did not pay for a registration', () => {
  test('is removed here and at the gateway after a decline, and never becomes the default card', async () => {
    const { accountId } = await plantRegistration(world);
    await payWith(world, { accountId }, DECLINED_CARD).catch(() => null);
    expect(await cardsOf(accountId)).toEqual([]);
    await payWith(world, { accountId });
    expect(await cardsOf(accountId)).toEqual(['4242 default']);
    await runDelayedJobs();
    expect(await gatewayCardsOf(accountId)).toEqual(['4242']);
    const [saved] = await world.db.query.cards.findMany({ where: (card) => isNull(card.removedAt) });
    expect(await refusalOf(deleteCard(world.ctx(), accountId, { cardId: saved?.id ?? '' }))).toBe(
      'CARD_LAST',
    );
  });

  test('is removed after a failed or abandoned 3-D Secure challenge, but not while the challenge is open', async () => {
    await setGateway(world, { threeDS: 'always' });
    const [failing, leaving] = [await plantRegistration(world), await plantRegistration(world)];
    for (const person of [failing, leaving]) {
      expect(await payWith(world, person)).toMatchObject({ outcome: 'action_required' });
      expect(await cardsOf(person.accountId)).toEqual(['4242 default']);
    }
    const [charge] = await gatewayCharges(world, failing.accountId);
    await actOnCharge(world, charge?.id ?? '', 'decline');
    await world.sandbox.settled();
    await runJobs();
    await pass(world, { hours: 25 });
    await runBilling(world.ctx());
    for (const { accountId } of [failing, leaving]) expect(await cardsOf(accountId)).toEqual([]);
    await runDelayedJobs();
    for (const { accountId } of [failing, leaving]) expect(await gatewayCardsOf(accountId)).toEqual([]);
    await setGateway(world, { threeDS: 'off' });
  });

  test('becomes the default card again when its payment arrives a little late', async () => {
    await setGateway(world, { threeDS: 'always' });
    const person = await plantRegistration(world);
    await payWith(world, person);
    await pass(world, { hours: 25 });
    await runBilling(world.ctx());
    expect(await cardsOf(person.accountId)).toEqual([]);
    const [charge] = await gatewayCharges(world, person.accountId);
    await actOnCharge(world, charge?.id ?? '', 'approve', true);
    await world.sandbox.settled();
    await runJobs();
    expect(await statusOf(world, person.accountId)).toBe('active');
    expect(await cardsOf(person.accountId)).toEqual(['4242 default']);
    await runDelayedJobs();
    expect(await gatewayCardsOf(person.accountId)).toEqual(['4242']);
    await setGateway(world, { threeDS: 'off' });
  });

  test('is removed at the gateway when nothing was charged because of an invalid code', async () => {
    const { accountId } = await plantRegistration(world, { code: 'NEVER' });
    expect(await refusalOf(payWith(world, { accountId }))).toBe('CODE_INVALID');
    expect(await cardsOf(accountId)).toEqual([]);
    await runDelayedJobs();
    expect(await gatewayCardsOf(accountId)).toEqual([]);
  });
});

describe('payFirstOrder at the wrong step', () => {
  test('refuses a registration without a delivery address before it calls the gateway', async () => {
    const { accountId } = await plantRegistration(world);
    await transaction(world.db, (tx) =>
      tx
        .update(accounts)
        .set({ address: null, postalCode: null, province: null })
        .where(eq(accounts.id, accountId)),
    );
    expect(await refusalOf(payWith(world, { accountId }))).toBe('STEP_MISSING');
    expect(await countCalls(world, 'POST /customers')).toBe(0);
  });

  test('asks for a card token if none is given and no charge is open', async () => {
    const { accountId } = await plantRegistration(world);
    expect(await refusalOf(payFirstOrder(world.ctx(), accountId, undefined))).toBe('INPUT_INVALID');
  });

  test('returns the same outcome again for a paid order and charges nothing', async () => {
    const { accountId } = await plantRegistration(world);
    const first = await payWith(world, { accountId });
    expect(await payWith(world, { accountId })).toEqual(first);
    expect(await payFirstOrder(world.ctx(), accountId, undefined)).toEqual(first);
    expect(await gatewayCharges(world, accountId)).toHaveLength(1);
  });

  test('reports an unknown token as a declined card', async () => {
    const { accountId } = await plantRegistration(world);
    expect(await refusalOf(payFirstOrder(world.ctx(), accountId, 'tokn_test_5fz0olfpy32zadv96ek'))).toMatch(
      /^CARD_DECLINED/,
    );
    expect(await attemptsOf(world, accountId)).toEqual([]);
  });
});

describe('the total of a first order', () => {
  test('of zero makes no charge, saves the card and marks the order as paid', async () => {
    await addCode({ code: 'GIFT', kind: 'percent', value: 100 });
    const { accountId } = await plantRegistration(world, { code: 'GIFT' });
    expect(await payWith(world, { accountId })).toMatchObject({ outcome: 'paid', receiveBy: '2026-11-25' });
    expect(await gatewayCharges(world, accountId)).toEqual([]);
    expect(await world.db.select().from(cards).where(eq(cards.accountId, accountId))).toHaveLength(1);
    expect((await ordersOf(world, accountId))[0]).toMatchObject({
      status: 'paid',
      total: 0,
      codeDiscount: 37525,
      payment: 'succeeded',
    });
    expect(await statusOf(world, accountId)).toBe('active');
    expect(await messageKindsOf(world, accountId)).toEqual(['order_paid']);
  });

  test('that would fall below ฿20 is ฿20, and is charged', async () => {
    await addCode({ code: 'NEARLY', value: 37000 });
    const { accountId } = await plantRegistration(world, { code: 'NEARLY' });
    await payWith(world, { accountId });
    expect(await gatewayCharges(world, accountId)).toMatchObject([{ amount: 2000, status: 'successful' }]);
    expect((await ordersOf(world, accountId))[0]).toMatchObject({ total: 2000, codeDiscount: 35525 });
  });

  test('is rounded half up to the satang after a percentage discount', async () => {
    await addCode({ code: 'ODD', kind: 'percent', value: 33 });
    const { accountId } = await plantRegistration(world, { code: 'ODD' });
    await payWith(world, { accountId });
    // 33 % of 37525 is 12383.25.
    expect(await gatewayCharges(world, accountId)).toMatchObject([{ amount: 37525 - 12383 }]);
  });

  test("equals the total that the last step showed, and only the first order gets the code's discount", async () => {
    await addCode({ code: 'ONCE' });
    const { accountId } = await plantRegistration(world, { code: 'ONCE' });
    const { totals, dates } = await settleAndGetRegistration(world.ctx(), accountId);
    await payWith(world, { accountId });
    const orders = await ordersOf(world, accountId);
    expect(orders.map((row) => row.total)).toEqual([32525, 37525, 37525, 37525]);
    expect(dates.map((day, n) => [day, n === 0 ? totals.total : laterTotal(totals)])).toEqual(
      orders.slice(0, 3).map((row) => [row.date, row.total]),
    );
  });
});

describe('a discount code of a first order', () => {
  test('that became invalid is refused with the new totals, nothing is charged, and the code is removed', async () => {
    await addCode({ code: 'SHORT', validTo: new Date('2026-11-20T12:00:00+07:00') });
    const { accountId } = await plantRegistration(world, { code: 'SHORT' });
    await goTo(world, '2026-11-20', '12:00');
    const refusal = await payWith(world, { accountId }).then(
      () => null,
      (error: unknown) => error as AppError,
    );
    expect(refusal).toMatchObject({
      code: 'CODE_INVALID',
      otherKind: 'conflict',
      details: { data: { totals: { total: 37525, codeDiscount: 0 } } },
    });
    expect(await gatewayCharges(world, accountId)).toEqual([]);
    const [subscription] = await world.db
      .select()
      .from(subscriptions)
      .where(eq(subscriptions.accountId, accountId));
    expect(subscription?.code).toBeNull();
    expect(await payWith(world, { accountId })).toMatchObject({ outcome: 'paid' });
    expect(await gatewayCharges(world, accountId)).toMatchObject([{ amount: 37525 }]);
  });

  test('with three uses is accepted for three of twenty concurrent payments; the others get CODE_INVALID', async () => {
    await addCode({ code: 'FEW', usesMax: 3 });
    const people = await Promise.all(
      Array.from({ length: 20 }, () => plantRegistration(world, { code: 'FEW' })),
    );
    const results = await Promise.allSettled(people.map((person) => payWith(world, person)));
    expect(outcomes(results).filter((outcome) => outcome === 'answered')).toHaveLength(3);
    expect(outcomes(results).filter((outcome) => outcome === 'CODE_INVALID')).toHaveLength(17);
    expect((await world.db.select().from(codeUses)).map((use) => use.slot).sort()).toEqual([1, 2, 3]);
    expect((await gatewayCharges(world)).map((charge) => charge.amount)).toEqual([32525, 32525, 32525]);
  });

  test('keeps its use after a declined card, and releases it when the registration expires', async () => {
    await addCode({ code: 'LAST', usesMax: 1 });
    const first = await plantRegistration(world, { code: 'LAST' });
    expect(await refusalOf(payWith(world, first, DECLINED_CARD))).toBe('CARD_DECLINED declined');
    expect(await refusalOf(payWith(world, first, DECLINED_CARD))).toBe('CARD_DECLINED declined');
    const second = await plantRegistration(world, { code: 'LAST' });
    expect(await refusalOf(payWith(world, second))).toBe('CODE_INVALID');
    await world.sandbox.settled();
    await runJobs();
    await goTo(world, '2026-11-28', '00:00');
    await runBilling(world.ctx());
    const third = await plantRegistration(world, { code: 'LAST' });
    expect(await payWith(world, third)).toMatchObject({ outcome: 'paid' });
  });

  test('is refused after the registration has expired, but a 3-D Secure challenge opened before can still pay', async () => {
    await setGateway(world, { threeDS: 'always' });
    const [late, early] = [await plantRegistration(world), await plantRegistration(world)];
    await goTo(world, '2026-11-27', '23:59');
    expect(await payWith(world, early)).toMatchObject({ outcome: 'action_required' });
    await goTo(world, '2026-11-28', '00:00');
    expect(await refusalOf(payWith(world, late))).toBe('NOT_ALLOWED');
    await runBilling(world.ctx());
    const [charge] = await gatewayCharges(world, early.accountId);
    await actOnCharge(world, charge?.id ?? '', 'approve');
    await world.sandbox.settled();
    await runJobs();
    expect(await statusOf(world, early.accountId)).toBe('active');
    await setGateway(world, { threeDS: 'off' });
  });

  test('of a referrer counts once, and its referral is deleted when another code replaces it', async () => {
    const referrer = await plantSubscriber(world, { phone: '0899999999' }, { number: '5555555555554444' });
    await transaction(world.db, (tx) =>
      tx
        .insert(referralCodes)
        .values({ accountId: referrer.accountId, code: 'IRA-7K3M9Q', createdAt: world.now() }),
    );
    await addCode({ code: 'OTHER' });
    const friend = await plantRegistration(world, { code: 'IRA-7K3M9Q' });
    expect(await refusalOf(payWith(world, friend, DECLINED_CARD))).toBe('CARD_DECLINED declined');
    expect(await world.db.select().from(referrals)).toMatchObject([
      { referrerId: referrer.accountId, status: 'applied' },
    ]);
    await transaction(world.db, (tx) =>
      tx.update(subscriptions).set({ code: 'OTHER' }).where(eq(subscriptions.accountId, friend.accountId)),
    );
    expect(await payWith(world, friend)).toMatchObject({ outcome: 'paid' });
    expect(await world.db.select().from(referrals)).toEqual([]);
    expect((await ordersOf(world, friend.accountId))[0]).toMatchObject({ codeDiscount: 5000 });
  });
});
