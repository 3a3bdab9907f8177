import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { runBilling } from '@/server/jobs/run';
import { setDelivery } from '@/server/account/delivery';
import { createCardToken, type TestCard } from '@/testing/cards';
import { expectInvariants } from '@/testing/invariants';
import { runJobs } from '@/testing/jobs';
import {
  countCalls,
  gatewayCharges,
  healOutside,
  mailsTo,
  spoil,
  withChargeTimeout,
  withGatewayAway,
} from '@/testing/outside';
import { DELIVERY, GOOD_CARD } from '@/testing/people';
import {
  attemptsOf,
  ordersOf,
  pass,
  payWith,
  plantRegistration,
  refusalOf,
  statusOf,
  toldTo,
} from '@/testing/subscribers';
import { openWorld, type World } from '@/testing/world';
import { payFirstOrder } from '../checkout/first-payment';

let world: World;
beforeAll(async () => {
  world = await openWorld('2026-11-20T10:00:00+07:00');
});
afterAll(() => world.close());
afterEach(async () => {
  await healOutside(world);
  await runJobs();
  await expectInvariants(world);
});

const run = () => runBilling(world.ctx());
const charge = { op: 'POST /charges' };

describe('a card that the bank declines', () => {
  test.each<[string, TestCard]>([
    ['insufficient_fund', { number: '4111111111140011' }],
    ['stolen_or_lost_card', { number: '4111111111130012' }],
    ['failed_processing', { number: '5555551111190013' }],
    ['payment_rejected', { number: '3530111111160014' }],
    ['failed_fraud_check', { number: '4111111111190016' }],
    ['invalid_account_number', { number: '4111111111180017' }],
    ['invalid_security_code', { number: '4111111111160001' }],
    ['payment_rejected', { number: '4111111111150002', name: 'ENROLMENT FAILS' }],
  ])(
    '%s: does not say what the bank found out before the first paid order, and leaves the way open for another card',
    async (reason, card) => {
      const person = await plantRegistration(world);
      const said = reason === 'failed_processing' ? reason : 'declined';
      expect(await refusalOf(payWith(world, person, card))).toBe(`CARD_DECLINED ${said}`);
      expect(await statusOf(world, person.accountId)).toBe('awaiting_payment');
      expect(await ordersOf(world, person.accountId)).toMatchObject([
        { status: 'charging', payment: 'failed', reason },
      ]);
      expect(await payWith(world, person)).toMatchObject({ outcome: 'paid' });
      expect((await attemptsOf(world, person.accountId)).map((attempt) => attempt.status)).toEqual([
        'declined',
        'succeeded',
      ]);
      expect(await toldTo(world, person.accountId)).toEqual(['order_paid']);
    },
  );
});

describe('a charge that certainly was not made', () => {
  test('because the gateway throttles: CHECKOUT_FAILED, and the next call is charged at once', async () => {
    const person = await plantRegistration(world);
    await spoil(world, { ...charge, kind: 'status', args: { status: 429 } });
    const token = await createCardToken(GOOD_CARD);
    expect(await refusalOf(payFirstOrder(world.ctx(), person.accountId, token))).toBe('CHECKOUT_FAILED');
    expect(await ordersOf(world, person.accountId)).toMatchObject([{ payment: 'failed', reason: null }]);
    // The token is used up, the wish is not: the card behind it is saved.
    expect(await payFirstOrder(world.ctx(), person.accountId, token)).toMatchObject({ outcome: 'paid' });
    expect(await gatewayCharges(world, person.accountId)).toHaveLength(1);
  });

  test.each([401, 403])(
    'because our key is refused (%i): CHECKOUT_FAILED, never the fault of a card',
    async (status) => {
      const person = await plantRegistration(world);
      await spoil(world, { ...charge, kind: 'status', args: { status } });
      expect(await refusalOf(payWith(world, person))).toBe('CHECKOUT_FAILED');
      await spoil(world, { op: 'PATCH /customers/{id}', kind: 'status', args: { status } });
      expect(await refusalOf(payWith(world, person))).toBe('CHECKOUT_FAILED');
      expect(await payWith(world, person)).toMatchObject({ outcome: 'paid' });
    },
  );

  test('because nobody listens at its address: CHECKOUT_FAILED, and the next call is charged at once', async () => {
    const person = await plantRegistration(world);
    const token = await createCardToken(GOOD_CARD);
    const away = withGatewayAway(() => refusalOf(payFirstOrder(world.ctx(), person.accountId, token)));
    expect(await away).toBe('CHECKOUT_FAILED');
    expect(await attemptsOf(world, person.accountId)).toEqual([]);
    expect(await payFirstOrder(world.ctx(), person.accountId, token)).toMatchObject({ outcome: 'paid' });
  });
});

