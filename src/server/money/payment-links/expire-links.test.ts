import { describe, expect, test } from 'vitest';
import { runBilling } from '@/server/work/jobs/run';
import { transaction } from '@/server/db';
import { writeFlag } from '@/server/platform/flags';
import { dismissStuck } from '@/server/desk/acts/dismiss';
import { cancelSubscription } from '@/server/subscriber/plan/cancel';
import { reactivate } from '@/server/subscriber/plan/reactivate';
import { skipOrder } from '@/server/subscriber/plan/plan-commands';
import { deepTest } from '@/testing/deep';
import { createCardToken } from '@/testing/cards';
import { settleDown, withWorld } from '@/testing/with-world';
import { linkOf, linksOf, moneyOf, openQr, plantOffline, scan, transfer } from '@/testing/offline';
import { actOnCharge, gatewayCharges, clearFaults, setGateway, injectFault } from '@/testing/providers';
import { GOOD_CARD } from '@/testing/browser';
import {
  attemptsOf,
  goTo,
  holdFreeProduct,
  ordersOf,
  pointsOf,
  refusalOf,
  statusOf,
  messageKindsOf,
  type Planted,
  runPaymentDates,
} from '@/testing/subscribers';
import { addCard } from '../payment-method/add-card';
import { convertToCard } from '../payment-method/convert-card';
import { listLinksToCreate, createDueLink } from './create-due-links';
import { expireLink } from './expire-links';
import { requestPaymentLink } from './request-link';
import { showPayLink } from './pay-page';

const world = withWorld({ cleanup: 'check' });

const DUE = '2026-12-31';
const ENDS = '2027-01-04';

const run = () => runBilling(world.ctx());
const renewal = async ({ accountId }: Planted) =>
  (await ordersOf(world, accountId)).find(({ date }) => date === DUE);

/** Creates a subscriber with an open link for today's renewal. */
async function plantDue(): Promise<Planted> {
  const person = await plantOffline(world);
  await runPaymentDates(world, DUE);
  return person;
}

test('stays open while an operator has to decide on a transfer that may pay it', async () => {
  const person = await plantDue();
  await goTo(world, '2027-01-02', '10:00');
  const { amount } = await linkOf(world, person);
  const { transferId: id } = await transfer(world, person, { amount: amount - 75 });
  await end();
  expect(await linksOf(world, person)).toEqual(['paid', 'open']);
  expect(await statusOf(world, person.accountId)).toBe('active');
  await dismissStuck({ ...world.ctx(), operator: 'operator' }, { id, why: 'given back' });
  await goTo(world, ENDS, '00:10');
  await run();
  expect(await linksOf(world, person)).toEqual(['paid', 'expired']);
  expect(await statusOf(world, person.accountId)).toBe('inactive');
});

async function end(): Promise<void> {
  await goTo(world, ENDS, '00:00');
  await run();
}

