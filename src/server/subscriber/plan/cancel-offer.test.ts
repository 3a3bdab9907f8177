import { expect, test } from 'vitest';
import { parseDay } from '@/domain/day';
import { HEALTH_REASONS } from '@/domain/cancel-reason';
import { cancelOfferCounts, subscriptions } from '@/server/db/schema';
import { openRenewalAttempt } from '@/testing/attempts';
import { queriesOf } from '@/testing/queries';
import { goTo, plantSubscriber, refusalOf } from '@/testing/subscribers';
import { withWorld } from '@/testing/with-world';
import { cancelSubscription } from './cancel';
import { offerInsteadOfCancel } from './cancel-offer';
import { changeFrequency, pauseSubscription } from './plan-commands';
import { getSubscriptionView } from './queries';

const world = withWorld({ cleanup: 'empty' });
const offerTo = (accountId: string, reason: string) =>
  offerInsteadOfCancel(world.ctx(), accountId, { reason });
const counts = () => world.db.select().from(cancelOfferCounts);

test('an offer is shown once in 100 days, also for calls at the same time, and counted once when accepted', async () => {
  const { accountId } = await plantSubscriber(world);
  const other = await plantSubscriber(world);
  const both = await Promise.all([offerTo(accountId, 'buyWhenNeed'), offerTo(accountId, 'buyWhenNeed')]);
  expect(both.map(({ offer }) => offer?.frequency ?? null).sort()).toEqual([2, null]);
  const [next] = (await getSubscriptionView(world.ctx(), accountId)).upcomingOrders;
  const accept = (frequency: 2 | 3, more = {}) =>
    changeFrequency(world.ctx(), accountId, {
      frequency,
      after: next!.paymentDate,
      offeredFor: 'need' as const,
      ...more,
    });
  await offerTo(other.accountId, 'buyWhenNeed');
  await accept(2, { preview: true });
  expect(await counts()).toEqual([{ kind: 'frequency', reasonGroup: 'need', shown: 2, accepted: 0 }]);
  await accept(2);
  await accept(3);
  expect(await counts()).toEqual([{ kind: 'frequency', reasonGroup: 'need', shown: 2, accepted: 1 }]);
  await goTo(world, '2027-02-27', '12:00');
  expect((await offerTo(accountId, 'other')).offer).toBeNull();
  await goTo(world, '2027-02-28', '12:00');
  expect((await offerTo(accountId, 'other')).offer).toMatchObject({ kind: 'pause', months: 1 });
});

test('an offer that is accepted a day later or was never shown is not counted', async () => {
  const before = await counts();
  const { accountId } = await plantSubscriber(world);
  const pause = (until: string) =>
    pauseSubscription(world.ctx(), accountId, { until: parseDay(until), offeredFor: 'away' });
  await pause('2026-12-20');
  expect(await counts()).toEqual(before);
  await goTo(world, '2026-11-22', '10:00');
  await offerTo(accountId, 'buyWhenNeed');
  await goTo(world, '2026-11-23', '10:01');
  await pause('2026-12-21');
  expect((await counts()).reduce((sum, { accepted }) => sum + accepted, 0)).toBe(
    before.reduce((sum, { accepted }) => sum + accepted, 0),
  );
});

test('a health-related reason, a cancelled subscription and an open charge get no offer and leave no trace', async () => {
  const before = await counts();
  const { accountId } = await plantSubscriber(world);
  for (const reason of HEALTH_REASONS) expect(await offerTo(accountId, reason)).toEqual({ offer: null });
  expect(await refusalOf(offerTo(accountId, 'boredom'))).toBe('REASON_INVALID');
  await cancelSubscription(world.ctx(), accountId, { reason: 'other' });
  expect(await offerTo(accountId, 'other')).toEqual({ offer: null });
  const charged = await openRenewalAttempt(world);
  expect(await offerTo(charged.accountId, 'other')).toEqual({ offer: null });
  expect(await counts()).toEqual(before);
  const rows = await world.db.select({ at: subscriptions.offeredAt }).from(subscriptions);
  expect(rows.every(({ at }) => at === null)).toBe(true);
});

test('an offer needs at most six statements', async () => {
  const { accountId } = await plantSubscriber(world);
  const sent = await queriesOf(world.db, () => offerTo(accountId, 'other'));
  expect(sent.length).toBeLessThanOrEqual(6);
});
