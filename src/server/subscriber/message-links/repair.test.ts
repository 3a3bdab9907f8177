import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { PAY_APPS } from '@/domain/pay-app';
import { transaction } from '@/server/db';
import { cards, chargeAttempts, orderLinks, orders } from '@/server/db/schema';
import { chargeDuePayment } from '@/server/money/charging/claim-due';
import { runBilling } from '@/server/work/jobs/run';
import { cancelSubscription } from '@/server/subscriber/plan/cancel';
import { deepTest } from '@/testing/deep';
import { createCardToken } from '@/testing/cards';
import { moneyOf, newestQr, scan } from '@/testing/offline';
import { actOnCharge, gatewayCharges, injectFault, setGateway } from '@/testing/providers';
import { queriesOf } from '@/testing/queries';
import { plantFailed, repairTokensOf, RETRY_DATES, runDeclined, type Failed } from '@/testing/repair-links';
import {
  attemptsOf,
  goTo,
  holdFreeProduct,
  messageKindsOf,
  ordersOf,
  pass,
  plantSubscriber,
  pointsOf,
  refusalOf,
  statusOf,
} from '@/testing/subscribers';
import { settleDown, withWorld } from '@/testing/with-world';
import { giveUpOrder } from './give-up';
import { doOneTap, showOneTap } from './one-tap';
import { repairByCard } from './repair-by-card';
import { repairByQr } from './repair-by-qr';
import { showRepair } from './repair-page';

const world = withWorld({ cleanup: 'check' });
const ADDRESS = '203.0.113.9';
const TOTAL = 37525;
const OTHER = { number: '5555555555554444' };
const NO_MONEY = { number: '4111111111140011' };

const byQr = (token: string) => repairByQr(world.ctx(), token, { expectedTotal: TOTAL, address: ADDRESS });
const byCard = async (token: string, card = OTHER, { save = false, readerId = '' } = {}) =>
  repairByCard({ ...world.ctx(), readerId }, token, {
    cardToken: await createCardToken(card),
    save,
    expectedTotal: TOTAL,
  });
const giveUp = (token: string) => giveUpOrder(world.ctx(), token, ADDRESS);
const orderOf = async ({ accountId, orderId }: Failed) =>
  (await ordersOf(world, accountId)).find(({ id }) => id === orderId);

const payQr = async (failed: Failed) => scan(world, await newestQr(world, failed));

describe('the page of a repair link', () => {
  test('shows amount, date and next retry of the order, and nothing else', async () => {
    const { token } = await plantFailed(world);
    expect(await showRepair(world.ctx(), token)).toEqual({
      state: 'retrying',
      orderNumber: expect.any(Number) as number,
      amount: TOTAL,
      paymentDate: '2026-12-31',
      paidOn: null,
      nextTryOn: '2027-01-01',
      endsOn: null,
      qr: null,
      app: null,
      apps: PAY_APPS,
      authorizeUri: null,
      reason: 'insufficient_fund',
      nextDate: '2027-01-31',
      sameCard: true,
      bankAccount: true,
      canSave: false,
    });
  });

  test('stores only hashes of its tokens, which are long, and refuses an unknown token', async () => {
    const { token, orderId } = await plantFailed(world);
    expect(token).toMatch(/^[\w-]{32}$/);
    const rows = await world.db.select().from(orderLinks).where(eq(orderLinks.orderId, orderId));
    expect(JSON.stringify(rows)).not.toContain(token);
    for (const wrong of ['none', token.slice(1), `${token}x`]) {
      expect(await refusalOf(showRepair(world.ctx(), wrong))).toBe('NOT_FOUND');
      expect(await refusalOf(byQr(wrong))).toBe('NOT_FOUND');
      expect(await refusalOf(byCard(wrong))).toBe('NOT_FOUND');
      expect(await refusalOf(giveUp(wrong))).toBe('NOT_FOUND');
    }
  });
});