describe('a renewal that is paid offline', () => {
  test('begins at 00:00 and gets one link at 09:00, without a charge', async () => {
    const person = await plantOffline(world);
    await goTo(world, DUE, '00:00');
    await run();
    expect(await renewal(person)).toMatchObject({ status: 'awaiting_payment', payment: 'pending' });
    await goTo(world, DUE, '08:59');
    await run();
    expect(await linksOf(world, person)).toEqual(['paid']);
    await goTo(world, DUE, '09:00');
    const counts = await Promise.all([run(), run(), run()]);
    expect(counts.reduce((sum, { linksSent }) => sum + linksSent, 0)).toBe(1);
    expect(await linksOf(world, person)).toEqual(['paid', 'open']);
    expect((await linkOf(world, person)).expiresAt.toISOString()).toBe('2027-01-03T17:00:00.000Z');
    expect(await gatewayCharges(world)).toEqual([]);
  });

  test('gets no link after billing was paused during the run', async () => {
    const person = await plantOffline(world);
    await goTo(world, DUE, '00:00');
    await run();
    await goTo(world, DUE, '09:00');
    const pause = (paused: boolean) =>
      transaction(world.db, (tx) => writeFlag(tx, 'billing', { paused, since: world.now().toISOString() }));
    const [due] = await listLinksToCreate(world.ctx(), 1);
    await pause(true);
    try {
      expect(await createDueLink(world.ctx(), due?.id ?? '')).toBe(false);
    } finally {
      await pause(false);
    }
    expect(await linksOf(world, person)).toEqual(['paid']);
    await run();
    expect(await linksOf(world, person)).toEqual(['paid', 'open']);
  });

  test('has one reminder, at 09:00 two days before its link expires', async () => {
    const person = await plantDue();
    await goTo(world, '2027-01-02', '08:59');
    await run();
    expect(await messageKindsOf(world, person.accountId)).not.toContain('payment_link_expiring');
    await goTo(world, '2027-01-02', '09:00');
    await Promise.all([run(), run()]);
    await run();
    expect(
      (await messageKindsOf(world, person.accountId)).filter((kind) => kind === 'payment_link_expiring'),
    ).toHaveLength(1);
  });

  test('has no reminder after it was paid', async () => {
    const person = await plantDue();
    await scan(world, await openQr(world, person));
    expect(await renewal(person)).toMatchObject({ status: 'paid', paidOn: DUE });
    await goTo(world, '2027-01-02', '09:00');
    await run();
    expect(await messageKindsOf(world, person.accountId)).not.toContain('payment_link_expiring');
  });

  test('becomes unpaid after the third day: payment expired, subscription inactive, message sent, points released', async () => {
    const person = await plantOffline(world);
    const ahead = (await ordersOf(world, person.accountId)).find(({ date }) => date === DUE);
    await holdFreeProduct(world, person.accountId, ahead?.id ?? '');
    const points = await pointsOf(world, person.accountId);
    await goTo(world, DUE, '09:00');
    await run();
    await goTo(world, '2027-01-03', '23:59');
    await run();
    expect(await renewal(person)).toMatchObject({ status: 'awaiting_payment' });
    await end();
    expect(await renewal(person)).toMatchObject({ status: 'unpaid', payment: 'expired' });
    expect(await statusOf(world, person.accountId)).toBe('inactive');
    expect(await linksOf(world, person)).toEqual(['paid', 'expired']);
    expect(await messageKindsOf(world, person.accountId)).toContain('subscription_inactive');
    expect(await pointsOf(world, person.accountId)).toBe(points + 150);
    expect(await showPayLink(world.ctx(), (await linkOf(world, person)).token)).toMatchObject({
      status: 'expired',
      isOpen: false,
      bankDetails: null,
    });
  });

  test('does not end before its link expires', async () => {
    const person = await plantDue();
    await goTo(world, '2027-01-03', '23:59');
    await expireLink(world.ctx(), (await linkOf(world, person)).id);
    expect(await renewal(person)).toMatchObject({ status: 'awaiting_payment', payment: 'pending' });
    expect(await linksOf(world, person)).toEqual(['paid', 'open']);
  });

  test('stays open until its last QR code was read at the gateway', async () => {
    const person = await plantDue();
    await goTo(world, '2027-01-03', '23:00');
    const charge = await openQr(world, person);
    await injectFault(world, { op: 'webhook', kind: 'drop', times: 'always' });
    await injectFault(world, {
      op: 'GET /charges/{id}',
      kind: 'status',
      times: 'always',
      args: { status: 503 },
    });
    await actOnCharge(world, charge.id, 'pay');
    await end();
    await goTo(world, ENDS, '06:00');
    await run();
    expect(await statusOf(world, person.accountId)).toBe('active');
    await clearFaults(world);
    await goTo(world, ENDS, '07:00');
    await run();
    expect(await renewal(person)).toMatchObject({ status: 'paid', paidOn: '2027-01-03' });
    expect(await statusOf(world, person.accountId)).toBe('active');
    expect(await linksOf(world, person)).toEqual(['paid', 'paid']);
  });

  test('cannot be changed while its link is open, but can be cancelled; a later payment is refunded', async () => {
    await setGateway(world, { promptpayRefundable: true });
    const person = await plantDue();
    const charge = await openQr(world, person);
    const next = (await ordersOf(world, person.accountId)).find(({ status }) => status === 'upcoming');
    const skip = skipOrder(world.ctx(), person.accountId, { orderId: next?.id ?? '', skip: true });
    expect(await refusalOf(skip)).toBe('PAYMENT_PENDING');
    await cancelSubscription(world.ctx(), person.accountId, { reason: 'buyWhenNeed' });
    expect(await linksOf(world, person)).toEqual(['paid', 'void']);
    await scan(world, charge);
    expect((await transfer(world, person)).status).toBe('late');
    expect(await moneyOf(world, person)).toEqual(['bank kept', 'bank late manual', 'omise late succeeded']);
    expect(await statusOf(world, person.accountId)).toBe('cancelled');
  });
});

