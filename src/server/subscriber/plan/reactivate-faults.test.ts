import { afterEach, describe, expect, test } from 'vitest';
import type { AppError } from '@/domain/errors';
import { runBilling } from '@/server/work/jobs/run';
import { createCardToken } from '@/testing/cards';
import { expectInvariants } from '@/testing/invariants';
import {
  countCalls,
  gatewayCharges,
  clearFaults,
  injectFault,
  withGatewayUnreachable,
} from '@/testing/providers';
import { GOOD_CARD } from '@/testing/browser';
import { firstOrAll } from '@/testing/deep';
import { forgetEverybody } from '@/testing/forget-everybody';
import {
  goTo,
  ordersOf,
  pass,
  plantSubscriber,
  refusalOf,
  statusOf,
  messageKindsOf,
} from '@/testing/subscribers';
import { settleQuietly, withWorld } from '@/testing/with-world';
import { addCard } from '../../money/payment-method/add-card';
import { cancelSubscription } from './cancel';
import { reactivate } from './reactivate';

const world = withWorld({ settings: { CHARGE_TIMEOUT_MS: '1000' } });
afterEach(async () => {
  await clearFaults(world);
  await settleDown();
  await expectInvariants(world);
  await forgetEverybody(world);
});

const settleDown = () => settleQuietly(world);

const reactivateNow = ({ accountId }: { accountId: string }) =>
  reactivate(world.ctx(), accountId, { when: 'now', frequency: 1 });
const outcomes = (results: PromiseSettledResult<unknown>[]) =>
  results
    .map((result) => (result.status === 'fulfilled' ? 'accepted' : (result.reason as AppError).code))
    .sort();

/** Creates a subscriber who cancelled on 20 November. Today is 5 December. */
async function createCancelled() {
  await goTo(world, '2026-11-20', '10:00');
  const person = await plantSubscriber(world);
  await cancelSubscription(world.ctx(), person.accountId, { reason: 'other' });
  await settleDown();
  await goTo(world, '2026-12-05', '10:00');
  return person;
}

/** Creates a subscriber whose second order was declined this morning. */
async function createDeclined() {
  await goTo(world, '2026-11-20', '10:00');
  const person = await plantSubscriber(world, {}, { ...GOOD_CARD, name: 'FAKE RENEWAL DECLINES' });
  await settleDown();
  await goTo(world, '2026-12-31', '09:00');
  await runBilling(world.ctx());
  await settleDown();
  await goTo(world, '2026-12-31', '15:00');
  return person;
}

/** Moves the clock one hour and polls pending charges. */
async function passAnHour(): Promise<void> {
  for (const minutes of [1, 10, 30, 25]) {
    await pass(world, { minutes });
    await runBilling(world.ctx());
  }
  await settleDown();
}

const FAULTS: [string, boolean, { kind: string; args?: Record<string, unknown> }][] = [
  ['a time-out after the charge', true, { kind: 'timeout_after' }],
  ['a time-out before the charge', false, { kind: 'timeout_before' }],
  ['a connection reset after the charge', true, { kind: 'reset', args: { after: true } }],
  ['a connection reset before the charge', false, { kind: 'reset' }],
  ['an HTML error page before the charge', false, { kind: 'html_502' }],
];

describe('a reactivation with an unknown charge outcome', () => {
  test.each(firstOrAll(FAULTS))(
    'stays pending and is not charged again after %s',
    async (_name, isDone, fault) => {
      const person = await createCancelled();
      const callsBefore = await countCalls(world, 'POST /charges');
      await injectFault(world, { op: 'webhook', kind: 'drop', times: 'always' });
      await injectFault(world, { op: 'POST /charges', ...fault });
      expect(await reactivateNow(person)).toMatchObject({
        charge: { outcome: 'pending' },
        subscription: { status: 'cancelled' },
        pendingPayment: { status: 'pending' },
      });
      expect(await refusalOf(reactivateNow(person))).toBe('PAYMENT_PENDING');
      await passAnHour();
      expect(await countCalls(world, 'POST /charges')).toBe(callsBefore + 1);
      expect(await statusOf(world, person.accountId)).toBe(isDone ? 'active' : 'cancelled');
      expect((await ordersOf(world, person.accountId))[4]?.status).toBe(isDone ? 'paid' : 'void');
      const kinds = await messageKindsOf(world, person.accountId);
      expect(kinds.includes(isDone ? 'subscription_reactivated' : 'payment_failed')).toBe(true);
    },
  );

  test('ends with a cancellation, which refunds the captured payment', async () => {
    const person = await createCancelled();
    await injectFault(world, { op: 'webhook', kind: 'drop', times: 'always' });
    await injectFault(world, { op: 'POST /charges', kind: 'timeout_after' });
    await reactivateNow(person);
    await cancelSubscription(world.ctx(), person.accountId, { reason: 'other' });
    expect(await refusalOf(reactivateNow(person))).toBe('PAYMENT_PENDING');
    await passAnHour();
    expect(await statusOf(world, person.accountId)).toBe('cancelled');
    expect((await gatewayCharges(world, person.accountId))[1]?.refunds).toMatchObject([{ amount: 37525 }]);
    expect((await reactivateNow(person)).charge).toMatchObject({ outcome: 'paid' });
  });

  test('can be repeated at once if the charge was certainly not made', async () => {
    const person = await createCancelled();
    expect(await withGatewayUnreachable(() => refusalOf(reactivateNow(person)))).toBe('CHECKOUT_FAILED');
    expect((await ordersOf(world, person.accountId))[4]?.status).toBe('void');
    expect((await reactivateNow(person)).charge).toMatchObject({ outcome: 'paid' });
  });
});