describe('a QR code of a repair link', () => {
  test('pays the order, and the card stays the payment method', async () => {
    const failed = await plantFailed(world);
    const { qr } = await byQr(failed.token);
    expect(qr?.endsAt).toMatch(/^2026-12-31T02:30:\d\d\.000Z$/);
    await payQr(failed);
    expect((await showRepair(world.ctx(), failed.token)).state).toBe('paid');
    expect(await orderOf(failed)).toMatchObject({ status: 'paid', payment: 'succeeded' });
    expect(await refusalOf(giveUp(failed.token))).toBe('NOTHING_TO_PAY');
    expect(await refusalOf(byCard(failed.token))).toBe('NOTHING_TO_PAY');
    expect((await byQr(failed.token)).state).toBe('paid');
  });

  test('holds the retry while it can be scanned, and the retry follows when it ends unpaid', async () => {
    const failed = await plantFailed(world);
    await goTo(world, '2027-01-01', '08:50');
    await byQr(failed.token);
    for (const time of ['09:00', '09:19']) {
      await goTo(world, '2027-01-01', time);
      await runBilling(world.ctx());
      expect(await attemptsOf(world, failed.accountId)).toHaveLength(3);
    }
    await goTo(world, '2027-01-01', '09:20');
    await runBilling(world.ctx());
    const attempts = await attemptsOf(world, failed.accountId);
    expect(attempts.map(({ source, status }) => `${source} ${status}`)).toEqual([
      'card succeeded',
      'card declined',
      expect.stringMatching(/^promptpay (expired|voided)$/),
      'card succeeded',
    ]);
  });

  test('is the same for two calls at once, and one open attempt exists per order', async () => {
    const failed = await plantFailed(world);
    await Promise.all([byQr(failed.token), byQr(failed.token)]);
    const open = (await attemptsOf(world, failed.accountId)).filter(({ closedAt }) => closedAt === null);
    expect(open).toHaveLength(1);
    const again = await byQr(failed.token);
    expect(again.qr).not.toBeNull();
    expect(await attemptsOf(world, failed.accountId)).toHaveLength(3);
  });

  test('that was paid without a report keeps the order from being given up', async () => {
    const failed = await plantFailed(world);
    await byQr(failed.token);
    await injectFault(world, { op: 'webhook', kind: 'drop', times: 'always' });
    await actOnCharge(world, (await newestQr(world, failed)).id, 'pay');
    expect(await orderOf(failed)).toMatchObject({ status: 'charging' });
    expect(await refusalOf(giveUp(failed.token))).toBe('NOTHING_TO_PAY');
    expect(await orderOf(failed)).toMatchObject({ status: 'paid', payment: 'succeeded' });
  });

  test('that is paid after the order was given up is refunded', async () => {
    const failed = await plantFailed(world);
    await byQr(failed.token);
    expect((await giveUp(failed.token)).state).toBe('given_up');
    await payQr(failed);
    await runBilling(world.ctx());
    expect(await moneyOf(world, failed)).toEqual([
      expect.stringMatching(/^omise kept/),
      expect.stringMatching(/^omise late \w+/),
    ]);
  });
});

