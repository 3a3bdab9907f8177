import { setTimeout as sleep } from 'node:timers/promises';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { runBilling } from '@/server/work/jobs/run';
import { SCHEDULED_JOBS } from '@/server/work/jobs/scheduled-jobs';
import { paymentLinks, payments } from '@/server/db/schema';
import { cancelSubscription } from '@/server/subscriber/plan/cancel';
import { deepTest, firstOrAll } from '@/testing/deep';
import { createCardToken } from '@/testing/cards';
import { settleDown, withWorld } from '@/testing/with-world';
import { ADDRESS, moneyOf, openQr, plantOffline, plantPending, transfer } from '@/testing/offline';
import {
  actOnCharge,
  countCalls,
  gatewayCharges,
  clearFaults,
  setGateway,
  injectFault,
} from '@/testing/providers';
import { GOOD_CARD, DECLINED_CARD } from '@/testing/browser';
import { seeded } from '@/testing/races';
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
import { addCard } from '../payment-method/add-card';
import { updateCard } from '../payment-method/change-card';
import { convertToCard } from '../payment-method/convert-card';
import { expireLink } from './expire-links';
import { nextQr } from './next-qr';
import { requestPaymentLink } from './request-link';
import { listSavedCards } from '../cards/queries';

const world = withWorld({ cleanup: 'check' });

const DUE = '2026-12-31';
const PEOPLE = 4;
const JITTER_MS = 30;

const renewal = async ({ accountId }: Planted) =>
  (await ordersOf(world, accountId)).find(({ date }) => date === DUE);

/**
 * Creates subscribers with an open link and QR code for today's renewal. The gateway can refund payments of
 * these codes.
 */
async function plantDue(): Promise<(Planted & { chargeId: string })[]> {
  await setGateway(world, { promptpayRefundable: true });
  const people: Planted[] = [];
  for (let n = 0; n < PEOPLE; n++) people.push(await plantOffline(world));
  await runPaymentDates(world, DUE);
  return Promise.all(
    people.map(async (person) => ({ ...person, chargeId: (await openQr(world, person)).id })),
  );
}

/** Runs both commands for each subscriber, a few milliseconds apart in either order, and waits for all effects. */
async function race<P>(
  people: P[],
  one: (person: P) => Promise<unknown>,
  other: (person: P) => Promise<unknown>,
) {
  const random = seeded(20261231);
  await Promise.all(
    people.flatMap((person) =>
      [one, other].map((act) => sleep(random() * JITTER_MS).then(() => act(person))),
    ),
  );
  await settleDown(world);
  await runBilling(world.ctx());
  await settleDown(world);
}

const pay = ({ chargeId }: { chargeId: string }) => actOnCharge(world, chargeId, 'pay');

/** Returns the charged minus the refunded satang of a subscriber at the gateway. */
async function held({ accountId }: Planted): Promise<number> {
  const charges = await gatewayCharges(world, accountId);
  return charges
    .filter(({ status }) => status === 'successful')
    .reduce(
      (sum, { amount, refunds }) => sum + amount - refunds.reduce((all, one) => all + one.amount, 0),
      0,
    );
}