describe('concurrent requests', () => {
  test('to reactivate now write one order and one charge', async () => {
    const person = await createCancelled();
    const results = await Promise.allSettled(Array.from({ length: 8 }, () => reactivateNow(person)));
    const codes = outcomes(results);
    expect(codes.filter((one) => one === 'accepted')).toHaveLength(1);
    for (const one of codes) expect(['accepted', 'PAYMENT_PENDING', 'NOT_REACTIVATABLE']).toContain(one);
    expect(await gatewayCharges(world, person.accountId)).toHaveLength(2);
    expect(await ordersOf(world, person.accountId)).toHaveLength(8);
  });

  test('to reactivate now and to cancel write at most one charge, kept only for an active subscription', async () => {
    for (let n = 0; n < 6; n++) {
      const person = await createCancelled();
      await Promise.allSettled([
        reactivateNow(person),
        new Promise((resolve) => setTimeout(resolve, n * 6)).then(() =>
          cancelSubscription(world.ctx(), person.accountId, { reason: 'other' }),
        ),
      ]);
      await settleDown();
      const charges = (await gatewayCharges(world, person.accountId)).slice(1);
      expect(charges.length).toBeLessThanOrEqual(1);
      const order = (await ordersOf(world, person.accountId))[4];
      expect(charges[0]?.refunds.length ?? 0).toBe(order?.status === 'paid' ? 0 : charges.length);
    }
  });

  test('to reactivate now and on a later day: one succeeds', async () => {
    const person = await createCancelled();
    const onDay = { when: '2026-12-20', frequency: 1 } as Parameters<typeof reactivate>[2];
    const results = await Promise.allSettled([
      reactivateNow(person),
      reactivate(world.ctx(), person.accountId, onDay),
    ]);
    expect(outcomes(results).filter((one) => one === 'accepted')).toHaveLength(1);
    expect(await statusOf(world, person.accountId)).toBe('active');
  });
});

describe('a card added for a failed payment with an unknown charge outcome', () => {
  test.each(firstOrAll(FAULTS))(
    'stays pending and is not charged again after %s',
    async (_name, isDone, fault) => {
      const person = await createDeclined();
      await injectFault(world, { op: 'webhook', kind: 'drop', times: 'always' });
      await injectFault(world, { op: 'POST /charges', ...fault });
      const before = await countCalls(world, 'POST /charges');
      const cardToken = await createCardToken({ number: '5555555555554444' });
      const another = await createCardToken({ number: '3530111333300000' });
      const add = (token: string) => addCard(world.ctx(), person.accountId, { cardToken: token });
      expect((await add(cardToken)).charge).toEqual({ outcome: 'pending' });
      expect((await add(cardToken)).charge).toEqual({ outcome: 'pending' });
      expect((await add(another)).charge).toEqual({ outcome: 'pending' });
      await passAnHour();
      expect(await countCalls(world, 'POST /charges')).toBe(before + 1);
      expect((await ordersOf(world, person.accountId))[1]).toMatchObject({
        status: isDone ? 'paid' : 'charging',
        dueAt: isDone ? null : new Date('2027-01-01T02:00:00Z'),
      });
    },
  );

  test('keeps the retry schedule if the charge was certainly not made, and the same token may charge again', async () => {
    const person = await createDeclined();
    await injectFault(world, { op: 'POST /charges', kind: 'status', args: { status: 429 } });
    const cardToken = await createCardToken({ number: '5555555555554444' });
    const add = () => addCard(world.ctx(), person.accountId, { cardToken });
    expect(await refusalOf(add())).toBe('CHECKOUT_FAILED');
    expect((await ordersOf(world, person.accountId))[1]).toMatchObject({
      status: 'charging',
      payment: 'failed',
      dueAt: new Date('2027-01-01T02:00:00Z'),
    });
    expect((await add()).charge).toMatchObject({ outcome: 'paid' });
    expect(await gatewayCharges(world, person.accountId)).toHaveLength(3);
  });
});