describe('another card of a repair link', () => {
  test('pays the order once, and is not saved', async () => {
    const failed = await plantFailed(world);
    const { charge, order } = await byCard(failed.token);
    expect(charge).toEqual({ outcome: 'paid' });
    expect(order.state).toBe('paid');
    const saved = await world.db.select().from(cards).where(eq(cards.accountId, failed.accountId));
    expect(saved.map(({ isDefault, removedAt }) => [isDefault, removedAt !== null])).toEqual(
      expect.arrayContaining([
        [true, false],
        [false, true],
      ]),
    );
  });

  const cardsOf = async ({ accountId }: Failed) =>
    (await world.db.select().from(cards).where(eq(cards.accountId, accountId)).orderBy(cards.lastDigits)).map(
      ({ lastDigits, isDefault, removedAt }) => [lastDigits, isDefault, removedAt === null],
    );

  test('is saved only if the logged-in owner says so, who gets a message about it', async () => {
    const failed = await plantFailed(world);
    const { order } = await byCard(failed.token, OTHER, { save: true, readerId: failed.accountId });
    expect(order.canSave).toBe(true);
    expect(await cardsOf(failed)).toEqual([
      ['4242', false, true],
      ['4444', true, true],
    ]);
    expect(await messageKindsOf(world, failed.accountId)).toContain('card_added');
  });

  test('is never saved for a reader without a session of the owner, and pays the order', async () => {
    const failed = await plantFailed(world);
    const other = await plantSubscriber(world);
    const { charge, order } = await byCard(failed.token, OTHER, { save: true, readerId: other.accountId });
    expect([charge.outcome, order.canSave]).toEqual(['paid', false]);
    expect(await cardsOf(failed)).toEqual([
      ['4242', true, true],
      ['4444', false, false],
    ]);
    expect(await messageKindsOf(world, failed.accountId)).not.toContain('card_added');
  });

  test('with the number of a saved card leaves the saved card as it is', async () => {
    const failed = await plantFailed(world);
    const read = () => world.db.select().from(cards).where(eq(cards.accountId, failed.accountId));
    const [before] = await read();
    expect((await byCard(failed.token, { number: '4242424242424242' })).charge.outcome).toBe('paid');
    const after = await read();
    expect(after.find(({ id }) => id === before?.id)).toEqual(before);
    expect(after.map(({ forOnce }) => forOnce)).toEqual([false, true]);
  });

  test('that is declined changes nothing, says why, and the retry schedule goes on', async () => {
    const failed = await plantFailed(world);
    const before = await orderOf(failed);
    const { charge, order } = await byCard(failed.token, NO_MONEY);
    expect(charge).toMatchObject({ outcome: 'declined' });
    expect(order).toMatchObject({
      state: 'retrying',
      nextTryOn: '2027-01-01',
      reason: 'insufficient_fund',
    });
    expect(await orderOf(failed)).toEqual(before);
  });

  test('is refused for another total, and a repeated token is charged once', async () => {
    const failed = await plantFailed(world);
    const cardToken = await createCardToken(OTHER);
    const pay = (expectedTotal: number) =>
      repairByCard(world.ctx(), failed.token, { cardToken, save: false, expectedTotal });
    expect(await refusalOf(pay(TOTAL - 1))).toBe('TOTAL_CHANGED');
    const twice = await Promise.allSettled([pay(TOTAL), pay(TOTAL)]);
    expect(twice.some(({ status }) => status === 'fulfilled')).toBe(true);
    expect(await pay(TOTAL)).toMatchObject({ charge: { outcome: 'paid' } });
    const paid = (await gatewayCharges(world, failed.accountId)).filter((one) => one.status === 'successful');
    expect(paid).toHaveLength(2);
  });

  test('is asked for again if its token is repeated after a charge that was not sent', async () => {
    const failed = await plantFailed(world);
    const request = { cardToken: await createCardToken(OTHER), expectedTotal: TOTAL };
    const args = { status: 401, code: 'authentication_failure' };
    await injectFault(world, { op: 'POST /charges', kind: 'status', args });
    const pay = () => repairByCard(world.ctx(), failed.token, request);
    expect(await refusalOf(pay())).toBe('CHECKOUT_FAILED');
    expect(await refusalOf(pay())).toBe('CARD_DECLINED card_token_unknown');
    expect((await byCard(failed.token)).charge).toEqual({ outcome: 'paid' });
  });

  test('and a QR code at once lead to one open attempt, and to one payment', async () => {
    const failed = await plantFailed(world);
    await Promise.allSettled([byCard(failed.token), byQr(failed.token)]);
    const qrs = (await gatewayCharges(world, failed.accountId)).filter(({ customer }) => customer === null);
    for (const qr of qrs) await scan(world, qr);
    await runBilling(world.ctx());
    const kept = (await gatewayCharges(world, failed.accountId))
      .filter((charge) => charge.status === 'successful')
      .reduce((sum, { amount, refunds }) => sum + amount - refunds.reduce((n, one) => n + one.amount, 0), 0);
    expect((await orderOf(failed))?.status).toBe('paid');
    expect(kept).toBe(TOTAL * 2);
  });

  test('that needs 3-D Secure returns the page of the bank, and the same page again', async () => {
    const failed = await plantFailed(world);
    await setGateway(world, { threeDS: 'always' });
    const { charge, order } = await byCard(failed.token);
    expect(charge.outcome).toBe('action_required');
    expect(order.authorizeUri).toMatch(/^http/);
    expect([order.reason, order.sameCard]).toEqual([null, false]);
    expect((await byCard(failed.token)).charge).toEqual(charge);
    // The order can still be given up, which ends the challenge.
    expect((await giveUp(failed.token)).state).toBe('given_up');
  });
});