describe('a QR code that is paid during', () => {
  test('a cancellation is either kept or refunded', async () => {
    const people = await plantDue();
    await race(people, pay, ({ accountId }) =>
      cancelSubscription(world.ctx(), accountId, { reason: 'buyWhenNeed' }),
    );
    for (const person of people) {
      const order = await renewal(person);
      expect(await statusOf(world, person.accountId)).toBe('cancelled');
      expect(await held(person)).toBe(order?.status === 'paid' ? order.total : 0);
    }
  });

  test('a bank transfer is kept once, and the other payment is to be refunded', async () => {
    const people = await plantDue();
    await race(people, pay, (person) => transfer(world, person));
    for (const person of people) {
      const money = await moneyOf(world, person);
      expect(money.filter((one) => one.endsWith('kept'))).toHaveLength(2);
      expect(money).toHaveLength(3);
      expect(await renewal(person)).toMatchObject({ status: 'paid' });
    }
  });

  test('a change to card pays the order once', async () => {
    const people = await plantDue();
    await race(people, pay, async ({ accountId }) =>
      convertToCard(world.ctx(), accountId, { cardToken: await createCardToken(GOOD_CARD) }),
    );
    for (const person of people) {
      const order = await renewal(person);
      expect(order).toMatchObject({ status: 'paid' });
      expect(await held(person)).toBe(order?.total);
    }
  });

  test('the expiry of its link counts as paid in time', async () => {
    const people = await plantDue();
    await goTo(world, '2027-01-03', '12:00');
    const last = await Promise.all(
      people.map(async (person) => ({ ...person, chargeId: (await openQr(world, person)).id })),
    );
    await goTo(world, '2027-01-03', '23:59');
    await race(last, pay, async ({ accountId }) => {
      const [open] = await world.db
        .select({ id: paymentLinks.id })
        .from(paymentLinks)
        .innerJoin(payments, eq(payments.orderId, paymentLinks.orderId))
        .where(eq(payments.accountId, accountId))
        .orderBy(paymentLinks.createdAt)
        .offset(1);
      await expireLink(world.ctx(new Date('2027-01-04T00:00:00+07:00')), open?.id ?? '');
    });
    await goTo(world, '2027-01-04', '00:00');
    await runBilling(world.ctx());
    for (const person of last) {
      expect(await renewal(person)).toMatchObject({ status: 'paid', paidOn: '2027-01-03' });
      expect(await statusOf(world, person.accountId)).toBe('active');
    }
  });
});

test('a cancellation during the request for a QR code leaves no code that can be scanned', async () => {
  await setGateway(world, { promptpayRefundable: true });
  for (let n = 0; n < PEOPLE; n++) await plantOffline(world);
  await goTo(world, DUE, '09:00');
  await runBilling(world.ctx());
  const links = await world.db
    .select({ token: paymentLinks.token, accountId: payments.accountId })
    .from(paymentLinks)
    .innerJoin(payments, eq(payments.orderId, paymentLinks.orderId))
    .where(eq(paymentLinks.status, 'open'));
  expect(links).toHaveLength(PEOPLE);
  await race(
    links,
    ({ token }) => nextQr(world.ctx(), token, ADDRESS),
    ({ accountId }) => cancelSubscription(world.ctx(), accountId, { reason: 'other' }),
  );
  for (const { token } of links) {
    expect(await nextQr(world.ctx(), token, ADDRESS)).toMatchObject({ isOpen: false, qr: null });
  }
});

