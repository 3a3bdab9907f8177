import { expect } from 'vitest';
import { skipOrder } from '@/server/orders/skip';
import { changeBox } from '@/server/subscription/change-box';
import { changePaymentDay } from '@/server/subscription/change-payment-day';
import type { SubscriptionView } from '@/server/subscription/queries';
import { DUE, expectCharged, expectNeverCharged, raceAll } from '@/testing/race-steps';
import { at, type Ending } from '@/testing/races';
import { withWorld } from '@/testing/with-world';

const world = withWorld({ cleanup: 'empty' });

const BOX = [{ productCode: 'panty-liners' as const, quantity: 3 }];
const BEFORE_CUTOFF = '2026-12-29T23:59:59+07:00';
const BEFORE_DATE = '2026-12-30T23:59:59+07:00';

const isAhead = ({ told, racer }: Ending) =>
  told.ok &&
  (told.answer as SubscriptionView).upcomingOrders.some((order) => order.orderId === racer.orderId);

raceAll(() => world, {
  'a skip': {
    lastMoment: BEFORE_CUTOFF,
    ask: (world, { accountId, orderId }, now) =>
      skipOrder(at(world, now), accountId, { orderId, skip: true }),
    expectTruth: (ending) => {
      expect(ending.order.status === 'skipped').toBe(ending.told.ok);
      if (ending.told.ok) expectNeverCharged(ending);
      else {
        expect(ending.told).toEqual({ ok: false, code: 'ORDER_NOT_UPCOMING' });
        expectCharged(ending);
      }
    },
  },
  'an un-skip': {
    before: async (world, racers) => {
      for (const { accountId, orderId } of racers)
        await skipOrder(world.ctx(), accountId, { orderId, skip: true });
    },
    lastMoment: BEFORE_CUTOFF,
    ask: (world, { accountId, orderId }, now) =>
      skipOrder(at(world, now), accountId, { orderId, skip: false }),
    expectTruth: (ending) => {
      if (ending.told.ok) expectCharged(ending);
      else {
        expect(ending.told).toEqual({ ok: false, code: 'ORDER_NOT_UPCOMING' });
        expect(ending.order.status).toBe('skipped');
        expectNeverCharged(ending);
      }
    },
  },
  'a change of the box': {
    lastMoment: BEFORE_DATE,
    ask: (world, { accountId }, now) => changeBox(at(world, now), accountId, { items: BOX }),
    expectTruth: (ending) => {
      expect(ending.told.ok).toBe(true);
      expectCharged(ending);
      const holdsNewBox = ending.items.map((item) => item.productCode).join() === 'panty-liners';
      expect(holdsNewBox).toBe(isAhead(ending));
    },
  },
  'a change of the payment day': {
    lastMoment: BEFORE_DATE,
    ask: (world, { accountId }, now) => changePaymentDay(at(world, now), accountId, { paymentDay: 15 }),
    expectTruth: (ending) => {
      expect(ending.told.ok).toBe(true);
      const wasMoved = ending.order.paymentDate !== DUE;
      expect(wasMoved).toBe(isAhead(ending));
      if (wasMoved) expectNeverCharged(ending);
      else expectCharged(ending);
    },
  },
});