describe('an order that is given up', () => {
  test('becomes void, returns its points, and leaves the next order', async () => {
    const failed = await plantFailed(world);
    await holdFreeProduct(world, failed.accountId, failed.orderId);
    const before = await pointsOf(world, failed.accountId);
    expect((await giveUp(failed.token)).state).toBe('given_up');
    expect((await giveUp(failed.token)).state).toBe('given_up');
    expect(await pointsOf(world, failed.accountId)).toBe(before + 150);
    expect(await orderOf(failed)).toMatchObject({ status: 'void', payment: 'void', dueAt: null });
    expect(await statusOf(world, failed.accountId)).toBe('active');
    const ahead = (await ordersOf(world, failed.accountId)).filter(({ status }) => status === 'upcoming');
    expect(ahead).toHaveLength(3);
    await goTo(world, '2027-01-01', '09:00');
    await runBilling(world.ctx());
    expect(await attemptsOf(world, failed.accountId)).toHaveLength(2);
  });

  test('after the last retry leaves the subscription inactive', async () => {
    const failed = await plantFailed(world, RETRY_DATES.length);
    expect((await showRepair(world.ctx(), failed.token)).state).toBe('unpaid');
    expect((await giveUp(failed.token)).state).toBe('given_up');
    expect(await statusOf(world, failed.accountId)).toBe('inactive');
  });

  test('is refused while the outcome of a charge is unknown', async () => {
    const failed = await plantFailed(world);
    const mark = (changes: object) =>
      transaction(world.db, (tx) =>
        tx.update(chargeAttempts).set(changes).where(eq(chargeAttempts.orderId, failed.orderId)),
      );
    await mark({ status: 'unknown', unknownSince: world.now(), closedAt: null, reason: null });
    expect((await showRepair(world.ctx(), failed.token)).state).toBe('pending');
    expect(await refusalOf(giveUp(failed.token))).toBe('PAYMENT_PENDING');
    expect(await refusalOf(byCard(failed.token))).toBe('PAYMENT_PENDING');
    expect((await byQr(failed.token)).qr).toBeNull();
    await mark({ status: 'declined', closedAt: world.now(), reason: 'declined' });
  });

  test('is not owed after a cancellation, and its link does nothing', async () => {
    const failed = await plantFailed(world);
    await cancelSubscription(world.ctx(), failed.accountId, { reason: 'other' });
    expect((await showRepair(world.ctx(), failed.token)).state).toBe('ended');
    expect(await refusalOf(giveUp(failed.token))).toBe('NOTHING_TO_PAY');
    expect(await refusalOf(byCard(failed.token))).toBe('NOTHING_TO_PAY');
    expect((await byQr(failed.token)).qr).toBeNull();
  });
});

test('pays an order after the last retry, which makes the subscription active', async () => {
  const failed = await plantFailed(world, RETRY_DATES.length);
  await pass(world, { days: 2 });
  expect(await byCard(failed.token)).toMatchObject({ charge: { outcome: 'paid' } });
  expect(await statusOf(world, failed.accountId)).toBe('active');
});

describe('a command at the moment of a retry', () => {
  const COMMANDS = {
    giveUp: ({ token }: Failed) => giveUp(token),
    byQr: ({ token }: Failed) => byQr(token),
    byCard: ({ token }: Failed) => byCard(token),
  };
  test.each(Object.keys(COMMANDS) as (keyof typeof COMMANDS)[])(
    '%s: the order is paid once or given up, and the gateway holds no more than its total',
    async (name) => {
      const failed = await plantFailed(world);
      await goTo(world, RETRY_DATES[1], '09:00');
      const { paymentId } = (await orderOf(failed)) ?? {};
      await Promise.allSettled([
        COMMANDS[name](failed),
        chargeDuePayment(world.ctx(), paymentId ?? ''),
        COMMANDS[name](failed),
      ]);
      const open = (await attemptsOf(world, failed.accountId)).filter(({ closedAt }) => closedAt === null);
      expect(open.length).toBeLessThanOrEqual(1);
      for (const time of ['09:31', '10:40']) {
        await goTo(world, RETRY_DATES[1], time);
        await runBilling(world.ctx());
        await settleDown(world);
      }
      const held = (await gatewayCharges(world, failed.accountId))
        .filter((charge) => charge.status === 'successful' && charge.metadata.orderId === failed.orderId)
        .reduce(
          (sum, { amount, refunds }) => sum + amount - refunds.reduce((n, one) => n + one.amount, 0),
          0,
        );
      const order = await orderOf(failed);
      expect([order?.status, held]).toEqual(order?.status === 'void' ? ['void', 0] : ['paid', TOTAL]);
    },
  );
});

