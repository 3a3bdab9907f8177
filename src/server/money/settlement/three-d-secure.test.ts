import { asc } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { addDays, parseDay } from '@/domain/day';
import { settleAndGetRegistration } from '@/server/subscriber/account/queries';
import { setDelivery } from '@/server/subscriber/account/delivery';
import { messages } from '@/server/db/schema';
import { runBilling } from '@/server/work/jobs/run';
import { deepTest } from '@/testing/deep';
import { createCardToken } from '@/testing/cards';
import { actOnCharge, gatewayCharges, clearFaults, setGateway, injectFault } from '@/testing/providers';
import { DELIVERY, GOOD_CARD } from '@/testing/browser';
import {
  attemptsOf,
  goTo,
  ordersOf,
  pass,
  payWith,
  plantRegistration,
  plantSubscriber,
  refusalOf,
  statusOf,
  messageKindsOf,
} from '@/testing/subscribers';
import { settleDown, withWorld } from '@/testing/with-world';
import { payFirstOrder } from '../checkout/first-payment';
import { findPendingPayment } from '../payment-links/queries';

const world = withWorld({ cleanup: 'check' });

const SECURED = { ...GOOD_CARD, name: 'FAKE 3DS' };
const run = () => runBilling(world.ctx());

/** Registers a subscriber whose first payment has an open 3-D Secure challenge. */
async function atTheBank() {
  await goTo(world, '2026-11-20', '10:00');
  const person = await plantRegistration(world);
  const token = await createCardToken(SECURED);
  const answer = await payFirstOrder(world.ctx(), person.accountId, token);
  if (answer.outcome !== 'action_required') throw new Error(`expected a challenge, got ${answer.outcome}`);
  const [charge] = await gatewayCharges(world, person.accountId);
  return { ...person, token, page: answer.authorizeUri, chargeId: charge?.id ?? '' };
}

const charges = async (accountId: string) =>
  (await gatewayCharges(world, accountId)).map((charge) => charge.status);
const refundsAt = async (accountId: string) =>
  (await gatewayCharges(world, accountId)).flatMap((charge) => charge.refunds.map((refund) => refund.amount));

describe('an approved 3-D Secure challenge', () => {
  test('makes the subscription active by the webhook when the tab was closed', async () => {
    const person = await atTheBank();
    await actOnCharge(world, person.chargeId, 'approve');
    await settleDown(world);
    expect(await statusOf(world, person.accountId)).toBe('active');
    expect(await messageKindsOf(world, person.accountId)).toEqual(['order_paid']);
  });

  test('makes the subscription active by a poll when the webhook was lost', async () => {
    const person = await atTheBank();
    await injectFault(world, { op: 'webhook', kind: 'drop', times: 'always' });
    await actOnCharge(world, person.chargeId, 'approve');
    await pass(world, { seconds: 61 });
    await run();
    expect(await statusOf(world, person.accountId)).toBe('active');
  });

  test('is shown at once on the return page when the webhook was lost', async () => {
    const person = await atTheBank();
    await injectFault(world, { op: 'webhook', kind: 'drop', times: 'always' });
    await actOnCharge(world, person.chargeId, 'approve');
    expect(await settleAndGetRegistration(world.ctx(), person.accountId)).toMatchObject({
      status: 'active',
      step: 'done',
    });
    expect(await payFirstOrder(world.ctx(), person.accountId, undefined)).toMatchObject({ outcome: 'paid' });
  });

  test('is one payment and one receipt for a concurrent webhook, poll and return', async () => {
    const person = await atTheBank();
    await injectFault(world, { op: 'webhook', kind: 'duplicate', args: { count: 5 }, times: 'always' });
    await actOnCharge(world, person.chargeId, 'approve');
    await pass(world, { seconds: 61 });
    await Promise.all([
      settleDown(world),
      run(),
      run(),
      ...[1, 2, 3].map(() => settleAndGetRegistration(world.ctx(), person.accountId)),
    ]);
    expect(await statusOf(world, person.accountId)).toBe('active');
    expect(await messageKindsOf(world, person.accountId)).toEqual(['order_paid']);
  });
});

