import { eq } from 'drizzle-orm';
import { afterEach, describe, expect, test } from 'vitest';
import { runBilling } from '@/server/work/jobs/run';
import { setDelivery } from '@/server/subscriber/account/delivery';
import { transaction } from '@/server/db';
import { flags } from '@/server/db/schema';
import { createCardToken, type TestCard } from '@/testing/cards';
import { deepTest, firstOrAll } from '@/testing/deep';
import { expectInvariants } from '@/testing/invariants';
import { runJobs } from '@/testing/jobs';
import {
  countCalls,
  gatewayCharges,
  clearFaults,
  mailsTo,
  injectFault,
  withChargeTimeout,
  withGatewayUnreachable,
} from '@/testing/providers';
import { DELIVERY, GOOD_CARD } from '@/testing/browser';
import {
  attemptsOf,
  ordersOf,
  pass,
  payWith,
  plantRegistration,
  refusalOf,
  statusOf,
  messageKindsOf,
} from '@/testing/subscribers';
import { withWorld } from '@/testing/with-world';
import { payFirstOrder } from '../checkout/first-payment';

const world = withWorld();
afterEach(async () => {
  await clearFaults(world);
  await runJobs();
  await expectInvariants(world);
  // The circuit that a test has opened would send a probe in the next one.
  await transaction(world.db, (tx) => tx.delete(flags).where(eq(flags.name, 'cardGateway')));
});

const run = () => runBilling(world.ctx());
const charge = { op: 'POST /charges' };

describe('a card that the bank declines', () => {
  test.each(
    firstOrAll<[string, TestCard]>(
      [
        ['failed_processing', { number: '5555551111190013' }],
        ['stolen_or_lost_card', { number: '4111111111130012' }],
        ['payment_rejected', { number: '4111111111150002', name: 'ENROLMENT FAILS' }],
        ['insufficient_fund', { number: '4111111111140011' }],
        ['payment_rejected', { number: '3530111111160014' }],
        ['failed_fraud_check', { number: '4111111111190016' }],
        ['invalid_account_number', { number: '4111111111180017' }],
        ['invalid_security_code', { number: '4111111111160001' }],
      ],
      3,
    ),
  )(
    'hides the decline reason %s before the first paid order and accepts another card',
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
      expect(await messageKindsOf(world, person.accountId)).toEqual(['order_paid']);
    },
  );
});

describe('a charge that was certainly not made', () => {
  test('returns CHECKOUT_FAILED when the gateway limits calls, and charges the next call at once', async () => {
    const person = await plantRegistration(world);
    await injectFault(world, { ...charge, kind: 'status', args: { status: 429 } });
    const token = await createCardToken(GOOD_CARD);
    expect(await refusalOf(payFirstOrder(world.ctx(), person.accountId, token))).toBe('CHECKOUT_FAILED');
    expect(await ordersOf(world, person.accountId)).toMatchObject([{ payment: 'failed', reason: null }]);
    // The gateway accepts the token only once, but the card of the token is saved.
    expect(await payFirstOrder(world.ctx(), person.accountId, token)).toMatchObject({ outcome: 'paid' });
    expect(await gatewayCharges(world, person.accountId)).toHaveLength(1);
  });

  test.each(firstOrAll([401, 403]))(
    'returns CHECKOUT_FAILED when the gateway refuses the API key (%i), and does not blame the card',
    async (status) => {
      const person = await plantRegistration(world);
      await injectFault(world, { ...charge, kind: 'status', args: { status } });
      expect(await refusalOf(payWith(world, person))).toBe('CHECKOUT_FAILED');
      await injectFault(world, { op: 'PATCH /customers/{id}', kind: 'status', args: { status } });
      expect(await refusalOf(payWith(world, person))).toBe('CHECKOUT_FAILED');
      expect(await payWith(world, person)).toMatchObject({ outcome: 'paid' });
    },
  );

  test('returns CHECKOUT_FAILED when the connection is refused, and charges the next call at once', async () => {
    const person = await plantRegistration(world);
    const token = await createCardToken(GOOD_CARD);
    const away = withGatewayUnreachable(() => refusalOf(payFirstOrder(world.ctx(), person.accountId, token)));
    expect(await away).toBe('CHECKOUT_FAILED');
    expect(await attemptsOf(world, person.accountId)).toEqual([]);
    expect(await payFirstOrder(world.ctx(), person.accountId, token)).toMatchObject({ outcome: 'paid' });
  });
});

/** The faults after which the charge may have been made, so that it is never repeated. */
const UNKNOWN: [string, boolean, { kind: string; args?: Record<string, unknown> }][] = [
  ['a timeout after the charge', true, { kind: 'timeout_after' }],
  ['a lost connection before the charge', false, { kind: 'reset' }],
  ['a status 500 after the charge', true, { kind: 'status', args: { status: 500, after: true } }],
  ['an unknown charge status', true, { kind: 'unknown_status' }],
  ['a truncated response', true, { kind: 'bad_json' }],
  ['a timeout before the charge', false, { kind: 'timeout_before' }],
  ['a lost connection after the charge', true, { kind: 'reset', args: { after: true } }],
  ["a proxy's error page before the charge", false, { kind: 'html_502' }],
];

