import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { AppError } from '@/domain/errors';
import { runBilling } from '@/server/jobs/run';
import { createCardToken } from '@/testing/cards';
import { expectInvariants } from '@/testing/invariants';
import { runJobs } from '@/testing/jobs';
import { countCalls, gatewayCharges, healOutside, spoil, withGatewayAway } from '@/testing/outside';
import { GOOD_CARD } from '@/testing/people';
import {
  forgetEverybody,
  goTo,
  ordersOf,
  pass,
  plantSubscriber,
  refusalOf,
  statusOf,
  toldTo,
} from '@/testing/subscribers';
import { openWorld, type World } from '@/testing/world';
import { addCard } from '../payment-method/add-card';
import { cancelSubscription } from './cancel';
import { reactivate } from './reactivate';

let world: World;
beforeAll(async () => {
  world = await openWorld('2026-11-20T10:00:00+07:00', { CHARGE_TIMEOUT_MS: '1000' });
});
afterAll(() => world.close());
afterEach(async () => {
  await healOutside(world);
  await settleDown();
  await expectInvariants(world);
  await forgetEverybody(world);
});

async function settleDown(): Promise<void> {
  await world.sandbox.settled();
  await runJobs();
}

const come = ({ accountId }: { accountId: string }) =>
  reactivate(world.ctx(), accountId, { when: 'now', frequency: 1 });
const outcomes = (results: PromiseSettledResult<unknown>[]) =>
  results
    .map((result) => (result.status === 'fulfilled' ? 'answered' : (result.reason as AppError).code))
    .sort();

async function gone() {
  await goTo(world, '2026-11-20', '10:00');
  const person = await plantSubscriber(world);
  await cancelSubscription(world.ctx(), person.accountId, { reason: 'other' });
  await settleDown();
  await goTo(world, '2026-12-05', '10:00');
  return person;
}

/** Somebody whose second order was declined this morning. */
async function declined() {
  await goTo(world, '2026-11-20', '10:00');
  const person = await plantSubscriber(world, {}, { ...GOOD_CARD, name: 'FAKE RENEWAL DECLINES' });
  await settleDown();
  await goTo(world, '2026-12-31', '09:00');
  await runBilling(world.ctx());
  await settleDown();
  await goTo(world, '2026-12-31', '15:00');
  return person;
}

/** Lets the checks come that a person at the screen is promised within the hour. */
async function letAnHourPass(): Promise<void> {
  for (const minutes of [1, 10, 30, 25]) {
    await pass(world, { minutes });
    await runBilling(world.ctx());
  }
  await settleDown();
}

const FAULTS: [string, boolean, { kind: string; args?: Record<string, unknown> }][] = [
  ['a time-out after it was done', true, { kind: 'timeout_after' }],
  ['a time-out before it was done', false, { kind: 'timeout_before' }],
  ['a connection cut after it was done', true, { kind: 'reset', args: { after: true } }],
  ['a connection cut before it was done', false, { kind: 'reset' }],
  ["a proxy's page before it was done", false, { kind: 'html_502' }],
];