describe('while a 3-D Secure challenge is open', () => {
  test('the same card or none returns the same challenge and charges nothing', async () => {
    const { accountId, token, page } = await atTheBank();
    const same = { outcome: 'action_required', authorizeUri: page };
    expect(await payFirstOrder(world.ctx(), accountId, token)).toEqual(same);
    expect(await payFirstOrder(world.ctx(), accountId, undefined)).toEqual(same);
    expect(await charges(accountId)).toEqual(['pending']);
  });

  test('a change of the delivery expires it at the gateway first', async () => {
    const { accountId } = await atTheBank();
    await setDelivery(world.ctx(), accountId, DELIVERY);
    expect(await charges(accountId)).toEqual(['expired']);
    expect((await attemptsOf(world, accountId)).map((attempt) => attempt.status)).toEqual(['expired']);
  });

  test('another card expires it at the gateway first and then pays', async () => {
    const { accountId } = await atTheBank();
    expect(await payWith(world, { accountId })).toMatchObject({ outcome: 'paid' });
    expect(await charges(accountId)).toEqual(['expired', 'successful']);
  });

  test('another card is not charged if the challenge was approved meanwhile', async () => {
    const { accountId, chargeId } = await atTheBank();
    await injectFault(world, { op: 'webhook', kind: 'drop', times: 'always' });
    await actOnCharge(world, chargeId, 'approve');
    expect(await payWith(world, { accountId })).toMatchObject({ outcome: 'paid' });
    expect(await charges(accountId)).toEqual(['successful']);
  });

  test('only one of two concurrent other cards is charged', async () => {
    const { accountId } = await atTheBank();
    const tokens = [await createCardToken(GOOD_CARD), await createCardToken({ number: '5555555555554444' })];
    const answers = await Promise.allSettled(
      tokens.map((token) => payFirstOrder(world.ctx(), accountId, token)),
    );
    expect(answers.some((answer) => answer.status === 'fulfilled')).toBe(true);
    expect((await charges(accountId)).filter((status) => status === 'successful')).toHaveLength(1);
  });
});

describe('a 3-D Secure challenge that the gateway does not expire', () => {
  test('blocks another card for 20 minutes; its later approval is refunded once', async () => {
    const { accountId, chargeId } = await atTheBank();
    await injectFault(world, {
      op: 'POST /charges/{id}/expire',
      kind: 'status',
      args: { status: 500 },
      times: 'always',
    });
    expect(await refusalOf(payWith(world, { accountId }))).toBe('PAYMENT_PENDING');
    await pass(world, { minutes: 19 });
    expect(await refusalOf(payWith(world, { accountId }))).toBe('PAYMENT_PENDING');
    await pass(world, { minutes: 2 });
    expect(await payWith(world, { accountId })).toMatchObject({ outcome: 'paid' });
    expect(await charges(accountId)).toEqual(['pending', 'successful']);

    await injectFault(world, { op: 'webhook', kind: 'duplicate', args: { count: 5 }, times: 'always' });
    await actOnCharge(world, chargeId, 'approve');
    await Promise.all([settleDown(world), run(), run()]);
    await pass(world, { minutes: 11 });
    await Promise.all([run(), run()]);
    await settleDown(world);
    expect(await refundsAt(accountId)).toEqual([37525]);
    expect(await messageKindsOf(world, accountId)).toEqual(['order_paid', 'refunded']);
    expect(await ordersOf(world, accountId)).toMatchObject([{ status: 'paid' }, {}, {}, {}]);
  });
});

describe('an approval after the challenge expired', () => {
  test('pays an order without another payment', async () => {
    const { accountId, chargeId } = await atTheBank();
    await setDelivery(world.ctx(), accountId, DELIVERY);
    await actOnCharge(world, chargeId, 'approve', true);
    await settleDown(world);
    expect(await statusOf(world, accountId)).toBe('active');
    expect(await refundsAt(accountId)).toEqual([]);
  });

  test('is refunded once if another card has paid', async () => {
    const { accountId, chargeId } = await atTheBank();
    await payWith(world, { accountId });
    await actOnCharge(world, chargeId, 'approve', true);
    await Promise.all([settleDown(world), run()]);
    await settleDown(world);
    expect(await refundsAt(accountId)).toEqual([37525]);
  });
});

describe('a 3-D Secure challenge that is not approved', () => {
  test('accepts another card after a decline', async () => {
    const { accountId, chargeId } = await atTheBank();
    await actOnCharge(world, chargeId, 'decline');
    await settleDown(world);
    expect(await ordersOf(world, accountId)).toMatchObject([
      { payment: 'failed', reason: 'payment_rejected' },
    ]);
    expect(await payWith(world, { accountId })).toMatchObject({ outcome: 'paid' });
  });

  test('expires at the gateway after a day and leaves the registration open', async () => {
    const { accountId } = await atTheBank();
    await pass(world, { hours: 23 });
    await run();
    expect(await charges(accountId)).toEqual(['pending']);
    await pass(world, { hours: 2 });
    await run();
    expect(await charges(accountId)).toEqual(['expired']);
    expect(await ordersOf(world, accountId)).toMatchObject([
      { status: 'charging', payment: 'failed', reason: 'timeout' },
    ]);
    expect(await payWith(world, { accountId })).toMatchObject({ outcome: 'paid' });
  });
});