describe('a first charge whose outcome is unknown', () => {
  test.each(firstOrAll(UNKNOWN, 5))(
    'stays pending after %s and is never charged again',
    async (_name, isDone, fault) => {
      const person = await plantRegistration(world);
      await injectFault(world, { op: 'webhook', kind: 'drop', times: 'always' });
      await injectFault(world, { ...charge, ...fault });
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
        expect(await messageKindsOf(world, person.accountId)).toEqual(['order_paid']);
      } else {
        await pass(world, { minutes: 58 });
        await run();
        expect(await refusalOf(payWith(world, person))).toBe('PAYMENT_PENDING');
        expect(await countCalls(world, 'GET /charges')).toBeGreaterThan(0);
        await pass(world, { minutes: 32 });
        await run();
        const [order] = await ordersOf(world, person.accountId);
        expect(order).toMatchObject({ status: 'charging', payment: 'failed', reason: 'not_received' });
        expect(await messageKindsOf(world, person.accountId)).toEqual(['payment_failed']);
        expect(await payWith(world, person)).toMatchObject({ outcome: 'paid' });
        expect(await messageKindsOf(world, person.accountId)).toEqual(['order_paid', 'payment_failed']);
      }
      expect(await gatewayCharges(world, person.accountId)).toHaveLength(1);
    },
  );

  test('stays pending as long as the gateway cannot be read', async () => {
    const person = await plantRegistration(world);
    await injectFault(world, { ...charge, kind: 'timeout_before' });
    await withChargeTimeout(300, () => payWith(world, person));
    await injectFault(world, { op: 'GET /charges', kind: 'status', args: { status: 500 }, times: 'always' });
    for (const hours of [2, 20]) {
      await pass(world, { hours });
      await run();
      expect(await refusalOf(payWith(world, person))).toBe('PAYMENT_PENDING');
    }
    await clearFaults(world);
    await pass(world, { hours: 2 });
    await run();
    expect(await payWith(world, person)).toMatchObject({ outcome: 'paid' });
  });

  test('is settled when the delayed list of charges shows it', async () => {
    const person = await plantRegistration(world);
    await injectFault(world, { op: 'webhook', kind: 'drop', times: 'always' });
    await injectFault(world, { ...charge, kind: 'reset', args: { after: true } });
    await payWith(world, person);
    await injectFault(world, { op: 'GET /charges', kind: 'stale_read' });
    await pass(world, { seconds: 31 });
    await run();
    expect(await refusalOf(payWith(world, person))).toBe('PAYMENT_PENDING');
    await pass(world, { seconds: 31 });
    await run();
    expect(await statusOf(world, person.accountId)).toBe('active');
  });

  deepTest('is dated from the paid day when found six weeks later, and plans no past dates', async () => {
    await world.setNow(new Date('2026-12-01T10:00:00+07:00'));
    const person = await plantRegistration(world, { paymentDay: 15 });
    await injectFault(world, { op: 'webhook', kind: 'drop', times: 'always' });
    await injectFault(world, { ...charge, kind: 'reset', args: { after: true } });
    await injectFault(world, { op: 'GET /charges', kind: 'html_502', times: 'always' });
    await payWith(world, person);
    await runJobs();
    await world.setNow(new Date('2027-01-15T10:00:00+07:00'));
    await clearFaults(world);
    await run();
    expect((await ordersOf(world, person.accountId)).map((row) => [row.status, row.date])).toEqual([
      ['paid', '2026-12-01'],
      ['upcoming', '2027-02-15'],
      ['upcoming', '2027-03-15'],
      ['upcoming', '2027-04-15'],
    ]);
  });

  test('sends one mail in the morning when found at night', async () => {
    await world.setNow(new Date('2026-11-24T20:59:30+07:00'));
    const person = await plantRegistration(world);
    await injectFault(world, { op: 'webhook', kind: 'drop', times: 'always' });
    await injectFault(world, { ...charge, kind: 'timeout_after' });
    await injectFault(world, { op: 'GET /charges', kind: 'html_502', times: 'always' });
    await withChargeTimeout(300, () => payWith(world, person));
    await pass(world, { minutes: 5 });
    await run();
    await clearFaults(world);
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

describe('an unexpected response', () => {
  test('counts as a success despite an authorize URI', async () => {
    const person = await plantRegistration(world);
    await injectFault(world, { ...charge, kind: 'authorize_uri_on_success' });
    expect(await payWith(world, person)).toMatchObject({ outcome: 'paid' });
  });

  test('with another amount is not used: the charge is read again and decides', async () => {
    const person = await plantRegistration(world);
    await injectFault(world, { op: 'webhook', kind: 'drop', times: 'always' });
    await injectFault(world, { ...charge, kind: 'amount_mismatch' });
    expect(await payWith(world, person)).toEqual({ outcome: 'pending' });
    await pass(world, { seconds: 31 });
    await run();
    expect(await statusOf(world, person.accountId)).toBe('active');
  });

  test('with an unknown failure code is a decline, and a later success is kept', async () => {
    const person = await plantRegistration(world);
    await injectFault(world, { ...charge, kind: 'unknown_failure_code' });
    expect(await refusalOf(payWith(world, person))).toBe('CARD_DECLINED declined');
    await world.sandbox.settled();
    await runJobs();
    expect(await statusOf(world, person.accountId)).toBe('active');
    expect(await payWith(world, person)).toMatchObject({ outcome: 'paid' });
    expect(await gatewayCharges(world, person.accountId)).toHaveLength(1);
  });

  test('about a deleted customer means that the card cannot be used', async () => {
    const person = await plantRegistration(world);
    await injectFault(world, { ...charge, kind: 'customer_vanished' });
    expect(await refusalOf(payWith(world, person))).toBe('CARD_DECLINED no_card');
    expect(await payWith(world, person)).toMatchObject({ outcome: 'paid' });
  });

  test('with unknown fields or without optional ones is read normally', async () => {
    for (const kind of ['extra_fields', 'missing_optional']) {
      const person = await plantRegistration(world);
      await injectFault(world, { op: '*', kind, times: 4 });
      expect(await payWith(world, person)).toMatchObject({ outcome: 'paid' });
      await clearFaults(world);
    }
  });
});
