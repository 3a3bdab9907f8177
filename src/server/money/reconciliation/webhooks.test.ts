import { createHmac } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { afterEach, describe, expect, test } from 'vitest';
import { settings } from '@/settings/settings';
import { runBilling } from '@/server/work/jobs/run';
import { transaction } from '@/server/db';
import { moneyReceived, providerEvents, refunds } from '@/server/db/schema';
import { createCharge } from '@/server/gateways/omise/charges';
import { openFirstAttempt, saveCard, stateOf } from '@/testing/attempts';
import { createCardToken } from '@/testing/cards';
import { expectInvariants } from '@/testing/invariants';
import { runJobs } from '@/testing/jobs';
import {
  actOnCharge,
  countCalls,
  flushWebhooks,
  gatewayCharges,
  clearFaults,
  injectFault,
  withChargeTimeout,
} from '@/testing/providers';
import { GOOD_CARD } from '@/testing/browser';
import { forgetEverybody } from '@/testing/forget-everybody';
import { goTo, pass, payWith, plantRegistration, statusOf, messageKindsOf } from '@/testing/subscribers';
import { withWorld } from '@/testing/with-world';
import { settleAttempt } from '../settlement/settle';
import { isSignedByOmise, settleEvent } from './webhooks';

const world = withWorld();
afterEach(async () => {
  await clearFaults(world);
  await runJobs();
  await expectInvariants(world);
  await forgetEverybody(world);
  await goTo(world, '2026-11-20', '10:00');
});

const SECRET = 'c29mdC1jb3R0b24td2ViaG9vay1zZWNyZXQtMDAwMDAx';
const OTHER = 'YW5vdGhlci1zZWNyZXQtYW5vdGhlci1zZWNyZXQ=';
const sign = (secret: string, timestamp: string, body: string) =>
  createHmac('sha256', Buffer.from(secret, 'base64')).update(`${timestamp}.${body}`).digest('hex');

/** Posts an event as the gateway does, with the given faults. */
async function post(
  event: unknown,
  over: { secret?: string; age?: number; signature?: string | null; sent?: string } = {},
) {
  const body = typeof event === 'string' ? event : JSON.stringify(event);
  const timestamp = String(Math.floor(world.now().getTime() / 1000) - (over.age ?? 0));
  const signature =
    over.signature === undefined ? sign(over.secret ?? SECRET, timestamp, body) : over.signature;
  const response = await world.request('POST', '/api/webhooks/omise', over.sent ?? body, {
    'omise-signature-timestamp': timestamp,
    ...(signature === null ? {} : { 'omise-signature': signature }),
  });
  return response.status;
}

let events = 0;
const eventOf = (chargeId: string, over: Record<string, unknown> = {}) => ({
  object: 'event',
  id: `evnt_test_${(events += 1)}`,
  key: 'charge.complete',
  data: { object: 'charge', id: chargeId, status: 'successful' },
  ...over,
});
const stored = () => world.db.select().from(providerEvents);

