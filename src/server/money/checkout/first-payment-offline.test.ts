import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { settings } from '@/settings/settings';
import { setDelivery } from '@/server/subscriber/account/delivery';
import { settleAndGetRegistration } from '@/server/subscriber/account/queries';
import { runBilling } from '@/server/work/jobs/run';
import { transaction } from '@/server/db';
import { accounts, discountCodes, messages, subscriptions } from '@/server/db/schema';
import { TOTAL } from '@/testing/attempts';
import { createCardToken } from '@/testing/cards';
import { linkOf, linksOf, moneyOf, openQr, plantPending, scan, transfer } from '@/testing/offline';
import {
  actOnCharge,
  gatewayCharges,
  clearFaults,
  setGateway,
  injectFault,
  withGatewayUnreachable,
} from '@/testing/providers';
import { DELIVERY, GOOD_CARD, DECLINED_CARD, createBrowser, registerUpToPayment } from '@/testing/browser';
import {
  attemptsOf,
  goTo,
  ordersOf,
  payWith,
  plantRegistration,
  plantSubscriber,
  refusalOf,
  statusOf,
  messageKindsOf,
} from '@/testing/subscribers';
import { withWorld } from '@/testing/with-world';
import { convertToCard } from '../payment-method/convert-card';
import { payFirstOffline } from './first-payment-offline';

const world = withWorld({ cleanup: 'check' });

const payOffline = (accountId: string) => payFirstOffline(world.ctx(), accountId);