describe('a renewal that needs 3-D Secure', () => {
  async function renewing() {
    await goTo(world, '2026-11-20', '10:00');
    const person = await plantSubscriber(world);
    await settleDown(world);
    await setGateway(world, { threeDS: 'always' });
    await goTo(world, '2026-12-31', '09:00');
    await run();
    const charge = (await gatewayCharges(world, person.accountId)).find((one) => one.status === 'pending');
    return { ...person, chargeId: charge?.id ?? '' };
  }

  test('notifies the subscriber once and is paid after the approval', async () => {
    const { accountId, chargeId } = await renewing();
    await run();
    expect((await messageKindsOf(world, accountId)).filter((kind) => kind === 'action_needed')).toHaveLength(
      1,
    );
    await actOnCharge(world, chargeId, 'approve');
    await settleDown(world);
    expect((await ordersOf(world, accountId))[1]).toMatchObject({ status: 'paid', paidOn: '2026-12-31' });
  });

  deepTest(
    'always has exactly one open challenge, which each retry expires and replaces; its requests count up to the last',
    async () => {
      const { accountId } = await renewing();
      const chargedOn: number[] = [];
      const openLinks = async () => {
        const made = await gatewayCharges(world, accountId);
        const open = made.filter(({ status }) => status === 'pending').map((charge) => charge.authorizeUri);
        const pending = await findPendingPayment(world.ctx(), accountId);
        return { made: made.length - 1, open, shown: pending?.authorizeUri };
      };
      let { made } = await openLinks();
      for (const day of [1, 2, 3, 4, 5, 6, 7, 11, 13]) {
        for (const time of ['08:59', '09:00']) {
          await goTo(world, addDays(parseDay('2026-12-31'), day), time);
          await Promise.all(time === '09:00' ? [run(), run()] : [run()]);
          const now = await openLinks();
          if (now.made > made) chargedOn.push(day);
          made = now.made;
          expect(now.open).toEqual([now.shown]);
        }
        await settleDown(world);
      }
      await goTo(world, '2027-01-14', '09:05');
      await run();
      expect(await openLinks()).toMatchObject({ made, open: [] });
      await settleDown(world);
      expect(chargedOn).toEqual([1, 3, 5, 7, 13]);
      expect(made).toBe(6);
      expect(await statusOf(world, accountId)).toBe('inactive');
      expect((await ordersOf(world, accountId))[1]).toMatchObject({ status: 'unpaid', payment: 'suspended' });
      const told = await world.db.select().from(messages).orderBy(asc(messages.createdAt));
      const requests = told.filter(({ kind }) => kind === 'action_needed');
      expect(requests.map(({ payload }) => [payload.request, payload.last])).toEqual(
        [1, 2, 3, 4, 5, 6].map((request) => [request, request === 6]),
      );
      const ends = ['payment_failed', 'subscription_ending', 'subscription_inactive'];
      expect(told.map(({ kind }) => kind).filter((kind) => ends.includes(kind))).toEqual(ends.slice(1));
    },
  );

  test('is paid once when the challenge is approved while a retry expires it', async () => {
    const { accountId, chargeId } = await renewing();
    await settleDown(world);
    await injectFault(world, { op: 'webhook', kind: 'drop', times: 'always' });
    await actOnCharge(world, chargeId, 'approve');
    await injectFault(world, { op: 'GET /charges/{id}', kind: 'stale_read' });
    await goTo(world, '2027-01-01', '09:00');
    await Promise.all([run(), run()]);
    expect((await ordersOf(world, accountId))[1]).toMatchObject({ status: 'paid' });
    expect(await charges(accountId)).toEqual(['successful', 'successful']);
    expect(await refundsAt(accountId)).toEqual([]);
  });

  test('is not charged again while the gateway does not confirm that the challenge expired', async () => {
    const { accountId } = await renewing();
    await settleDown(world);
    const op = 'POST /charges/{id}/expire';
    await injectFault(world, { op, kind: 'status', args: { status: 500 }, times: 'always' });
    await goTo(world, '2027-01-01', '09:00');
    await run();
    expect(await charges(accountId)).toEqual(['successful', 'pending']);
    await clearFaults(world);
    await pass(world, { hours: 1 });
    await run();
    expect(await charges(accountId)).toEqual(['successful', 'expired', 'pending']);
    await setGateway(world, { threeDS: 'off' });
    await settleDown(world);
    await goTo(world, '2027-01-03', '09:00');
    await run();
    expect((await ordersOf(world, accountId))[1]).toMatchObject({ status: 'paid', paidOn: '2027-01-03' });
  });
});