describe('a signature', () => {
  test("verifies the gateway's own example", () => {
    const body = '{"object":"event","key":"charge.complete"}';
    const signature = '9a9be989717fc916a7040b2672171aa620a1809fdef7d41453cd768776ec5448';
    const at = new Date(1767225600_000);
    expect(isSignedByOmise(body, signature, '1767225600', [SECRET], at)).toBe(true);
    expect(isSignedByOmise(`${body} `, signature, '1767225600', [SECRET], at)).toBe(false);
    expect(isSignedByOmise(body, signature, '1767225601', [SECRET], at)).toBe(false);
  });

  test.each<[string, Parameters<typeof post>[1], number]>([
    ['right', {}, 200],
    ['right and nearly five minutes old', { age: 299 }, 200],
    ['right and more than five minutes old', { age: 302 }, 401],
    ['of the future', { age: -400 }, 401],
    ['under another secret', { secret: OTHER }, 401],
    ['missing', { signature: null }, 401],
    ['not hex', { signature: 'zz' }, 401],
    ['empty', { signature: '' }, 401],
    ['over another body', { sent: JSON.stringify(eventOf('chrg_test_other')) }, 401],
  ])('that is %s', async (_name, over, status) => {
    const before = await stored();
    expect(await post(eventOf('chrg_test_nobody'), over)).toBe(status);
    expect(await stored()).toHaveLength(before.length + (status === 200 ? 1 : 0));
  });

  test.each([
    ['with a byte order mark', () => `\uFEFF${JSON.stringify(eventOf('chrg_test_bom'))}`],
    [
      'about an object without an id',
      () => eventOf('', { key: 'balance.update', data: { object: 'balance' } }),
    ],
  ])('of an event %s is accepted, and the event stored and settled', async (_what, make) => {
    const before = await stored();
    expect(await post(make())).toBe(200);
    await runJobs();
    const rows = await stored();
    expect(rows).toHaveLength(before.length + 1);
    expect(rows.every(({ settledAt }) => settledAt !== null)).toBe(true);
  });

  test('of either secret is accepted during a rotation, and one of two signatures is enough', async () => {
    const current = settings();
    const before = current.OMISE_WEBHOOK_SECRET;
    current.OMISE_WEBHOOK_SECRET = [SECRET, OTHER];
    expect(await post(eventOf('chrg_test_a'), { secret: OTHER })).toBe(200);
    expect(await post(eventOf('chrg_test_b'), { secret: SECRET })).toBe(200);
    current.OMISE_WEBHOOK_SECRET = before;
    const body = JSON.stringify(eventOf('chrg_test_c'));
    const timestamp = String(Math.floor(world.now().getTime() / 1000));
    const two = `${sign(OTHER, timestamp, body)}, ${sign(SECRET, timestamp, body)}`;
    expect(await post(body, { signature: two })).toBe(200);
  });

  test('does not make a malformed body an event', async () => {
    expect(await post('not json')).toBe(400);
    expect(await post({ object: 'charge', id: 'chrg_test_1' })).toBe(400);
    expect(await post(eventOf('chrg_test_\u0000'))).toBe(400);
    expect(await stored()).toEqual([]);
  });
});

describe('an event', () => {
  test('received twenty times at once is stored, settled and notified once', async () => {
    const person = await plantRegistration(world);
    await injectFault(world, { op: 'webhook', kind: 'delay', times: 'always' });
    await injectFault(world, { op: 'POST /charges', kind: 'timeout_after' });
    await withChargeTimeout(300, () => payWith(world, person));
    const [charge] = await gatewayCharges(world, person.accountId);
    const event = eventOf(charge?.id ?? '');
    const statuses = await Promise.all(Array.from({ length: 20 }, () => post(event)));
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(await stored()).toHaveLength(1);
    await Promise.all([runJobs(), ...Array.from({ length: 5 }, () => settleEvent(world.ctx(), event.id))]);
    expect(await statusOf(world, person.accountId)).toBe('active');
    expect(await messageKindsOf(world, person.accountId)).toEqual(['order_paid']);
  });

  test('whose job used up its tries is settled by the billing run, which removes the job', async () => {
    const person = await plantRegistration(world);
    await injectFault(world, { op: 'webhook', kind: 'drop', times: 'always' });
    await payWith(world, person);
    const [charge] = await gatewayCharges(world, person.accountId);
    await post(eventOf(charge?.id ?? ''));
    await transaction(world.db, (tx) =>
      tx.execute(
        sql`update graphile_worker._private_jobs set attempts = max_attempts where key like 'event:%'`,
      ),
    );
    await pass(world, { seconds: 61 });
    await runBilling(world.ctx());
    const [event] = await stored();
    expect(event?.settledAt).not.toBeNull();
    const left = sql`select 1 from graphile_worker._private_jobs where key like 'event:%'`;
    expect(await world.db.execute(left)).toHaveLength(0);
  });

  test('received before the response to our call is settled once', async () => {
    const person = await plantRegistration(world);
    expect(await payWith(world, person, { ...GOOD_CARD, name: 'FAKE WEBHOOK FIRST' })).toMatchObject({
      outcome: 'paid',
    });
    await runJobs();
    expect(await messageKindsOf(world, person.accountId)).toEqual(['order_paid']);
  });

  test('settled before the response to our call leaves the order paid', async () => {
    const open = await openFirstAttempt(world);
    await injectFault(world, { op: 'webhook', kind: 'before_response', times: 'always' });
    await saveCard(world, open.accountId, await createCardToken(GOOD_CARD));
    const [customer] = [...world.sandbox.gateway.customers.values()];
    const answer = await createCharge({
      attemptId: open.attemptId,
      orderId: open.orderId,
      accountId: open.accountId,
      amount: 37525,
      customerId: customer?.id ?? '',
      cardId: customer?.cards[0]?.id ?? '',
      returnUri: 'http://localhost:3999/',
      initiator: 'customer',
    });
    await runJobs();
    expect(await stateOf(world, open)).toMatchObject({ order: 'paid' });
    expect(await settleAttempt(world.ctx(), open.attemptId, answer)).toMatchObject({
      settlement: 'ignore',
      orderStatus: 'paid',
    });
  });

  test('is not trusted: the state of the charge decides', async () => {
    const person = await plantRegistration(world);
    await payWith(world, person, { ...GOOD_CARD, name: 'FAKE 3DS' });
    const [charge] = await gatewayCharges(world, person.accountId);
    await post(
      eventOf(charge?.id ?? '', {
        data: { object: 'charge', id: charge?.id, status: 'successful', paid: true },
      }),
    );
    await runJobs();
    expect(await statusOf(world, person.accountId)).toBe('awaiting_payment');
  });

  test('out of order never takes a payment back', async () => {
    const person = await plantRegistration(world);
    await injectFault(world, { op: 'charge.create', kind: 'delay' });
    await payWith(world, person);
    await world.sandbox.settled();
    await runJobs();
    await flushWebhooks(world, { duplicate: true });
    await runJobs();
    expect(await statusOf(world, person.accountId)).toBe('active');
    expect(await messageKindsOf(world, person.accountId)).toEqual(['order_paid']);
  });

  test('about a charge unknown to the gateway is marked as settled', async () => {
    await post(eventOf('chrg_test_unknown'));
    await runJobs();
    expect(await stored()).toMatchObject([
      { subject: 'chrg_test_unknown', settledAt: expect.any(Date) as Date },
    ]);
  });

  test('is kept while the gateway cannot be read and settled later', async () => {
    const person = await plantRegistration(world);
    await payWith(world, person, { ...GOOD_CARD, name: 'FAKE 3DS' });
    const [charge] = await gatewayCharges(world, person.accountId);
    await injectFault(world, {
      op: 'GET /charges/{id}',
      kind: 'status',
      args: { status: 503 },
      times: 'always',
    });
    await actOnCharge(world, charge?.id ?? '', 'approve');
    await world.sandbox.settled();
    await runJobs();
    expect((await stored()).filter((event) => event.settledAt === null)).not.toEqual([]);
    await clearFaults(world);
    await pass(world, { minutes: 2 });
    await runBilling(world.ctx());
    expect((await stored()).filter((event) => event.settledAt === null)).toEqual([]);
    expect(await statusOf(world, person.accountId)).toBe('active');
  });
});

