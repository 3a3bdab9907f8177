import { eq } from 'drizzle-orm';
import { afterEach, describe, expect, test } from 'vitest';
import { parseDay } from '@/domain/day';
import { setDelivery } from '@/server/subscriber/account/delivery';
import { settleAndGetRegistration } from '@/server/subscriber/account/queries';
import { accounts, auditEvents, messages, orders, refunds, sessions } from '@/server/db/schema';
import { confirmRefund } from '@/server/desk/acts/refund';
import { showTimeline } from '@/server/desk/acts/timeline';
import { confirmTransfer } from '@/server/desk/acts/confirm-transfer';
import { convertToCard } from '@/server/money/payment-method/convert-card';
import { payFirstOffline } from '@/server/money/checkout/first-payment-offline';
import { requestPaymentLink } from '@/server/money/payment-links/request-link';
import { bookTransfer } from '@/server/money/payment-links/book-transfer';
import { cancelSubscription } from '@/server/subscriber/plan/cancel';
import {
  eraseExpiredRegistration,
  expireRegistration,
  nextRegistrationExpiryAt,
} from '@/server/subscriber/account/expire-registrations';
import { transaction } from '@/server/db';
import { dismissStuck } from '@/server/desk/acts/dismiss';
import { reactivate } from '@/server/subscriber/plan/reactivate';
import { createCardToken } from '@/testing/cards';
import { expectInvariants } from '@/testing/invariants';
import { makeJobsDue, runJobs } from '@/testing/jobs';
import { linkOf, linksOf, listedTransfers, moneyOf, plantPending, transfer } from '@/testing/offline';
import { gatewayCharges, clearFaults, injectFault, withChargeTimeout } from '@/testing/providers';
import { createBrowser, DELIVERY, DECLINED_CARD, registerUpToPayment, registration } from '@/testing/browser';
import { forgetEverybody } from '@/testing/forget-everybody';
import {
  goTo,
  ordersOf,
  payWith,
  plantRegistration,
  refusalOf,
  statusOf,
  messageKindsOf,
} from '@/testing/subscribers';
import { withWorld } from '@/testing/with-world';
import { runBilling } from '../../work/jobs/run';

const world = withWorld();
afterEach(async () => {
  await clearFaults(world);
  await rest();
  await expectInvariants(world);
  await forgetEverybody(world);
  await goTo(world, '2026-11-20', '10:00');
});

const run = () => runBilling(world.ctx());

async function rest(): Promise<void> {
  await world.sandbox.settled();
  await runJobs();
}

test('a registration without a payment is kept until 24:00 of the seventh day, and not a minute longer', async () => {
  const { accountId } = await plantRegistration(world);
  await goTo(world, '2026-11-27', '23:59');
  await Promise.all([run(), run()]);
  expect(await statusOf(world, accountId)).toBe('awaiting_payment');
  await goTo(world, '2026-11-28', '00:00');
  await Promise.all([run(), run()]);
  expect(await world.db.select().from(accounts).where(eq(accounts.id, accountId))).toEqual([]);
  const [event] = await world.db.select().from(auditEvents).where(eq(auditEvents.subject, accountId));
  expect(event).toMatchObject({ what: 'registration.expired', actor: 'billing' });
});

test('the end of a registration is mailed in the morning to a verified e-mail only, which is then forgotten', async () => {
  const told = () => world.db.select().from(messages).where(eq(messages.kind, 'registration_expired'));
  await plantRegistration(world);
  const { accountId } = await plantRegistration(world);
  await transaction(world.db, (tx) =>
    tx.update(accounts).set({ emailVerifiedAt: world.now() }).where(eq(accounts.id, accountId)),
  );
  await goTo(world, '2026-11-28', '00:00');
  await run();
  expect(await told()).toMatchObject([
    { status: 'queued', toAddress: expect.stringContaining('@') as string },
  ]);
  await goTo(world, '2026-11-28', '08:00');
  await run();
  await runJobs();
  expect(await told()).toMatchObject([{ status: 'sent', toAddress: null, payload: {} }]);
});

test('an expired registration leaves no account, session, order or gateway customer, and its e-mail is free again', async () => {
  const { browser, email } = await registerUpToPayment(world);
  const [account] = await world.db.select().from(accounts).where(eq(accounts.email, email));
  const person = { accountId: account?.id ?? '' };
  expect(await refusalOf(payWith(world, person, DECLINED_CARD))).toBe('CARD_DECLINED declined');
  expect(world.sandbox.gateway.customers.size()).toBe(1);
  await rest();
  await goTo(world, '2026-11-28', '00:00');
  await run();
  await rest();
  expect(await world.db.select().from(orders)).toEqual([]);
  expect(await world.db.select().from(sessions)).toEqual([]);
  expect(world.sandbox.gateway.customers.size()).toBe(0);
  expect((await browser.get('/api/me')).status).toBe(401);
  browser.forgetSession();
  const again = await browser.post('/api/register', registration({ email }));
  expect(again.status).toBe(200);
  expect(await refusalOf(payWith(world, person))).toBe('NOT_ALLOWED');
});

