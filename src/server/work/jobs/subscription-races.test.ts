import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { parseDay } from '@/domain/day';
import { transaction } from '@/server/db';
import { beginPaymentDates } from '@/server/shop/orders/beginnings';
import { updateCard } from '@/server/money/payment-method/change-card';
import { chargeDuePayment } from '@/server/money/charging/claim-due';
import { cancelSubscription } from '@/server/subscriber/plan/cancel';
import { changeBox, changeFrequency } from '@/server/subscriber/plan/plan-commands';
import { reactivate } from '@/server/subscriber/plan/reactivate';
import { runJobs } from '@/testing/jobs';
import { countCalls } from '@/testing/providers';
import { DUE, expectCharged, raceAll, REGISTERED } from '@/testing/race-steps';
import { at, capturedFor } from '@/testing/races';
import { attemptsOf, goTo, ordersOf, plantSubscriber, refusalOf } from '@/testing/subscribers';
import { untilLocked } from '@/testing/waiting';
import { withWorld } from '@/testing/with-world';

const world = withWorld({ cleanup: 'empty' });

raceAll(() => world, {
  'a change of the frequency': {
    lastMoment: '2026-12-30T23:59:59+07:00',
    ask: (world, { accountId }, now) =>
      changeFrequency(at(world, now), accountId, { frequency: 3, after: parseDay('2027-01-31') }),
    expectTruth: (ending) => {
      expect(ending.told.ok).toBe(true);
      expect(ending.order.paymentDate).toBe(DUE);
      expectCharged(ending);
    },
  },
  'a cancel': {
    step: 'settle',
    ask: (world, { accountId }, now) =>
      cancelSubscription(at(world, now), accountId, { reason: 'buyWhenNeed' }),
    expectTruth: (ending) => {
      expect(ending.told.ok).toBe(true);
      expect(ending.subscription.status).toBe('cancelled');
      if (ending.order.status === 'paid') expectCharged(ending);
      else {
        expect(ending.order.status).toBe('void');
        expect(capturedFor(ending)).toBe(0);
      }
    },
  },
  // The order that the cancellation made void stays void. The run may still settle an earlier charge of this
  // order.
  'a reactivation': {
    step: 'charge',
    after: async (world, racers) => {
      for (const { accountId } of racers)
        await cancelSubscription(world.ctx(), accountId, { reason: 'other' });
    },
    ask: (world, { accountId }, now) => reactivate(at(world, now), accountId, { when: 'now', frequency: 1 }),
    expectTruth: (ending) => {
      expect(ending.order.status).toBe('void');
      expect(capturedFor(ending)).toBe(0);
      if (ending.told.ok) expect(ending.subscription.status).toBe('active');
      else {
        expect(ending.told).toEqual({ ok: false, code: 'PAYMENT_PENDING' });
        expect(ending.subscription.status).toBe('cancelled');
      }
    },
  },
  'a switch of the card': {
    step: 'retry',
    ask: (world, { accountId, cardIds }, now) =>
      updateCard(at(world, now), accountId, { cardId: cardIds[1] ?? '', makeDefault: true }),
    expectTruth: (ending) => {
      expect(ending.told.ok).toBe(true);
      expectCharged(ending);
    },
  },
});

async function registered() {
  await goTo(world, REGISTERED, '10:00');
  const person = await plantSubscriber(world);
  await world.sandbox.settled();
  await runJobs();
  return person;
}

/**
 * Starts `work` while another transaction holds the lock of the subscription. That transaction then ends the
 * orders of the subscription. @returns the result of `work`
 */
async function besideCancel<T>({ subscriptionId }: { subscriptionId: string }, work: () => Promise<T>) {
  const { work: begun } = await transaction(world.db, async (tx) => {
    await tx.execute(sql`select from subscriptions where id = ${subscriptionId} for update`);
    const begun = work();
    // Without a lock the work ends without waiting.
    await Promise.race([untilLocked(world), begun]);
    await tx.execute(sql`update payments set status = 'void', due_at = null where status = 'pending'`);
    await tx.execute(sql`update orders set status = 'void' where status in ('upcoming','charging')`);
    await tx.execute(
      sql`update subscriptions set status = 'cancelled', cancelled_at = ${world.now().toISOString()}`,
    );
    return { work: begun };
  });
  return begun;
}

test('a charge waits while another transaction has locked the subscription, and is not made after its cancellation', async () => {
  const person = await registered();
  await goTo(world, DUE, '09:00');
  await beginPaymentDates(world.ctx(), [person.subscriptionId]);
  const due = (await ordersOf(world, person.accountId)).find((row) => row.status === 'charging');
  const charge = () => chargeDuePayment(world.ctx(), due?.paymentId ?? '');
  const callsBefore = await countCalls(world, 'POST /charges');
  expect(await besideCancel(person, charge)).toBeNull();
  expect(await countCalls(world, 'POST /charges')).toBe(callsBefore);
  expect(await attemptsOf(world, person.accountId)).toHaveLength(1);
});

test('a change of the box waits while another transaction has locked the subscription, and is refused after its cancellation', async () => {
  const person = await registered();
  const items = [{ productCode: 'panty-liners' as const, quantity: 1 }];
  const change = () => refusalOf(changeBox(world.ctx(), person.accountId, { items }));
  expect(await besideCancel(person, change)).toBe('NOT_ACTIVE');
});
