import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { parseDay, type Day } from '@/domain/day';
import { FREE_PRODUCT_POINTS } from '@/domain/points';
import { auditEvents, subscriptions } from '@/server/db/schema';
import {
  changeFrequency,
  changePaymentDay,
  pauseSubscription,
  resumeSubscription,
  skipOrder,
} from './plan-commands';
import { openRenewalAttempt } from '@/testing/attempts';
import { expectInvariants } from '@/testing/invariants';
import { runJobs } from '@/testing/jobs';
import { gatewayCharges } from '@/testing/providers';
import {
  holdFreeProduct,
  goTo,
  ordersOf,
  plantSubscriber,
  pointsOf,
  refusalOf,
  runPaymentDates,
} from '@/testing/subscribers';
import { withWorld } from '@/testing/with-world';
import { cancelSubscription } from './cancel';
import { getSubscriptionView, type SubscriptionView } from './queries';

const world = withWorld({ cleanup: 'check' });

/** Creates a subscriber who paid on 20 November, with orders on 31 December, 31 January and 28 February. */
async function subscriber() {
  await goTo(world, '2026-11-20', '10:00');
  const { accountId } = await plantSubscriber(world, { paymentDay: 31 });
  await world.sandbox.settled();
  await runJobs();
  const ids = (await ordersOf(world, accountId)).map((row) => row.id);
  return { accountId, ids };
}

const pause = (accountId: string, until: string, more = {}) =>
  pauseSubscription(world.ctx(), accountId, { until: parseDay(until), ...more });
const resume = (accountId: string, more = {}) => resumeSubscription(world.ctx(), accountId, more);
const skip = (accountId: string, orderId: string, isSkipped: boolean) =>
  skipOrder(world.ctx(), accountId, { orderId, skip: isSkipped });
const read = (accountId: string) => getSubscriptionView(world.ctx(), accountId);
const shown = ({ upcomingOrders }: SubscriptionView) =>
  upcomingOrders.map(
    ({ paymentDate, paused, skipped }) => `${paymentDate}${paused ? ' paused' : skipped ? ' skipped' : ''}`,
  );