describe('payFirstOffline', () => {
  test('returns a link that is valid until the registration expires, with the bank account, and charges nothing', async () => {
    const person = await plantRegistration(world);
    const answer = await payOffline(person.accountId);
    const link = await linkOf(world, person);
    expect(answer).toEqual({
      status: 'pending',
      orderId: link.orderId,
      orderNumber: (await ordersOf(world, person.accountId))[0]?.orderNumber,
      amount: TOTAL,
      paymentUrl: `http://localhost:3999/pay/${link.token}`,
      expiresAt: '2026-11-27T17:00:00.000Z',
      bankDetails: {
        accountName: settings().BANK_ACCOUNT_NAME,
        bank: settings().BANK_NAME,
        accountNumber: settings().BANK_ACCOUNT_NUMBER,
        reference: link.reference,
      },
    });
    expect(link.token.length).toBeGreaterThanOrEqual(22);
    expect(await statusOf(world, person.accountId)).toBe('awaiting_payment');
    expect(await ordersOf(world, person.accountId)).toMatchObject([
      { status: 'awaiting_payment', payment: 'pending' },
    ]);
    expect(await messageKindsOf(world, person.accountId)).toEqual(['payment_link']);
    const [message] = await world.db.select().from(messages).where(eq(messages.accountId, person.accountId));
    expect(message?.payload).toMatchObject({ ends: 'registration' });
    expect(await gatewayCharges(world)).toEqual([]);
  });

  test('returns a link with the same expiry when called days after the registration began', async () => {
    const { accountId } = await plantRegistration(world);
    await goTo(world, '2026-11-25', '10:00');
    const { expiresAt } = await settleAndGetRegistration(world.ctx(), accountId);
    expect(expiresAt).toBe('2026-11-27T17:00:00.000Z');
    expect(await payOffline(accountId)).toMatchObject({ expiresAt: expiresAt });
  });

  test('makes one link and sends one message for sixteen concurrent calls', async () => {
    const { accountId } = await plantRegistration(world);
    const answers = await Promise.all(Array.from({ length: 16 }, () => payOffline(accountId)));
    expect(new Set(answers.map((answer) => answer.paymentUrl)).size).toBe(1);
    expect(await linksOf(world, { accountId })).toEqual(['open']);
    expect(await messageKindsOf(world, accountId)).toEqual(['payment_link']);
  });

  test('is refused if the setting is off, if the address is missing, and after a card payment', async () => {
    const person = await plantRegistration(world);
    settings().OFFLINE_REGISTRATION = false;
    expect(await refusalOf(payOffline(person.accountId))).toBe('OFFLINE_DISABLED');
    settings().OFFLINE_REGISTRATION = true;
    await transaction(world.db, (tx) =>
      tx.update(accounts).set({ address: null, postalCode: null }).where(eq(accounts.id, person.accountId)),
    );
    expect(await refusalOf(payOffline(person.accountId))).toBe('STEP_MISSING');
    const subscriber = await plantSubscriber(world);
    expect(await refusalOf(payOffline(subscriber.accountId))).toBe('NOT_ALLOWED');
  });

  test('refuses an invalid code with the new totals, and accepts the next call with these totals', async () => {
    await transaction(world.db, (tx) =>
      tx
        .insert(discountCodes)
        .values({ code: 'GONE', kind: 'amount', value: 5000, validFrom: world.now(), validTo: world.now() }),
    );
    const { accountId } = await plantRegistration(world, { code: 'GONE' });
    const refused = await payOffline(accountId).catch((error: unknown) => error);
    expect(refused).toMatchObject({
      code: 'CODE_INVALID',
      otherKind: 'conflict',
      details: { data: { totals: { total: TOTAL } } },
    });
    expect(await linksOf(world, { accountId })).toEqual([]);
    expect(await payOffline(accountId)).toMatchObject({ amount: TOTAL });
  });

  test('marks an order of zero as paid at once, without a link, and returns the same result again', async () => {
    await transaction(world.db, (tx) =>
      tx.insert(discountCodes).values({ code: 'FREE', kind: 'percent', value: 100, validFrom: world.now() }),
    );
    const { accountId } = await plantRegistration(world, { code: 'FREE' });
    const answer = { status: 'success', amount: 0, paymentUrl: null, expiresAt: null, bankDetails: null };
    expect(await payOffline(accountId)).toMatchObject(answer);
    expect(await payOffline(accountId)).toMatchObject(answer);
    expect(await statusOf(world, accountId)).toBe('active');
    expect(await linksOf(world, { accountId })).toEqual([]);
  });

  test('opens a link after a declined card', async () => {
    const person = await plantRegistration(world);
    expect(await refusalOf(payWith(world, person, DECLINED_CARD))).toBe('CARD_DECLINED declined');
    await payOffline(person.accountId);
    expect(await ordersOf(world, person.accountId)).toMatchObject([{ status: 'awaiting_payment' }]);
  });

  test('closes an open 3-D Secure challenge first', async () => {
    await setGateway(world, { threeDS: 'always' });
    const person = await plantRegistration(world);
    expect(await payWith(world, person)).toMatchObject({ outcome: 'action_required' });
    expect(await payOffline(person.accountId)).toMatchObject({ status: 'pending' });
    expect((await attemptsOf(world, person.accountId)).map(({ status }) => status)).toEqual(['expired']);
    expect(await gatewayCharges(world)).toMatchObject([{ status: 'expired' }]);
  });

  test('works while the gateway is unreachable, because a bank transfer does not need it', async () => {
    const { accountId } = await plantRegistration(world);
    expect(await withGatewayUnreachable(() => payOffline(accountId))).toMatchObject({ status: 'pending' });
  });
});