describe('two confirmations at once', () => {
  const heldFor = async ({ accountId, orderId }: Failed) =>
    (await gatewayCharges(world, accountId))
      .filter((charge) => charge.status === 'successful' && charge.metadata.orderId === orderId)
      .reduce((sum, { amount, refunds }) => sum + amount - refunds.reduce((n, one) => n + one.amount, 0), 0);

  deepTest('of two links of one order by two cards charge the order once', async () => {
    const failed = await plantFailed(world, 2);
    const [first = '', second = ''] = await repairTokensOf(world, failed.accountId);
    expect(first).not.toBe(second);
    const told = await Promise.allSettled([byCard(first), byCard(second, { number: '4242424242424242' })]);
    expect(told.some(({ status }) => status === 'fulfilled')).toBe(true);
    await settleDown(world);
    expect([(await orderOf(failed))?.status, await heldFor(failed)]).toEqual(['paid', TOTAL]);
  });

  test('to pay and to give up leave the order paid once, or void and unpaid', async () => {
    const failed = await plantFailed(world);
    await Promise.allSettled([byCard(failed.token), giveUp(failed.token)]);
    await runBilling(world.ctx());
    await settleDown(world);
    const status = (await orderOf(failed))?.status;
    expect([status, await heldFor(failed)]).toEqual(status === 'void' ? ['void', 0] : ['paid', TOTAL]);
  });
});

test('a repair link is no one-tap link, changes no other order, and ends with a newer order', async () => {
  const other = await plantFailed(world);
  const failed = await plantFailed(world);
  const before = await orderOf(other);
  expect(await refusalOf(showOneTap(world.ctx(), failed.token))).toBe('NOT_FOUND');
  expect(await refusalOf(doOneTap(world.ctx(), failed.token, { address: ADDRESS }))).toBe('NOT_FOUND');
  await giveUp(failed.token);
  expect(await orderOf(other)).toEqual(before);
  await runDeclined(world, '2027-01-31');
  expect((await showRepair(world.ctx(), other.token)).state).toBe('ended');
  expect(await refusalOf(byCard(other.token))).toBe('NOTHING_TO_PAY');
  expect(await refusalOf(giveUp(other.token))).toBe('NOTHING_TO_PAY');
  expect((await byQr(other.token)).qr).toBeNull();
});

test('limits the statements of each command, without begin and commit and without the settlement', async () => {
  const failed = await plantFailed(world);
  await runDeclined(world, '2027-01-01');
  const expectAtMost = async (most: number, work: () => Promise<unknown>) => {
    // The webhook of the new QR code may arrive meanwhile.
    const others = /^(begin|commit)|"provider_events"|graphile_worker/i;
    const sent = (await queriesOf(world.db, work)).filter((text) => !others.test(text));
    expect(sent.length, sent.map((text) => text.slice(0, 90)).join('\n')).toBeLessThanOrEqual(most);
  };
  await expectAtMost(1, () => showRepair(world.ctx(), failed.token));
  await expectAtMost(12, () => byQr(failed.token));
  // The code ends unpaid. Giving up an order with an open code also settles what the gateway says about the code.
  await goTo(world, '2027-01-01', '11:00');
  await runBilling(world.ctx());
  await expectAtMost(12, () => giveUp(failed.token));
  const [order] = await world.db.select().from(orders).where(eq(orders.id, failed.orderId));
  expect(order?.status).toBe('void');
});