describe('an unpaid order', () => {
  test('gets one new link however often it is requested, and its payment reactivates from that day', async () => {
    const person = await plantDue();
    await end();
    const ask = () => requestPaymentLink(world.ctx(), person.accountId);
    const answers = await Promise.all(Array.from({ length: 8 }, ask));
    expect(new Set(answers.map(({ paymentUrl }) => paymentUrl)).size).toBe(1);
    expect(answers[0]).toMatchObject({
      expiresAt: '2027-01-07T17:00:00.000Z',
      pendingPayment: { status: 'pending', method: 'offline' },
    });
    expect(await showPayLink(world.ctx(), (await linkOf(world, person)).token)).toMatchObject({
      isOpen: true,
      setsSchedule: true,
    });
    await goTo(world, '2027-01-06', '10:00');
    await run();
    await scan(world, await openQr(world, person));
    expect(await statusOf(world, person.accountId)).toBe('active');
    expect(
      (await ordersOf(world, person.accountId))
        .filter(({ status }) => status === 'upcoming')
        .map(({ date }) => date),
    ).toEqual(['2027-01-31', '2027-02-28', '2027-03-31']);
    expect(await refusalOf(ask())).toBe('NOTHING_TO_PAY');
  });

  test('keeps its new link if a run that still lists the first one ends that again', async () => {
    const person = await plantDue();
    const first = await linkOf(world, person);
    await end();
    await requestPaymentLink(world.ctx(), person.accountId);
    await expireLink(world.ctx(), first.id);
    expect(await linksOf(world, person)).toEqual(['paid', 'expired', 'open']);
    expect(await renewal(person)).toMatchObject({ status: 'unpaid', payment: 'pending' });
  });

  test('stays unpaid when its second link expires, without a second message', async () => {
    const person = await plantDue();
    await end();
    await requestPaymentLink(world.ctx(), person.accountId);
    for (const [day, time] of [
      ['2027-01-04', '08:00'],
      ['2027-01-06', '09:00'],
      ['2027-01-08', '00:00'],
    ] as const) {
      await goTo(world, day, time);
      await run();
      await settleDown(world);
    }
    expect(await renewal(person)).toMatchObject({ status: 'unpaid', payment: 'expired' });
    expect(
      (await messageKindsOf(world, person.accountId)).filter((kind) => kind === 'subscription_inactive'),
    ).toHaveLength(1);
  });

  test('with an open QR code is paid by changing to a card; a payment of the code is refunded', async () => {
    await setGateway(world, { promptpayRefundable: true });
    const person = await plantDue();
    await end();
    await requestPaymentLink(world.ctx(), person.accountId);
    const charge = await openQr(world, person);
    const cardToken = await createCardToken(GOOD_CARD);
    await expect(addCard(world.ctx(), person.accountId, { cardToken })).rejects.toThrow('PAYMENT_PENDING');
    expect(await convertToCard(world.ctx(), person.accountId, { cardToken })).toMatchObject({
      charge: { outcome: 'paid' },
    });
    await scan(world, charge);
    expect((await attemptsOf(world, person.accountId)).map(({ status }) => status)).toEqual([
      'succeeded',
      'succeeded',
    ]);
    expect(await moneyOf(world, person)).toEqual(['bank kept', 'omise duplicate succeeded', 'omise kept']);
  });
});

describe('an offline reactivation now', () => {
  const comeBack = ({ accountId }: Planted) =>
    reactivate(world.ctx(), accountId, { when: 'now', frequency: 2 });

  async function plantCancelled(): Promise<Planted> {
    const person = await plantOffline(world);
    await goTo(world, '2026-12-10', '10:00');
    await cancelSubscription(world.ctx(), person.accountId, { reason: 'buyWhenNeed' });
    return person;
  }

  test('awaits the payment of its link, does not expire as a registration, and starts on the paid day', async () => {
    const person = await plantCancelled();
    expect(await comeBack(person)).toMatchObject({
      subscription: { status: 'awaiting_payment', registering: false },
      charge: null,
      pendingPayment: { status: 'pending', paymentUrl: expect.any(String) as string },
      dates: ['2026-12-10', '2027-01-31', '2027-03-31'],
    });
    expect(await refusalOf(comeBack(person))).toBe('PAYMENT_PENDING');
    await goTo(world, '2026-12-12', '10:00');
    await run();
    await scan(world, await openQr(world, person));
    expect(await statusOf(world, person.accountId)).toBe('active');
    expect((await ordersOf(world, person.accountId)).slice(-4).map(({ date }) => date)).toEqual([
      '2026-12-12',
      '2027-01-31',
      '2027-03-31',
      '2027-05-31',
    ]);
  });

  test('leaves the subscription inactive when its link expires, and may be repeated', async () => {
    const person = await plantCancelled();
    await comeBack(person);
    await goTo(world, '2026-12-14', '00:00');
    await run();
    expect(await statusOf(world, person.accountId)).toBe('inactive');
    expect(await comeBack(person)).toMatchObject({ subscription: { status: 'awaiting_payment' } });
    expect(await linksOf(world, person)).toEqual(['paid', 'expired', 'open']);
  });

  test('ends when the subscription is cancelled again', async () => {
    const person = await plantCancelled();
    await comeBack(person);
    await cancelSubscription(world.ctx(), person.accountId, { reason: 'other' });
    expect(await linksOf(world, person)).toEqual(['paid', 'void']);
  });
});

// Last, because a worker of this test world handles the jobs from here on.
deepTest('time travel handles every due time of a link', async () => {
  await world.startWorker();
  const person = await plantOffline(world);
  await world.travelTo('2027-01-05T12:00:00+07:00');
  expect(await statusOf(world, person.accountId)).toBe('inactive');
  expect(await messageKindsOf(world, person.accountId)).toEqual([
    'order_paid',
    'order_reminder',
    'payment_link',
    'payment_link_expiring',
    'shipped',
    'subscription_inactive',
  ]);
});