describe('a registration with an open payment link', () => {
  test('becomes active from the day of the payment, and sends one message', async () => {
    const person = await plantPending(world);
    await goTo(world, '2026-11-23', '10:00');
    await scan(world, await openQr(world, person));
    expect(await statusOf(world, person.accountId)).toBe('active');
    expect((await ordersOf(world, person.accountId)).map(({ date }) => date)).toEqual([
      '2026-11-23',
      '2026-12-31',
      '2027-01-31',
      '2027-02-28',
    ]);
    expect(await linksOf(world, person)).toEqual(['paid']);
    expect(await moneyOf(world, person)).toEqual(['omise kept']);
    expect(await messageKindsOf(world, person.accountId)).toEqual(['order_paid', 'payment_link']);
    expect(await payOffline(person.accountId)).toMatchObject({ status: 'success', amount: TOTAL });
  });

  test('refuses changes of the box except its details, and a card payment voids the link', async () => {
    const person = await plantPending(world);
    const charge = await openQr(world, person);
    const deliver = () => setDelivery(world.ctx(), person.accountId, DELIVERY);
    expect(await refusalOf(deliver())).toBe('PAYMENT_PENDING');
    const switched = await convertToCard(world.ctx(), person.accountId, {
      cardToken: await createCardToken(GOOD_CARD),
    });
    expect(switched).toMatchObject({
      paymentMethod: 'card',
      charge: { outcome: 'paid' },
      pendingPayment: null,
    });
    expect(await linksOf(world, person)).toEqual(['void']);
    await setGateway(world, { promptpayRefundable: true });
    await scan(world, charge);
    expect(await moneyOf(world, person)).toEqual(['omise duplicate succeeded', 'omise kept']);
  });

  test('has its link voided by a card at the last step before the outcome of the charge is known', async () => {
    const person = await plantPending(world);
    await injectFault(world, { op: 'webhook', kind: 'drop', times: 'always' });
    await injectFault(world, { op: 'POST /charges', kind: 'reset', args: { after: true } });
    expect(await payWith(world, person)).toMatchObject({ outcome: 'pending' });
    expect(await linksOf(world, person)).toEqual(['void']);
  });

  test('changes the method to card even if the card is declined, and can get another link', async () => {
    const person = await plantPending(world);
    const cardToken = await createCardToken(DECLINED_CARD);
    expect(await convertToCard(world.ctx(), person.accountId, { cardToken })).toMatchObject({
      paymentMethod: 'card',
      charge: { outcome: 'declined', reason: 'declined' },
    });
    expect(await payOffline(person.accountId)).toMatchObject({ status: 'pending' });
    expect(await linksOf(world, person)).toEqual(['void', 'open']);
  });

  test('expires together with its link, is erased three days later, and waits for an open QR code', async () => {
    const person = await plantPending(world);
    await goTo(world, '2026-11-27', '23:00');
    await openQr(world, person);
    await goTo(world, '2026-11-28', '00:00');
    await runBilling(world.ctx());
    expect(await linksOf(world, person)).toEqual(['expired']);
    await goTo(world, '2026-12-01', '00:00');
    await runBilling(world.ctx());
    expect(await statusOf(world, person.accountId)).toBeUndefined();
    expect(await transfer(world, person).catch((error: Error) => error.message)).toBe('no link was made');
  });

  test('becomes active if it was paid before its expiry, although the payment is found after it', async () => {
    const person = await plantPending(world);
    await goTo(world, '2026-11-27', '23:50');
    const charge = await openQr(world, person);
    await world.sandbox.settled();
    await injectFault(world, { op: 'webhook', kind: 'drop', times: 'always' });
    await actOnCharge(world, charge.id, 'pay');
    await injectFault(world, {
      op: 'GET /charges/{id}',
      kind: 'status',
      times: 'always',
      args: { status: 503 },
    });
    await goTo(world, '2026-11-28', '00:01');
    await runBilling(world.ctx());
    expect(await statusOf(world, person.accountId)).toBe('awaiting_payment');
    await clearFaults(world);
    await goTo(world, '2026-11-28', '00:10');
    await runBilling(world.ctx());
    expect(await statusOf(world, person.accountId)).toBe('active');
  });
});

test('registers over the preserved REST path: returns the same pending link twice, then active once it is paid', async () => {
  const { browser } = await registerUpToPayment(world);
  const first = await browser.post('/api/register/payment/offline');
  expect(first).toMatchObject({ status: 200, body: { data: { status: 'pending', amount: TOTAL } } });
  expect((await browser.post('/api/register/payment/offline')).body.data).toEqual(first.body.data);
  const me = await browser.get('/api/me');
  expect(me.body.data).toMatchObject({
    subscription: { status: 'awaiting_payment', registering: true, paymentMethod: 'offline' },
    pendingPayment: { method: 'offline', status: 'pending', paymentUrl: first.body.data.paymentUrl },
  });
  const again = await browser.post('/api/register/delivery', DELIVERY);
  expect(again).toMatchObject({ status: 409, body: { code: 'PAYMENT_PENDING' } });
  const [subscription] = await world.db.select().from(subscriptions);
  await transfer(world, { accountId: subscription?.accountId ?? '' });
  expect((await browser.get('/api/me')).body.data).toMatchObject({
    subscription: { status: 'active', registering: false },
    pendingPayment: null,
  });
  expect((await createBrowser(world).post('/api/register/payment/offline')).status).toBe(401);
});