describe('a QR code that was paid while its webhook was lost', () => {
  const token = () => createCardToken(GOOD_CARD);
  const ctx = () => world.ctx();

  async function plantRetried(): Promise<Planted> {
    const person = await plantSubscriber(world, {}, { ...GOOD_CARD, name: 'FAKE RENEWAL DECLINES' });
    await runPaymentDates(world, DUE);
    await requestPaymentLink(ctx(), person.accountId);
    return person;
  }

  async function plantAwaiting(): Promise<Planted> {
    const person = await plantOffline(world);
    await goTo(world, DUE, '09:00');
    await runBilling(ctx());
    return person;
  }

  const attempts: [string, () => Promise<Planted>, (person: Planted) => Promise<unknown>][] = [
    [
      'the retry of the billing run',
      plantRetried,
      async () => {
        await goTo(world, '2027-01-01', '09:00');
        // The scheduled poll of the QR code is not due at this time.
        await runBilling(
          ctx(),
          10,
          SCHEDULED_JOBS.filter(({ name }) => name === 'chargePayments'),
        );
      },
    ],
    [
      'a card that is added',
      plantRetried,
      async ({ accountId }) => addCard(ctx(), accountId, { cardToken: await token() }),
    ],
    [
      'a card that is chosen',
      plantRetried,
      async ({ accountId }) => {
        const [card] = await listSavedCards(ctx(), accountId);
        return updateCard(ctx(), accountId, { cardId: card?.cardId ?? '', makeDefault: true });
      },
    ],
    [
      'a change to card',
      plantAwaiting,
      async ({ accountId }) => convertToCard(ctx(), accountId, { cardToken: await token() }),
    ],
    ['a first payment by card', () => plantPending(world), (person) => payWith(world, person)],
  ];

  test.each(firstOrAll(attempts, 2))(
    'is read before %s, which then charges nothing',
    async (_, plant, attempt) => {
      const person = await plant();
      const { id } = await openQr(world, person);
      await settleDown(world);
      await injectFault(world, { op: 'webhook', kind: 'drop', times: 'always' });
      await actOnCharge(world, id, 'pay');
      const before = await countCalls(world, 'POST /charges');

      await injectFault(world, {
        op: 'GET /charges/{id}',
        kind: 'status',
        times: 'always',
        args: { status: 503 },
      });
      expect(await refusalOf(attempt(person))).toMatch(
        /^(CHECKOUT_FAILED|CONVERT_FAILED|accepted: undefined)$/,
      );
      expect(await countCalls(world, 'POST /charges')).toBe(before);
      await clearFaults(world);
      await injectFault(world, { op: 'webhook', kind: 'drop', times: 'always' });

      await refusalOf(attempt(person));
      expect(await countCalls(world, 'POST /charges')).toBe(before);
      const paid = await gatewayCharges(world, person.accountId);
      expect(paid.find((charge) => charge.id === id)).toMatchObject({ status: 'successful', refunds: [] });
      expect(await statusOf(world, person.accountId)).toBe('active');
      const due = (await ordersOf(world, person.accountId)).findLast(({ payment }) => payment !== null);
      expect(due).toMatchObject({ status: 'paid', payment: 'succeeded' });
    },
  );

  deepTest('is read before another QR code is created for a new link', async () => {
    const person = await plantAwaiting();
    await goTo(world, '2027-01-03', '23:00');
    const { id } = await openQr(world, person);
    await settleDown(world);
    await goTo(world, '2027-01-04', '00:01');
    await runBilling(ctx());
    expect(await statusOf(world, person.accountId)).toBe('inactive');
    await requestPaymentLink(ctx(), person.accountId);
    await injectFault(world, { op: 'webhook', kind: 'drop', times: 'always' });
    await actOnCharge(world, id, 'pay', true);
    await expect(openQr(world, person)).rejects.toThrow('no QR code was made');
    expect(await renewal(person)).toMatchObject({ status: 'paid', payment: 'succeeded' });
    expect(await statusOf(world, person.accountId)).toBe('active');
  });

  deepTest('is read before a second card is charged after the decline of a first one', async () => {
    const person = await plantAwaiting();
    const { id } = await openQr(world, person);
    await settleDown(world);
    const cardToken = await createCardToken(DECLINED_CARD);
    await convertToCard(ctx(), person.accountId, { cardToken });
    await injectFault(world, { op: 'webhook', kind: 'drop', times: 'always' });
    await actOnCharge(world, id, 'pay');
    expect(await addCard(ctx(), person.accountId, { cardToken: await token() })).toMatchObject({
      charge: null,
    });
    expect(await renewal(person)).toMatchObject({ status: 'paid', payment: 'succeeded' });
    expect((await moneyOf(world, person)).filter((money) => money.startsWith('omise'))).toEqual([
      'omise kept',
    ]);
  });
});

test('a QR code whose charge the gateway has deleted is abandoned an hour after it expired', async () => {
  const person = await plantOffline(world);
  await goTo(world, DUE, '09:00');
  await runBilling(world.ctx());
  const { id } = await openQr(world, person);
  await settleDown(world);
  world.sandbox.gateway.charges.remove(id);
  const toCard = async () =>
    convertToCard(world.ctx(), person.accountId, { cardToken: await createCardToken(GOOD_CARD) });
  expect(await refusalOf(toCard())).toBe('CONVERT_FAILED');
  await goTo(world, '2027-01-01', '10:01');
  await runBilling(world.ctx());
  expect(await refusalOf(toCard())).toMatch(/^accepted/);
  expect(await renewal(person)).toMatchObject({ status: 'paid', payment: 'succeeded' });
});