/** Everything that may have been done: by the words of the product's table, never followed by a new charge. */
const UNKNOWN: [string, boolean, { kind: string; args?: Record<string, unknown> }][] = [
  ['a time-out after it was done', true, { kind: 'timeout_after' }],
  ['a time-out before it was done', false, { kind: 'timeout_before' }],
  ['a connection cut after it was done', true, { kind: 'reset', args: { after: true } }],
  ['a connection cut before it was done', false, { kind: 'reset' }],
  ['a 500 after it was done', true, { kind: 'status', args: { status: 500, after: true } }],
  ["a proxy's page before it was done", false, { kind: 'html_502' }],
  ['an answer that stops half-way', true, { kind: 'bad_json' }],
  ['a status that nobody has heard of', true, { kind: 'unknown_status' }],
];

describe('a first charge whose outcome is unknown', () => {
  test.each(UNKNOWN)('%s: is waited for, and never made again', async (_name, isDone, fault) => {
    const person = await plantRegistration(world);
    await spoil(world, { op: 'webhook', kind: 'drop', times: 'always' });
    await spoil(world, { ...charge, ...fault });
    const paid = await withChargeTimeout(300, () => payWith(world, person));
    expect(paid).toEqual({ outcome: 'pending' });
    expect(await refusalOf(payWith(world, person))).toBe('PAYMENT_PENDING');
    expect(await refusalOf(setDelivery(world.ctx(), person.accountId, DELIVERY))).toBe('PAYMENT_PENDING');
    expect(await ordersOf(world, person.accountId)).toMatchObject([{ payment: 'pending' }]);
    expect(await gatewayCharges(world, person.accountId)).toHaveLength(isDone ? 1 : 0);

    await pass(world, { seconds: 31 });
    await Promise.all([run(), run()]);
    if (isDone) {
      expect(await statusOf(world, person.accountId)).toBe('active');
      expect(await payWith(world, person)).toMatchObject({ outcome: 'paid' });
      expect(await toldTo(world, person.accountId)).toEqual(['order_paid']);
    } else {
      await pass(world, { minutes: 58 });
      await run();
      expect(await refusalOf(payWith(world, person))).toBe('PAYMENT_PENDING');
      expect(await countCalls(world, 'GET /charges')).toBeGreaterThan(0);
      await pass(world, { minutes: 32 });
      await run();
      const [order] = await ordersOf(world, person.accountId);
      expect(order).toMatchObject({ status: 'charging', payment: 'failed', reason: 'not_received' });
      expect(await toldTo(world, person.accountId)).toEqual(['payment_failed']);
      expect(await payWith(world, person)).toMatchObject({ outcome: 'paid' });
      expect(await toldTo(world, person.accountId)).toEqual(['order_paid', 'payment_failed']);
    }
    expect(await gatewayCharges(world, person.accountId)).toHaveLength(1);
  });

  test('stays pending while the gateway cannot be read, however long that takes', async () => {
    const person = await plantRegistration(world);
    await spoil(world, { ...charge, kind: 'timeout_before' });
    await withChargeTimeout(300, () => payWith(world, person));
    await spoil(world, { op: 'GET /charges', kind: 'status', args: { status: 500 }, times: 'always' });
    for (const hours of [2, 5, 20]) {
      await pass(world, { hours });
      await run();
      expect(await refusalOf(payWith(world, person))).toBe('PAYMENT_PENDING');
    }
    await healOutside(world);
    await pass(world, { hours: 2 });
    await run();
    expect(await payWith(world, person)).toMatchObject({ outcome: 'paid' });
  });

  test('is found when the list, lagging behind at first, shows it', async () => {
    const person = await plantRegistration(world);
    await spoil(world, { op: 'webhook', kind: 'drop', times: 'always' });
    await spoil(world, { ...charge, kind: 'reset', args: { after: true } });
    await payWith(world, person);
    await spoil(world, { op: 'GET /charges', kind: 'stale_read' });
    await pass(world, { seconds: 31 });
    await run();
    expect(await refusalOf(payWith(world, person))).toBe('PAYMENT_PENDING');
    await pass(world, { seconds: 31 });
    await run();
    expect(await statusOf(world, person.accountId)).toBe('active');
  });

  test('found six weeks later is dated from the day it was paid, and leaves out the dates that have passed', async () => {
    await world.setNow(new Date('2026-12-01T10:00:00+07:00'));
    const person = await plantRegistration(world, { paymentDay: 15 });
    await spoil(world, { op: 'webhook', kind: 'drop', times: 'always' });
    await spoil(world, { ...charge, kind: 'reset', args: { after: true } });
    await spoil(world, { op: 'GET /charges', kind: 'html_502', times: 'always' });
    await payWith(world, person);
    await runJobs();
    await world.setNow(new Date('2027-01-15T10:00:00+07:00'));
    await healOutside(world);
    await run();
    expect((await ordersOf(world, person.accountId)).map((row) => [row.status, row.date])).toEqual([
      ['paid', '2026-12-01'],
      ['upcoming', '2027-02-15'],
      ['upcoming', '2027-03-15'],
      ['upcoming', '2027-04-15'],
    ]);
  });

  test('found late at night is told in the morning, by one mail', async () => {
    await world.setNow(new Date('2026-11-24T20:59:30+07:00'));
    const person = await plantRegistration(world);
    await spoil(world, { op: 'webhook', kind: 'drop', times: 'always' });
    await spoil(world, { ...charge, kind: 'timeout_after' });
    await spoil(world, { op: 'GET /charges', kind: 'html_502', times: 'always' });
    await withChargeTimeout(300, () => payWith(world, person));
    await pass(world, { minutes: 5 });
    await run();
    await healOutside(world);
    await pass(world, { hours: 3 });
    await run();
    await runJobs();
    expect(await statusOf(world, person.accountId)).toBe('active');
    expect(mailsTo(world, person.email)).toEqual([]);
    await world.setNow(new Date('2026-11-25T08:00:30+07:00'));
    await run();
    await runJobs();
    expect(mailsTo(world, person.email)).toHaveLength(1);
  });
});

