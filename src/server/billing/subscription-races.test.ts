import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { parseDay } from '@/domain/day';
import { updateCard } from '@/server/payments/change-card';
import { cancelSubscription } from '@/server/subscription/cancel';
import { changeFrequency } from '@/server/subscription/change-frequency';
import { reactivate } from '@/server/subscription/reactivate';
import { healOutside } from '@/testing/outside';
import { DUE, expectCharged, raceAll, REGISTERED } from '@/testing/race-steps';
import { at, heldFor } from '@/testing/races';
import { forgetEverybody } from '@/testing/subscribers';
import { openWorld, type World } from '@/testing/world';

let world: World;
beforeAll(async () => {
  world = await openWorld(`${REGISTERED}T10:00:00+07:00`);
});
afterAll(() => world.close());
afterEach(async () => {
  await healOutside(world);
  await world.sandbox.settled();
  await forgetEverybody(world);
});

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
    ask: (world, { accountId }, now) =>
      cancelSubscription(at(world, now), accountId, { reason: 'buyWhenNeed' }),
    expectTruth: (ending) => {
      expect(ending.told.ok).toBe(true);
      expect(ending.subscription.status).toBe('cancelled');
      if (ending.order.status === 'paid') expectCharged(ending);
      else {
        expect(ending.order.status).toBe('void');
        expect(heldFor(ending)).toBe(0);
      }
    },
  },
  // The order that died with the cancel stays dead; what the run may still be busy with is whatever was asked for it.
  'a reactivation': {
    after: async (world, racers) => {
      for (const { accountId } of racers)
        await cancelSubscription(world.ctx(), accountId, { reason: 'other' });
    },
    ask: (world, { accountId }, now) => reactivate(at(world, now), accountId, { when: 'now', frequency: 1 }),
    expectTruth: (ending) => {
      expect(ending.order.status).toBe('void');
      expect(heldFor(ending)).toBe(0);
      if (ending.told.ok) expect(ending.subscription.status).toBe('active');
      else {
        expect(ending.told).toEqual({ ok: false, code: 'PAYMENT_PENDING' });
        expect(ending.subscription.status).toBe('cancelled');
      }
    },
  },
  'a switch of the card': {
    ask: (world, { accountId, cardIds }, now) =>
      updateCard(at(world, now), accountId, { cardId: cardIds[1] ?? '', makeDefault: true }),
    expectTruth: (ending) => {
      expect(ending.told.ok).toBe(true);
      expectCharged(ending);
    },
  },
});
