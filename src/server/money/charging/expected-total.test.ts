import { setTimeout as sleep } from 'node:timers/promises';
import { eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { parseDay } from '@/domain/day';
import { AppError } from '@/domain/errors';
import { settleAndGetRegistration } from '@/server/subscriber/account/queries';
import { runBilling } from '@/server/work/jobs/run';
import { transaction } from '@/server/db';
import { accounts, cards, discountCodes, subscriptions } from '@/server/db/schema';
import { applyCode } from '@/server/subscriber/account/apply-code';
import { cancelSubscription } from '@/server/subscriber/plan/cancel';
import { reactivate } from '@/server/subscriber/plan/reactivate';
import { getReactivationOptions } from '@/server/subscriber/plan/reactivation-options';
import { deepTest } from '@/testing/deep';
import { TOTAL } from '@/testing/attempts';
import { createCardToken } from '@/testing/cards';
import { settleDown, withWorld } from '@/testing/with-world';
import { linksOf, plantOffline } from '@/testing/offline';
import { countCalls, gatewayCharges, setGateway, injectFault } from '@/testing/providers';
import { GOOD_CARD } from '@/testing/browser';
import {
  attemptsOf,
  goTo,
  ordersOf,
  plantRegistration,
  plantSubscriber,
  statusOf,
} from '@/testing/subscribers';
import { addCard } from '../payment-method/add-card';
import { updateCard } from '../payment-method/change-card';
import { convertToCard } from '../payment-method/convert-card';
import { convertToOffline } from '../payment-method/convert-offline';
import { payFirstOrder } from '../checkout/first-payment';
import { payFirstOffline } from '../checkout/first-payment-offline';
import { requestPaymentLink } from '../payment-links/request-link';

const world = withWorld({ cleanup: 'check' });
beforeEach(() =>
  transaction(world.db, (tx) =>
    tx
      .insert(discountCodes)
      .values({ code: 'FIFTY', kind: 'amount', value: 5000, validFrom: new Date('2026-01-01T00:00:00Z') })
      .onConflictDoNothing(),
  ),
);

type Who = { accountId: string };
const MASTERCARD = { number: '5555555555554444' };
/**
 * The total after `raisePrice`. A pack of day pads then costs a subscriber ฿15 more, and the box has two
 * packs.
 */
const RAISED = TOTAL + 2 * 1500;
const raisePrice = () =>
  transaction(world.db, (tx) =>
    tx.execute(sql`insert into product_prices values ('day-pads', 9, 16900, '2026-11-01T00:00:00Z')`),
  );
const lowerPrice = () =>
  transaction(world.db, (tx) => tx.execute(sql`delete from product_prices where version = 9`));
const charged = async ({ accountId }: Who) =>
  (await gatewayCharges(world, accountId)).map(({ amount }) => amount);
const apply = ({ accountId }: Who, code: string | null) =>
  applyCode(
    world.ctx(),
    { accountId, locale: 'en', caller: { address: '203.0.113.9', device: null } },
    { code },
  );

/** Returns the new total in the TOTAL_CHANGED error of a call. */
async function newTotalOf(call: Promise<unknown>): Promise<unknown> {
  const refusal = await call.then(
    () => null,
    (error: unknown) => error as AppError,
  );
  expect(refusal).toMatchObject({ code: 'TOTAL_CHANGED' });
  const { total, totals } = refusal?.details.data as { total: number; totals: { total: number } | null };
  expect(totals?.total ?? 0).toBe(total);
  return total;
}

describe('a first payment', () => {
  test('charges nothing after a price increase; the same card token then pays the new total', async () => {
    const person = await plantRegistration(world);
    const cardToken = await createCardToken(GOOD_CARD);
    const pay = (expectedTotal: number) =>
      payFirstOrder(world.ctx(), person.accountId, cardToken, expectedTotal);
    const { totals } = await settleAndGetRegistration(world.ctx(), person.accountId);
    await raisePrice();
    try {
      expect(await newTotalOf(pay(totals.total))).toBe(RAISED);
      expect(await newTotalOf(payFirstOffline(world.ctx(), person.accountId, totals.total))).toBe(RAISED);
      expect([await ordersOf(world, person.accountId), await linksOf(world, person)]).toEqual([[], []]);
      expect(await countCalls(world, 'POST /customers')).toBe(0);
      expect(await pay(RAISED)).toMatchObject({ outcome: 'paid' });
      expect(await charged(person)).toEqual([RAISED]);
      // A repeated call returns the paid order, whatever total it sends.
      expect(await pay(TOTAL)).toMatchObject({ outcome: 'paid' });
    } finally {
      await lowerPrice();
    }
  });

  deepTest(
    'charges nothing when a code was removed in another tab while the card was being saved',
    async () => {
      const person = await plantRegistration(world, { code: 'FIFTY' });
      await injectFault(world, { op: 'PATCH /customers/{id}', kind: 'latency', args: { ms: 1500 } });
      const paying = payFirstOrder(
        world.ctx(),
        person.accountId,
        await createCardToken(GOOD_CARD),
        TOTAL - 5000,
      );
      const refused = newTotalOf(paying);
      // The customer is created before the card is saved.
      const isSaving = () => world.db.query.accounts.findFirst({ where: eq(accounts.id, person.accountId) });
      while (!(await isSaving())?.omiseCustomerId) await sleep(5);
      await apply(person, null);
      expect(await refused).toBe(TOTAL);
      expect([await charged(person), await attemptsOf(world, person.accountId)]).toEqual([[], []]);
    },
  );

  test('never charges another total than the shown one, in any race with a code or price change', async () => {
    const people = await Promise.all(Array.from({ length: 12 }, () => plantRegistration(world)));
    const results = await Promise.all(
      people.map(async (person, n) => {
        const cardToken = await createCardToken(GOOD_CARD);
        const paying = payFirstOrder(world.ctx(), person.accountId, cardToken, TOTAL).catch(
          (error: unknown) => (error as AppError).code,
        );
        const other = async () => {
          await sleep(n * 8);
          if (n === 6) await raisePrice();
          if (n < 6) await apply(person, 'FIFTY').catch(() => null);
        };
        const [answer] = await Promise.all([paying, other()]);
        return { answer, amounts: await charged(person) };
      }),
    );
    await lowerPrice();
    for (const { answer, amounts } of results) {
      expect(amounts).toEqual(typeof answer === 'string' ? [] : [TOTAL]);
      expect(typeof answer === 'string' ? answer : 'paid').toMatch(/^(paid|TOTAL_CHANGED|PAYMENT_PENDING)$/);
    }
  });

  test('leaves the challenge of another tab open when its total is not the shown one', async () => {
    await setGateway(world, { threeDS: 'always' });
    const person = await plantRegistration(world);
    const pay = async (expectedTotal: number, card = GOOD_CARD) =>
      payFirstOrder(world.ctx(), person.accountId, await createCardToken(card), expectedTotal);
    expect(await pay(TOTAL)).toMatchObject({ outcome: 'action_required' });
    expect(await newTotalOf(pay(TOTAL - 5000, MASTERCARD))).toBe(TOTAL);
    expect(await newTotalOf(payFirstOrder(world.ctx(), person.accountId, undefined, 1))).toBe(TOTAL);
    expect((await gatewayCharges(world, person.accountId)).map(({ status }) => status)).toEqual(['pending']);
  });

  test('by link is accepted only with the total of the open link', async () => {
    const person = await plantRegistration(world);
    const { paymentUrl } = await payFirstOffline(world.ctx(), person.accountId, TOTAL);
    expect(await newTotalOf(payFirstOffline(world.ctx(), person.accountId, RAISED))).toBe(TOTAL);
    expect(await payFirstOffline(world.ctx(), person.accountId, TOTAL)).toMatchObject({ paymentUrl });
    const cardToken = await createCardToken(GOOD_CARD);
    const instead = (expectedTotal: number) =>
      convertToCard(world.ctx(), person.accountId, { cardToken, expectedTotal });
    expect(await newTotalOf(instead(RAISED))).toBe(TOTAL);
    expect(await instead(TOTAL)).toMatchObject({ charge: { outcome: 'paid' } });
  });

  test('with an invalid code returns CODE_INVALID and removes the code, whatever total was shown', async () => {
    const person = await plantRegistration(world, { code: 'GONE' });
    const pay = async (expectedTotal: number) =>
      payFirstOrder(world.ctx(), person.accountId, await createCardToken(GOOD_CARD), expectedTotal);
    await expect(pay(TOTAL - 5000)).rejects.toMatchObject({ code: 'CODE_INVALID' });
    expect(await pay(TOTAL)).toMatchObject({ outcome: 'paid' });
  });
});

describe('an owed payment', () => {
  /** Creates a subscriber whose page was loaded before the second order was declined. */
  async function declined() {
    const person = await plantSubscriber(world, {}, { ...GOOD_CARD, name: 'FAKE RENEWAL DECLINES' });
    await settleDown(world);
    await goTo(world, '2026-12-31', '09:00');
    await runBilling(world.ctx());
    await goTo(world, '2026-12-31', '15:00');
    return person;
  }
  const cardsOf = ({ accountId }: Who) => world.db.select().from(cards).where(eq(cards.accountId, accountId));

  test('is not charged to a card added or chosen on a page that showed nothing due', async () => {
    const person = await declined();
    const before = [await cardsOf(person), await attemptsOf(world, person.accountId)];
    const cardToken = await createCardToken(MASTERCARD);
    const add = (expectedTotal: number) =>
      addCard(world.ctx(), person.accountId, { cardToken, makeDefault: true, expectedTotal });
    const [saved] = await cardsOf(person);
    const choose = (expectedTotal: number) =>
      updateCard(world.ctx(), person.accountId, {
        cardId: saved?.id ?? '',
        name: 'M SUK',
        makeDefault: true,
        expectedTotal,
      });
    expect([await newTotalOf(add(0)), await newTotalOf(choose(0))]).toEqual([TOTAL, TOTAL]);
    expect([await cardsOf(person), await attemptsOf(world, person.accountId)]).toEqual(before);
    expect(await add(TOTAL)).toMatchObject({ charge: { outcome: 'paid' } });
    // The order was paid meanwhile: the call of an older page is refused, and the default card stays.
    expect(await newTotalOf(choose(TOTAL))).toBe(0);
    expect((await cardsOf(person)).find(({ isDefault }) => isDefault)?.lastDigits).toBe('4444');
  });

  test('gets a link, or changes to payment by link, only for the shown total', async () => {
    const person = await declined();
    const { accountId } = person;
    expect(await newTotalOf(convertToOffline(world.ctx(), accountId, 0))).toBe(TOTAL);
    expect(await newTotalOf(requestPaymentLink(world.ctx(), accountId, RAISED))).toBe(TOTAL);
    const [subscription] = await world.db.select().from(subscriptions);
    expect([subscription?.paymentMethod, await linksOf(world, person)]).toEqual(['card', []]);
    expect(await requestPaymentLink(world.ctx(), accountId, TOTAL)).toMatchObject({
      pendingPayment: { amount: TOTAL },
    });
    expect(await newTotalOf(requestPaymentLink(world.ctx(), accountId, 1))).toBe(TOTAL);
    expect((await convertToOffline(world.ctx(), accountId, TOTAL)).paymentMethod).toBe('offline');
  });

  test('by link is charged to a card only for the shown total, and not if none was shown', async () => {
    const person = await plantOffline(world);
    const cardToken = await createCardToken(GOOD_CARD);
    const convert = (expectedTotal: number) =>
      convertToCard(world.ctx(), person.accountId, { cardToken, expectedTotal });
    await goTo(world, '2026-12-31', '09:00');
    await runBilling(world.ctx());
    expect(await newTotalOf(convert(0))).toBe(TOTAL);
    expect([await cardsOf(person), (await linksOf(world, person)).at(-1)]).toEqual([[], 'open']);
    expect(await convert(TOTAL)).toMatchObject({ charge: { outcome: 'paid' } });
  });
});

describe('a reactivation', () => {
  async function gone() {
    const person = await plantSubscriber(world);
    await cancelSubscription(world.ctx(), person.accountId, { reason: 'other' });
    await settleDown(world);
    await goTo(world, '2026-12-05', '10:00');
    const come = (when: string, expectedTotal?: number) =>
      reactivate(world.ctx(), person.accountId, {
        when: when === 'now' ? when : parseDay(when),
        frequency: 1 as const,
        expectedTotal,
      });
    return { ...person, come };
  }

  test.each(['now', '2026-12-20'])('from %s changes nothing after a price increase', async (when) => {
    const person = await gone();
    const { chargedNow } = await getReactivationOptions(world.ctx(), person.accountId);
    const before = await ordersOf(world, person.accountId);
    await raisePrice();
    try {
      expect(await newTotalOf(person.come(when, chargedNow ?? 0))).toBe(RAISED);
      expect(await ordersOf(world, person.accountId)).toEqual(before);
      expect(await statusOf(world, person.accountId)).toBe('cancelled');
      await person.come(when, RAISED);
    } finally {
      await lowerPrice();
    }
    expect(await statusOf(world, person.accountId)).toBe('active');
    expect(await charged(person)).toEqual(when === 'now' ? [TOTAL, RAISED] : [TOTAL]);
  });

  test('returns an open challenge only for its own total, and opens a new one for another shown total', async () => {
    const person = await gone();
    await setGateway(world, { threeDS: 'always' });
    const { charge } = await person.come('now', TOTAL);
    await raisePrice();
    try {
      expect((await person.come('now', TOTAL)).charge).toEqual(charge);
      expect(await newTotalOf(person.come('now', 1))).toBe(RAISED);
      expect((await person.come('now')).charge).toEqual(charge);
      expect((await person.come('now', RAISED)).charge).not.toEqual(charge);
    } finally {
      await lowerPrice();
    }
    expect((await gatewayCharges(world, person.accountId)).slice(1)).toMatchObject([
      { amount: TOTAL, status: 'expired' },
      { amount: RAISED, status: 'pending' },
    ]);
  });
});