test('a transfer for an expired registration is distinguished from one with an unknown reference', async () => {
  const { link } = await plantPending(world);
  for (const day of ['2026-11-28', '2026-12-01']) {
    await goTo(world, day, '00:00');
    await run();
  }
  const ctx = { ...world.ctx(), operator: 'operator:nok' };
  const told = confirmTransfer(ctx, {
    target: link.reference,
    amount: link.amount,
    paidOn: null,
    line: null,
  });
  expect(await told).toMatchObject({ status: 'unknown_reference' });
  await expect(showTimeline(ctx, `paid ${link.reference}, thanks`)).rejects.toThrow('expired on 2026-12-01');
  await expect(showTimeline(ctx, 'ABCD2345')).rejects.toThrow('There is no account or order');
});

describe('an expired registration whose bank-transfer link was shown', () => {
  test('is paid by a transfer of its last day that is imported two days later, and dated from that day', async () => {
    const person = await plantPending(world);
    await goTo(world, '2026-11-28', '00:00');
    await run();
    expect(await statusOf(world, person.accountId)).toBe('awaiting_payment');
    expect(await linksOf(world, person)).toEqual(['expired']);
    await goTo(world, '2026-11-29', '10:00');
    expect(await transfer(world, person, { paidOn: '2026-11-27' })).toMatchObject({ status: 'matched' });
    expect(await statusOf(world, person.accountId)).toBe('active');
    expect((await ordersOf(world, person.accountId)).map(({ status, date }) => [status, date])).toEqual([
      ['paid', '2026-11-27'],
      ['upcoming', '2026-12-31'],
      ['upcoming', '2027-01-31'],
      ['upcoming', '2027-02-28'],
    ]);
    expect(await messageKindsOf(world, person.accountId)).toContain('order_paid');
    await goTo(world, '2026-12-01', '00:00');
    await run();
    expect(await statusOf(world, person.accountId)).toBe('active');
  });

  test('cannot be changed or paid, lists a transfer of the day after for refund, and is deleted after three days', async () => {
    const person = await plantPending(world);
    const { accountId } = person;
    await goTo(world, '2026-11-28', '00:00');
    await run();
    expect(await nextRegistrationExpiryAt(world.ctx(), world.now())).toEqual(
      new Date('2026-12-01T00:00:00+07:00'),
    );
    const refused = [
      () => payWith(world, person),
      () => payFirstOffline(world.ctx(), accountId),
      () => requestPaymentLink(world.ctx(), accountId),
      async () => convertToCard(world.ctx(), accountId, { cardToken: await createCardToken(DECLINED_CARD) }),
      () => setDelivery(world.ctx(), accountId, DELIVERY),
    ];
    for (const attempt of refused) expect(await refusalOf(attempt())).toBe('NOT_ALLOWED');
    expect(await settleAndGetRegistration(world.ctx(), accountId)).toMatchObject({
      transferAwaitedUntil: '2026-11-30T17:00:00.000Z',
      payment: { status: 'expired', paymentUrl: null },
    });
    expect(await transfer(world, person, { paidOn: '2026-11-28' })).toMatchObject({ status: 'late' });
    expect(await moneyOf(world, person)).toEqual(['bank late manual']);
    await goTo(world, '2026-11-30', '23:59');
    await run();
    expect(await statusOf(world, accountId)).toBe('awaiting_payment');
    await goTo(world, '2026-12-01', '00:00');
    await Promise.all([run(), run()]);
    expect(await statusOf(world, accountId)).toBeUndefined();
  });

  test('ends when another registration takes its e-mail by a correction', async () => {
    const { browser, email } = await registerUpToPayment(world);
    await browser.post('/api/register/payment/offline');
    await goTo(world, '2026-11-29', '10:00');
    await run();
    const again = createBrowser(world);
    expect((await again.post('/api/register', registration())).status).toBe(200);
    const corrected = await again.post('/api/register/email-auth', { email, password: 'correct horse' });
    expect(corrected.status).toBe(200);
  });

  test('ends when its e-mail registers again; a transfer for its link is listed then', async () => {
    const { browser, email } = await registerUpToPayment(world);
    await browser.post('/api/register/payment/offline');
    const [before] = await world.db.select().from(accounts).where(eq(accounts.email, email));
    const link = await linkOf(world, { accountId: before?.id ?? '' });
    expect((await createBrowser(world).post('/api/register', registration({ email }))).status).toBe(409);
    await goTo(world, '2026-11-29', '10:00');
    await run();
    const again = await createBrowser(world).post('/api/register', registration({ email }));
    expect(again.status).toBe(200);
    const [after] = await world.db.select().from(accounts).where(eq(accounts.email, email));
    expect(after?.id).not.toBe(before?.id);
    expect(after?.postalCode).toBeNull();
    const late = {
      reference: link.reference,
      amount: link.amount,
      actor: 'statement',
      providerRef: 'line a',
    };
    expect(await bookTransfer(world.ctx(), { ...late, paidOn: parseDay('2026-11-26') })).toMatchObject({
      status: 'unknown_reference',
    });
    expect(await listedTransfers(world)).toEqual(['unknown_reference']);
    expect(await statusOf(world, after?.id ?? '')).toBe('awaiting_payment');
  });
});