describe('an answer that says something odd', () => {
  test('an address to authorise at beside a success is a success', async () => {
    const person = await plantRegistration(world);
    await spoil(world, { ...charge, kind: 'authorize_uri_on_success' });
    expect(await payWith(world, person)).toMatchObject({ outcome: 'paid' });
  });

  test('another sum than was asked for is not believed: the charge is read again, and decides', async () => {
    const person = await plantRegistration(world);
    await spoil(world, { op: 'webhook', kind: 'drop', times: 'always' });
    await spoil(world, { ...charge, kind: 'amount_mismatch' });
    expect(await payWith(world, person)).toEqual({ outcome: 'pending' });
    await pass(world, { seconds: 31 });
    await run();
    expect(await statusOf(world, person.accountId)).toBe('active');
  });

  test('a failure code nobody knows is a decline; the success that follows is honoured', async () => {
    const person = await plantRegistration(world);
    await spoil(world, { ...charge, kind: 'unknown_failure_code' });
    expect(await refusalOf(payWith(world, person))).toBe('CARD_DECLINED declined');
    await world.sandbox.settled();
    await runJobs();
    expect(await statusOf(world, person.accountId)).toBe('active');
    expect(await payWith(world, person)).toMatchObject({ outcome: 'paid' });
    expect(await gatewayCharges(world, person.accountId)).toHaveLength(1);
  });

  test('a customer whom the gateway has forgotten is a card that cannot be used', async () => {
    const person = await plantRegistration(world);
    await spoil(world, { ...charge, kind: 'customer_vanished' });
    expect(await refusalOf(payWith(world, person))).toBe('CARD_DECLINED no_card');
    expect(await payWith(world, person)).toMatchObject({ outcome: 'paid' });
  });

  test('fields nobody knows, and optional ones left out, change nothing', async () => {
    for (const kind of ['extra_fields', 'missing_optional']) {
      const person = await plantRegistration(world);
      await spoil(world, { op: '*', kind, times: 4 });
      expect(await payWith(world, person)).toMatchObject({ outcome: 'paid' });
      await healOutside(world);
    }
  });
});
