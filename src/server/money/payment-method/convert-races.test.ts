import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { parseDay } from '@/domain/day';
import { updateAddress } from '@/server/subscriber/plan/plan-commands';
import { settleAndGetRegistration } from '@/server/subscriber/account/queries';
import { runBilling } from '@/server/work/jobs/run';
import { transaction } from '@/server/db';
import { cards, codeUses, discountCodes, orders } from '@/server/db/schema';
import { cancelSubscription } from '@/server/subscriber/plan/cancel';
import { reactivate } from '@/server/subscriber/plan/reactivate';
import { TOTAL } from '@/testing/attempts';
import { createCardToken } from '@/testing/cards';
import { settleDown, withWorld } from '@/testing/with-world';
import {
  linkOf,
  linksOf,
  moneyOf,
  openQr,
  plantOffline,
  plantPending,
  scan,
  transfer,
} from '@/testing/offline';
import { gatewayCharges, setGateway, withGatewayUnreachable } from '@/testing/providers';
import { DELIVERY, GOOD_CARD, DECLINED_CARD } from '@/testing/browser';
import { deepTest } from '@/testing/deep';
import {
  goTo,
  ordersOf,
  payWith,
  plantSubscriber,
  refusalOf,
  statusOf,
  type Planted,
  runPaymentDates,
} from '@/testing/subscribers';
import { addCard } from './add-card';
import { updateCard } from './change-card';
import { convertToCard } from './convert-card';
import { findPendingPayment } from '../payment-links/queries';
import { requestPaymentLink } from '../payment-links/request-link';

const world = withWorld({ cleanup: 'check' });

const DUE = '2026-12-31';
const CALLS = 16;
const ctx = () => world.ctx();
const run = () => runBilling(ctx());
const renewal = async ({ accountId }: Planted) =>
  (await ordersOf(world, accountId)).find(({ date }) => date === DUE);

async function runDueDay(person: Planted): Promise<Planted> {
  await runPaymentDates(world, DUE);
  await settleDown(world);
  return person;
}

const convertConcurrently = async ({ accountId }: Planted, cardToken: string) =>
  Promise.all(
    Array.from({ length: CALLS }, () =>
      convertToCard(ctx(), accountId, { cardToken }).then(
        ({ charge }) => charge?.outcome ?? 'none',
        (error: { code?: string; cause?: unknown; message: string }) =>
          error.code ?? JSON.stringify(error.cause ?? error.message),
      ),
    ),
  );

const unexpected = (outcomes: string[], expected: string[]) =>
  outcomes.filter((outcome) => !expected.includes(outcome));

describe('sixteen concurrent changes to card with one token', () => {
  test('charge once; the others return that charge or PAYMENT_PENDING', async () => {
    const person = await runDueDay(await plantOffline(world));
    const outcomes = await convertConcurrently(person, await createCardToken(GOOD_CARD));
    expect(outcomes).toContain('paid');
    expect(unexpected(outcomes, ['paid', 'pending', 'PAYMENT_PENDING'])).toEqual([]);
    expect(await gatewayCharges(world, person.accountId)).toHaveLength(1);
    expect(await renewal(person)).toMatchObject({ status: 'paid' });
  });

  deepTest('charge one card if two tokens are used', async () => {
    const people = [];
    for (let n = 0; n < 4; n++) people.push(await plantOffline(world));
    for (const person of people) await runDueDay(person);
    await Promise.all(
      people.map(async ({ accountId }) => {
        const tokens = [
          await createCardToken(GOOD_CARD),
          await createCardToken({ number: '5555555555554444' }),
        ];
        await Promise.allSettled(tokens.map((cardToken) => convertToCard(ctx(), accountId, { cardToken })));
      }),
    );
    await settleDown(world);
    for (const person of people) {
      expect(await gatewayCharges(world, person.accountId)).toHaveLength(1);
      expect(await renewal(person)).toMatchObject({ status: 'paid' });
    }
  });

  deepTest('charge once if the card is declined', async () => {
    const person = await runDueDay(await plantOffline(world));
    const outcomes = await convertConcurrently(person, await createCardToken(DECLINED_CARD));
    expect(outcomes).toContain('declined');
    expect(unexpected(outcomes, ['declined', 'pending', 'PAYMENT_PENDING'])).toEqual([]);
    expect(await gatewayCharges(world, person.accountId)).toHaveLength(1);
  });

  deepTest('charge once for a registration', async () => {
    const person = await plantPending(world);
    const outcomes = await convertConcurrently(person, await createCardToken(GOOD_CARD));
    expect(outcomes).toContain('paid');
    expect(unexpected(outcomes, ['paid', 'pending', 'PAYMENT_PENDING'])).toEqual([]);
    expect(await gatewayCharges(world, person.accountId)).toHaveLength(1);
  });

  deepTest('save one card and charge nothing if nothing is due', async () => {
    const person = await plantOffline(world);
    const outcomes = await convertConcurrently(person, await createCardToken(GOOD_CARD));
    expect(new Set(outcomes)).toEqual(new Set(['none']));
    expect(await gatewayCharges(world, person.accountId)).toHaveLength(0);
  });
});