describe('a registration that was cancelled during its first payment', () => {
  const cancelled = async () => {
    const person = await plantPending(world);
    await cancelSubscription(world.ctx(), person.accountId, { reason: 'other' });
    const [told] = await world.db.select().from(messages).where(eq(messages.kind, 'subscription_cancelled'));
    expect(told?.payload).toMatchObject({ erasedAfter: '2026-11-30' });
    return person;
  };
  const lapse = async () => {
    await goTo(world, '2026-12-01', '00:00');
    await run();
  };

  test('is deleted when its link would be, and its e-mail is free three days before', async () => {
    const [{ accountId }, other] = [await cancelled(), await cancelled()];
    await goTo(world, '2026-11-27', '23:59');
    await run();
    const [taken] = await world.db.select().from(accounts).where(eq(accounts.id, other.accountId));
    const register = () => createBrowser(world).post('/api/register', registration({ email: taken?.email }));
    expect((await register()).status).toBe(409);
    await goTo(world, '2026-11-28', '00:00');
    expect((await register()).status).toBe(200);
    await run();
    expect(await statusOf(world, accountId)).toBe('cancelled');
    expect(await nextRegistrationExpiryAt(world.ctx(), world.now())).toEqual(
      new Date('2026-12-01T00:00:00+07:00'),
    );
    await lapse();
    expect(await statusOf(world, accountId)).toBeUndefined();
  });

  test('stays while a manual refund is open, and permanently once its owner has returned', async () => {
    const [person, returned] = [await cancelled(), await cancelled()];
    await transfer(world, person, { paidOn: '2026-11-20' });
    expect(await moneyOf(world, person)).toEqual(['bank late manual']);
    await reactivate(world.ctx(), returned.accountId, { when: parseDay('2026-12-20'), frequency: 1 });
    await lapse();
    expect(await statusOf(world, person.accountId)).toBe('cancelled');
    const [refund] = await world.db.select().from(refunds);
    await confirmRefund({ ...world.ctx(), operator: 'operator:nok' }, refund?.id ?? '');
    await run();
    expect(await statusOf(world, person.accountId)).toBeUndefined();
    expect(await statusOf(world, returned.accountId)).toBe('active');
  });
});

test('an unavailable gateway keeps the customer until it is available', async () => {
  const person = await plantRegistration(world);
  await refusalOf(payWith(world, person, DECLINED_CARD));
  await rest();
  await goTo(world, '2026-11-28', '00:00');
  await injectFault(world, { op: 'DELETE /customers/{id}', kind: 'status', args: { status: 503 } });
  await run();
  await rest();
  expect(world.sandbox.gateway.customers.size()).toBe(1);
  const repeatNow = async () => {
    await makeJobsDue();
    await rest();
    return world.sandbox.gateway.customers.size();
  };
  await expect.poll(repeatNow, { timeout: 20_000 }).toBe(0);
});

test('a registration waits while the outcome of a charge is unknown, and is deleted after a decline', async () => {
  const person = await plantRegistration(world);
  await goTo(world, '2026-11-27', '23:30');
  await injectFault(world, { op: 'POST /charges', kind: 'timeout_before' });
  await withChargeTimeout(300, () => payWith(world, person));
  await goTo(world, '2026-11-28', '00:00');
  await run();
  expect(await statusOf(world, person.accountId)).toBe('awaiting_payment');
  // A job that found the registration due before the payment must not delete it either.
  await expireRegistration(world.ctx(), person.subscriptionId);
  expect(await statusOf(world, person.accountId)).toBe('awaiting_payment');
  await goTo(world, '2026-11-28', '02:00');
  await run();
  await run();
  expect(await statusOf(world, person.accountId)).toBeUndefined();
});