describe('an unexpected payment', () => {
  test('of a charge made by hand at the gateway is recorded and listed for the operator', async () => {
    const person = await plantRegistration(world);
    await payWith(world, person);
    const { OMISE_API_URL, OMISE_SECRET_KEY } = settings();
    const [customer] = [...world.sandbox.gateway.customers.values()];
    await fetch(`${OMISE_API_URL}/charges`, {
      method: 'POST',
      headers: {
        authorization: `Basic ${Buffer.from(`${OMISE_SECRET_KEY[0]}:`).toString('base64')}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({
        amount: 5000,
        currency: 'thb',
        customer: customer?.id,
        return_uri: 'http://x.test/',
      }),
    });
    await world.sandbox.settled();
    await runJobs();
    const orphans = await world.db.select().from(moneyReceived).where(eq(moneyReceived.verdict, 'orphan'));
    expect(orphans).toMatchObject([{ amount: 5000, orderId: null, attemptId: null }]);
    expect(await world.db.select().from(refunds)).toEqual([]);
  });

  test('of an erased registration is refunded once', async () => {
    const person = await plantRegistration(world);
    await injectFault(world, { op: 'webhook', kind: 'drop', times: 'always' });
    await payWith(world, person, { ...GOOD_CARD, name: 'FAKE 3DS' });
    const [charge] = await gatewayCharges(world, person.accountId);
    await runJobs();
    for (const day of ['2026-11-21', '2026-11-22', '2026-11-28']) {
      await goTo(world, day, '12:00');
      await runBilling(world.ctx());
      await runJobs();
    }
    expect(await statusOf(world, person.accountId)).toBeUndefined();
    await clearFaults(world);
    await injectFault(world, { op: 'webhook', kind: 'duplicate', args: { count: 5 }, times: 'always' });
    await actOnCharge(world, charge?.id ?? '', 'approve', true);
    await world.sandbox.settled();
    await runJobs();
    await Promise.all([runBilling(world.ctx()), runBilling(world.ctx())]);
    expect(await gatewayCharges(world)).toMatchObject([
      { status: 'successful', refunds: [{ amount: 37525 }] },
    ]);
    expect(await countCalls(world, 'POST /charges/{id}/refunds')).toBe(1);
  });
});