describe('an unpaid order with an open new link', () => {
  async function plantUnpaidWithLink(): Promise<Planted> {
    const person = await runDueDay(await plantOffline(world));
    await goTo(world, '2027-01-04', '00:00');
    await run();
    expect(await statusOf(world, person.accountId)).toBe('inactive');
    await goTo(world, '2027-01-04', '10:00');
    await requestPaymentLink(ctx(), person.accountId);
    return person;
  }

  test('is suspended, not pending, after a declined card', async () => {
    const person = await plantUnpaidWithLink();
    expect(
      await convertToCard(ctx(), person.accountId, { cardToken: await createCardToken(DECLINED_CARD) }),
    ).toMatchObject({
      charge: { outcome: 'declined' },
      pendingPayment: { status: 'suspended', reason: 'insufficient_fund', paymentUrl: null },
    });
    await requestPaymentLink(ctx(), person.accountId);
    await transfer(world, person);
    expect(await statusOf(world, person.accountId)).toBe('active');
  });

  test('of a subscriber with a card refuses other requests, and a charged card closes the link', async () => {
    const person = await runDueDay(
      await plantSubscriber(world, {}, { ...GOOD_CARD, name: 'FAKE RENEWAL DECLINES' }),
    );
    await goTo(world, '2027-01-14', '10:00');
    await run();
    expect(await statusOf(world, person.accountId)).toBe('inactive');
    await requestPaymentLink(ctx(), person.accountId);
    const { accountId } = person;
    const cardToken = await createCardToken(GOOD_CARD);
    const [saved] = await world.db.select().from(cards).where(eq(cards.accountId, accountId));
    const refused = [
      () => addCard(ctx(), accountId, { cardToken }),
      () => updateCard(ctx(), accountId, { cardId: saved?.id ?? '', makeDefault: true }),
      () => reactivate(ctx(), accountId, { when: 'now', frequency: 1 }),
      () => reactivate(ctx(), accountId, { when: parseDay('2027-02-01'), frequency: 1 }),
    ];
    for (const request of refused) expect(await refusalOf(request())).toBe('PAYMENT_PENDING');
    expect(await convertToCard(ctx(), accountId, { cardToken })).toMatchObject({
      charge: { outcome: 'paid' },
      pendingPayment: null,
    });
    expect((await linkOf(world, person)).status).toBe('void');
    expect(await statusOf(world, accountId)).toBe('active');
  });

  test('stays unchanged while the gateway is unavailable', async () => {
    const person = await plantUnpaidWithLink();
    const cardToken = await createCardToken(GOOD_CARD);
    expect(
      await refusalOf(withGatewayUnreachable(() => convertToCard(ctx(), person.accountId, { cardToken }))),
    ).toBe('CONVERT_FAILED');
    expect(await findPendingPayment(ctx(), person.accountId)).toMatchObject({ status: 'pending' });
    expect((await linkOf(world, person)).status).toBe('open');
  });
});

describe('a first payment with an open link that is paid by card', () => {
  beforeEach(() =>
    transaction(world.db, (tx) =>
      tx
        .insert(discountCodes)
        .values({
          code: 'SOON',
          kind: 'amount',
          value: 5000,
          validFrom: world.now(),
          validTo: new Date('2026-11-22T00:00:00+07:00'),
          usesMax: 1,
        })
        .onConflictDoNothing(),
    ),
  );
  const usesOf = () => world.db.select().from(codeUses).where(eq(codeUses.code, 'SOON'));

  test('is refused if its code has expired, and a new link of the new total opens', async () => {
    await setGateway(world, { promptpayRefundable: true });
    const person = await plantPending(world, { code: 'SOON' });
    expect(person.link.amount).toBe(TOTAL - 5000);
    expect(await usesOf()).toHaveLength(1);
    await goTo(world, '2026-11-22', '10:00');
    const charge = await openQr(world, person);
    const cardToken = await createCardToken(GOOD_CARD);
    const by = () => convertToCard(ctx(), person.accountId, { cardToken });
    expect(await by().catch((error: unknown) => error)).toMatchObject({
      code: 'CODE_INVALID',
      otherKind: 'conflict',
      details: { data: { totals: { total: TOTAL } } },
    });
    expect(await usesOf()).toEqual([]);
    expect(await gatewayCharges(world, person.accountId)).toHaveLength(1);
    expect(await linksOf(world, person)).toEqual(['void', 'open']);
    expect(await linkOf(world, person)).toMatchObject({ amount: TOTAL, expiresAt: person.link.expiresAt });
    expect(await findPendingPayment(ctx(), person.accountId)).toMatchObject({
      status: 'pending',
      method: 'offline',
      amount: TOTAL,
    });
    await scan(world, charge);
    expect(await statusOf(world, person.accountId)).toBe('awaiting_payment');
    expect(await by()).toMatchObject({ charge: { outcome: 'paid' } });
    expect(await moneyOf(world, person)).toEqual(['omise kept', 'omise orphan succeeded']);
    expect(await world.db.select({ total: orders.total, code: orders.code }).from(orders)).toContainEqual({
      total: TOTAL,
      code: null,
    });
  });

  test('shows the total of its link after the code expires, and a cancellation releases the code', async () => {
    const person = await plantPending(world, { code: 'SOON' });
    await goTo(world, '2026-11-22', '10:00');
    expect(await settleAndGetRegistration(ctx(), person.accountId)).toMatchObject({
      code: 'SOON',
      totals: { total: TOTAL - 5000, codeDiscount: 5000 },
    });
    expect(await usesOf()).toHaveLength(1);
    await cancelSubscription(ctx(), person.accountId, { reason: 'other' });
    expect(await usesOf()).toEqual([]);
  });

  test('charges the total of its link after a change of the address', async () => {
    const person = await plantPending(world);
    await updateAddress(ctx(), person.accountId, {
      ...DELIVERY,
      subdistrict: undefined,
      district: undefined,
      province: 'Chiang Mai',
      postalCode: '50200',
    });
    expect((await linkOf(world, person)).amount).toBe(TOTAL);
    await payWith(world, person);
    const [charge] = await gatewayCharges(world, person.accountId);
    expect(charge?.amount).toBe(TOTAL);
  });
});