test('a registration waits while the outcome of a charge is unknown, and stays after a success', async () => {
  const person = await plantRegistration(world);
  await goTo(world, '2026-11-27', '23:59');
  await injectFault(world, { op: 'webhook', kind: 'drop', times: 'always' });
  await injectFault(world, { op: 'POST /charges', kind: 'timeout_after' });
  await injectFault(world, { op: 'GET /charges', kind: 'status', args: { status: 500 }, times: 'always' });
  await withChargeTimeout(300, () => payWith(world, person));
  for (const day of ['2026-11-28', '2026-11-29', '2026-12-10']) {
    await goTo(world, day, '00:00');
    await run();
    expect(await statusOf(world, person.accountId)).toBe('awaiting_payment');
  }
  await clearFaults(world);
  await goTo(world, '2026-12-10', '02:00');
  await run();
  expect(await statusOf(world, person.accountId)).toBe('active');
});

test('the next expiry is found behind a registration that waits past its own', async () => {
  const waiting = await plantRegistration(world);
  await injectFault(world, { op: 'POST /charges', kind: 'timeout_before' });
  await withChargeTimeout(300, () => payWith(world, waiting));
  await injectFault(world, { op: 'GET /charges', kind: 'status', args: { status: 500 }, times: 'always' });
  await goTo(world, '2026-11-25', '10:00');
  await plantRegistration(world);
  await goTo(world, '2026-11-29', '10:00');
  await run();
  expect(await statusOf(world, waiting.accountId)).toBe('awaiting_payment');
  expect(await nextRegistrationExpiryAt(world.ctx(), world.now())).toEqual(
    new Date('2026-12-03T00:00:00+07:00'),
  );
  await clearFaults(world);
  await run();
  await goTo(world, '2026-11-29', '12:00');
  await run();
  await run();
});

test('a payment at the instant of expiry either comes too late without a charge, or is kept with the registration', async () => {
  const people = await Promise.all(Array.from({ length: 12 }, () => plantRegistration(world)));
  await goTo(world, '2026-11-28', '00:00');
  await Promise.allSettled([
    ...people.slice(0, 6).map((person) => payWith(world, person)),
    run(),
    ...people.slice(6).map((person) => payWith(world, person)),
    run(),
  ]);
  await rest();
  const charged = new Set((await gatewayCharges(world)).map((charge) => charge.metadata.accountId));
  for (const { accountId } of people) {
    expect(await statusOf(world, accountId)).toBe(charged.has(accountId) ? 'active' : undefined);
  }
});

describe('a registration that a transfer may concern which is not booked', () => {
  const stays = async ({ accountId }: { accountId: string }) =>
    (await world.db.select().from(accounts).where(eq(accounts.id, accountId))).length === 1;

  /** Returns a registration whose transfer in time has one wrong character and another amount. It would end on 1 December. */
  async function withTransfer() {
    const person = await plantPending(world);
    await goTo(world, '2026-11-25', '10:00');
    const { reference, amount } = person.link;
    const mistyped = `${reference.slice(0, -1)}${reference.endsWith('X') ? 'Y' : 'X'}`;
    const { transferId } = await transfer(world, person, { reference: mistyped, amount: amount - 1_000 });
    await goTo(world, '2026-12-01', '00:00');
    await Promise.all([run(), run()]);
    expect(await statusOf(world, person.accountId)).toBe('awaiting_payment');
    expect(await linksOf(world, person)).toEqual(['open']);
    return { ...person, transferId };
  }

  test('does not end while staff can decide, for 30 days', async () => {
    const person = await withTransfer();
    const until = new Date('2026-12-25T10:00:00+07:00');
    expect((await nextRegistrationExpiryAt(world.ctx(), world.now()))?.getTime()).toBeGreaterThanOrEqual(
      +until,
    );
    await goTo(world, '2026-12-25', '09:59');
    await run();
    expect(await stays(person)).toBe(true);
    await goTo(world, '2026-12-25', '10:01');
    await run();
    expect(await stays(person)).toBe(false);
  });

  test('ends with the next run after staff decided', async () => {
    const person = await withTransfer();
    await dismissStuck(
      { ...world.ctx(), operator: 'operator' },
      { id: person.transferId, why: 'given back' },
    );
    await run();
    expect(await stays(person)).toBe(false);
  });

  test('ends with a new registration of its e-mail', async () => {
    const person = await withTransfer();
    await transaction(world.db, (tx) => eraseExpiredRegistration(tx, world.now(), person.email));
    expect(await stays(person)).toBe(false);
  });
});