describe('a pause', () => {
  test('skips the orders before its end, also those planned later, and charges the first order after it', async () => {
    const { accountId } = await subscriber();
    const view = await pause(accountId, '2027-04-01');
    expect(shown(view)).toEqual(['2026-12-31 paused', '2027-01-31 paused', '2027-02-28 paused']);
    const next = { nextPaymentDate: '2027-04-30', receiveBy: '2027-05-05' };
    expect(view.subscription.pause).toEqual({ until: '2027-04-01', ...next });
    await runPaymentDates(world, '2026-12-31', '2027-01-31', '2027-02-28');
    expect(shown(await read(accountId))).toEqual(['2027-03-31 paused', '2027-04-30', '2027-05-31']);
    await runPaymentDates(world, '2027-03-31', '2027-04-30');
    await world.sandbox.settled();
    await runJobs();
    const after = await read(accountId);
    expect([shown(after), after.subscription.pause]).toEqual([
      ['2027-05-31', '2027-06-30', '2027-07-31'],
      null,
    ]);
    expect(await gatewayCharges(world, accountId)).toHaveLength(2);
  });

  test('leaves an order after its cut-off, and restores only its own orders when it is resumed', async () => {
    const { accountId, ids } = await subscriber();
    await skip(accountId, ids[2]!, true);
    await goTo(world, '2026-12-30', '00:00');
    expect(shown(await pause(accountId, '2027-03-01'))).toEqual([
      '2026-12-31',
      '2027-01-31 skipped',
      '2027-02-28 paused',
    ]);
    expect(shown(await resume(accountId))).toEqual(['2026-12-31', '2027-01-31 skipped', '2027-02-28']);
    const audit = await world.db.select().from(auditEvents).where(eq(auditEvents.actor, accountId));
    expect(audit.map(({ what, detail }) => [what, detail])).toEqual(
      expect.arrayContaining([
        ['subscription.paused', { cause: 'asked_by_subscriber', from: null, until: '2027-03-01', orders: 1 }],
        [
          'subscription.resumed',
          { cause: 'asked_by_subscriber', from: '2027-03-01', until: null, orders: 1 },
        ],
      ]),
    );
  });

  test('keeps an order skipped if it is resumed after the cut-off, and ends by itself on its last day', async () => {
    const { accountId } = await subscriber();
    await pause(accountId, '2027-01-15');
    await goTo(world, '2026-12-30', '10:00');
    const resumed = await resume(accountId);
    expect([shown(resumed)[0], resumed.subscription.pause]).toEqual(['2026-12-31 skipped', null]);
    const { version } = resumed.subscription;
    expect((await resume(accountId)).subscription.version).toBe(version);
    await pause(accountId, '2026-12-31');
    await runPaymentDates(world, '2026-12-31');
    expect((await read(accountId)).subscription.pause).toBeNull();
  });

  test('gets another end, and leaves single orders to the subscriber', async () => {
    const { accountId, ids } = await subscriber();
    await pause(accountId, '2027-03-01');
    await skip(accountId, ids[1]!, false);
    await skip(accountId, ids[2]!, true);
    expect(shown(await read(accountId))).toEqual(['2026-12-31', '2027-01-31 skipped', '2027-02-28 paused']);
    await expectInvariants(world);
    expect(shown(await pause(accountId, '2027-02-10'))).toEqual([
      '2026-12-31 paused',
      '2027-01-31 skipped',
      '2027-02-28',
    ]);
    expect(shown(await resume(accountId))).toEqual(['2026-12-31', '2027-01-31 skipped', '2027-02-28']);
  });

  test('applies to orders that move or are planned by another change', async () => {
    const { accountId } = await subscriber();
    await pause(accountId, '2027-02-05');
    const move = (paymentDay: number) => changePaymentDay(world.ctx(), accountId, { paymentDay });
    expect(shown(await move(3))).toEqual(['2026-12-03 paused', '2027-01-03 paused', '2027-02-03 paused']);
    expect(shown(await move(20))).toEqual(['2026-12-20 paused', '2027-01-20 paused', '2027-02-20']);
    await pause(accountId, '2027-05-01');
    const after = parseDay('2027-01-20');
    const rare = await changeFrequency(world.ctx(), accountId, { frequency: 3, after });
    expect(shown(rare)).toEqual(['2026-12-20 paused', '2027-01-20 paused', '2027-04-20 paused']);
    expect(shown(await resume(accountId))).toEqual(['2026-12-20', '2027-01-20', '2027-04-20']);
  });

  test('returns the points of a free product when the date of its order passes', async () => {
    const { accountId, ids } = await subscriber();
    await holdFreeProduct(world, accountId, ids[1]!, 'night-pads');
    const points = await pointsOf(world, accountId);
    await pause(accountId, '2027-01-15');
    expect(await pointsOf(world, accountId)).toBe(points);
    await runPaymentDates(world, '2026-12-31');
    expect(await pointsOf(world, accountId)).toBe(points + FREE_PRODUCT_POINTS);
  });

  test('ends when the subscription is cancelled', async () => {
    const { accountId } = await subscriber();
    await pause(accountId, '2027-03-01');
    await cancelSubscription(world.ctx(), accountId, { reason: 'other' });
    const [row] = await world.db.select().from(subscriptions);
    expect([row?.status, row?.pausedUntil]).toEqual(['cancelled', null]);
    expect(await refusalOf(resume(accountId))).toBe('NOT_ACTIVE');
  });

  test('changes nothing in a preview', async () => {
    const { accountId } = await subscriber();
    const before = await read(accountId);
    expect(shown(await pause(accountId, '2027-01-15', { preview: true }))[0]).toBe('2026-12-31 paused');
    expect(await read(accountId)).toEqual(before);
  });

  test('is refused on a day out of range, for an old version, while a payment is open and after a cancellation', async () => {
    const { accountId } = await subscriber();
    const outcome = (until: string, more = {}) => refusalOf(pause(accountId, until, more));
    for (const until of ['2026-11-20', '2027-05-21'] as Day[])
      expect(await outcome(until)).toBe('DATE_OUT_OF_RANGE');
    expect(await outcome('2027-01-15', { version: 1 })).toBe('STALE');
    expect(await refusalOf(resume(accountId, { version: 1 }))).toBe('STALE');
    await cancelSubscription(world.ctx(), accountId, { reason: 'other' });
    expect(await outcome('2027-01-15')).toBe('NOT_ACTIVE');
  });

  test('is refused while the outcome of a charge is unknown', async () => {
    const { accountId } = await openRenewalAttempt(world);
    const until = '2027-01-31';
    expect(await refusalOf(pause(accountId, until))).toBe('PAYMENT_PENDING');
    expect(await refusalOf(resume(accountId))).toBe('PAYMENT_PENDING');
  });
});