describe('a reactivation whose charge nobody can tell of', () => {
  test.each(FAULTS)('%s: is waited for, and never charged again', async (_name, isDone, fault) => {
    const person = await gone();
    await spoil(world, { op: 'webhook', kind: 'drop', times: 'always' });
    await spoil(world, { op: 'POST /charges', ...fault });
    expect(await come(person)).toMatchObject({
      charge: { outcome: 'pending' },
      subscription: { status: 'cancelled' },
      pendingPayment: { status: 'pending' },
    });
    expect(await refusalOf(come(person))).toBe('PAYMENT_PENDING');
    await letAnHourPass();
    expect(await countCalls(world, 'POST /charges')).toBe(2);
    expect(await statusOf(world, person.accountId)).toBe(isDone ? 'active' : 'cancelled');
    expect((await ordersOf(world, person.accountId))[4]?.status).toBe(isDone ? 'paid' : 'void');
    const told = await toldTo(world, person.accountId);
    expect(told.includes(isDone ? 'subscription_reactivated' : 'payment_failed')).toBe(true);
  });

  test('is ended by a cancel: what was taken comes back', async () => {
    const person = await gone();
    await spoil(world, { op: 'webhook', kind: 'drop', times: 'always' });
    await spoil(world, { op: 'POST /charges', kind: 'timeout_after' });
    await come(person);
    await cancelSubscription(world.ctx(), person.accountId, { reason: 'other' });
    expect(await refusalOf(come(person))).toBe('PAYMENT_PENDING');
    await letAnHourPass();
    expect(await statusOf(world, person.accountId)).toBe('cancelled');
    expect((await gatewayCharges(world, person.accountId))[1]?.refunds).toMatchObject([{ amount: 37525 }]);
    expect((await come(person)).charge).toMatchObject({ outcome: 'paid' });
  });

  test('is told apart from one that certainly was not made, which may be tried again at once', async () => {
    const person = await gone();
    expect(await withGatewayAway(() => refusalOf(come(person)))).toBe('CHECKOUT_FAILED');
    expect((await ordersOf(world, person.accountId))[4]?.status).toBe('void');
    expect((await come(person)).charge).toMatchObject({ outcome: 'paid' });
  });
});

describe('asking twice at once', () => {
  test('to reactivate now: one order, one charge', async () => {
    const person = await gone();
    const results = await Promise.allSettled(Array.from({ length: 8 }, () => come(person)));
    const told = outcomes(results);
    expect(told.filter((one) => one === 'answered')).toHaveLength(1);
    for (const one of told) expect(['answered', 'PAYMENT_PENDING', 'NOT_REACTIVATABLE']).toContain(one);
    expect(await gatewayCharges(world, person.accountId)).toHaveLength(2);
    expect(await ordersOf(world, person.accountId)).toHaveLength(8);
  });

  test('to reactivate now and to cancel: one charge at most, kept only for an active subscription', async () => {
    for (let n = 0; n < 6; n++) {
      const person = await gone();
      await Promise.allSettled([
        come(person),
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

  test('to reactivate now and on a day: one of them', async () => {
    const person = await gone();
    const onDay = { when: '2026-12-20', frequency: 1 } as Parameters<typeof reactivate>[2];
    const results = await Promise.allSettled([
      come(person),
      reactivate(world.ctx(), person.accountId, onDay),
    ]);
    expect(outcomes(results).filter((one) => one === 'answered')).toHaveLength(1);
    expect(await statusOf(world, person.accountId)).toBe('active');
  });
});

describe('a card added for a failed payment, and an answer that was lost', () => {
  test.each(FAULTS)('%s: is waited for, and never charged again', async (_name, isDone, fault) => {
    const person = await declined();
    await spoil(world, { op: 'webhook', kind: 'drop', times: 'always' });
    await spoil(world, { op: 'POST /charges', ...fault });
    const before = await countCalls(world, 'POST /charges');
    const cardToken = await createCardToken({ number: '5555555555554444' });
    const another = await createCardToken({ number: '3530111333300000' });
    const add = (token: string) => addCard(world.ctx(), person.accountId, { cardToken: token });
    expect((await add(cardToken)).charge).toEqual({ outcome: 'pending' });
    expect((await add(cardToken)).charge).toEqual({ outcome: 'pending' });
    expect((await add(another)).charge).toEqual({ outcome: 'pending' });
    await letAnHourPass();
    expect(await countCalls(world, 'POST /charges')).toBe(before + 1);
    expect((await ordersOf(world, person.accountId))[1]).toMatchObject({
      status: isDone ? 'paid' : 'charging',
      dueAt: isDone ? null : new Date('2027-01-01T02:00:00Z'),
    });
  });

  test('a charge that certainly was not made leaves the ladder as it stands, and the same token tries again', async () => {
    const person = await declined();
    await spoil(world, { op: 'POST /charges', kind: 'status', args: { status: 429 } });
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
