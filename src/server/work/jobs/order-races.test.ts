import { expect } from 'vitest';
import { parseDay } from '@/domain/day';
import {
  changeBox,
  changeOrderBox,
  changePaymentDay,
  moveOrder,
  pauseSubscription,
  restoreOrderBox,
  resumeSubscription,
  setOrderAddress,
  skipOrder,
} from '@/server/subscriber/plan/plan-commands';
import { orderNow } from '@/server/subscriber/plan/order-now';
import type { SubscriptionView } from '@/server/subscriber/plan/queries';
import { DUE, expectCharged, expectNeverCharged, raceAll } from '@/testing/race-steps';
import { at, type Ending } from '@/testing/races';
import { withWorld } from '@/testing/with-world';

const world = withWorld({ cleanup: 'empty' });

const CHIANG_MAI = {
  address: '9 Nimman',
  district: 'Mueang Chiang Mai',
  province: 'Chiang Mai',
  postalCode: '50200',
};
const FAR_FEE = 6000;
const BOX = [{ productCode: 'panty-liners' as const, quantity: 3 }];
const BEFORE_CUTOFF = '2026-12-29T23:59:59+07:00';
const BEFORE_DATE = '2026-12-30T23:59:59+07:00';

const MOVED_TO = parseDay('2027-01-10');
const PAUSED_UNTIL = parseDay('2027-01-15');

/** Whether the response of a pause or its end shows the order with this state. */
const showsAs = ({ told, racer }: Ending, paused: boolean) =>
  told.ok &&
  (told.answer as SubscriptionView).upcomingOrders.some(
    (order) => order.orderId === racer.orderId && order.paused === paused,
  );

const holdsOnly = ({ items }: Ending, product: string) =>
  items.map(({ productCode }) => productCode).join() === product;

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
  'a move': {
    lastMoment: BEFORE_CUTOFF,
    ask: (world, { accountId, orderId }, now) =>
      moveOrder(at(world, now), accountId, { orderId, date: MOVED_TO }),
    expectTruth: (ending) => {
      expect(ending.order.paymentDate).toBe(ending.told.ok ? MOVED_TO : DUE);
      if (ending.told.ok) return expectNeverCharged(ending);
      expect(['ORDER_NOT_UPCOMING', 'PAYMENT_PENDING']).toContain(ending.told.code);
      expectCharged(ending);
    },
  },
  'an order now': {
    step: 'charge',
    lastMoment: BEFORE_DATE,
    ask: (world, { accountId }, now) => orderNow(at(world, now), accountId, {}),
    expectTruth: (ending) => {
      if (!ending.told.ok) expect(['PAYMENT_PENDING', 'PAID_TODAY']).toContain(ending.told.code);
      expect(ending.order.paymentDate).toBe(ending.told.ok ? BEFORE_DATE.slice(0, 10) : DUE);
      expectCharged(ending);
    },
  },
  'a pause': {
    lastMoment: BEFORE_CUTOFF,
    ask: (world, { accountId }, now) => pauseSubscription(at(world, now), accountId, { until: PAUSED_UNTIL }),
    expectTruth: (ending) => {
      if (!ending.told.ok) expect(ending.told.code).toBe('PAYMENT_PENDING');
      expect(ending.subscription.pausedUntil === PAUSED_UNTIL).toBe(ending.told.ok);
      expect(ending.order.status === 'skipped').toBe(showsAs(ending, true));
      if (showsAs(ending, true)) expectNeverCharged(ending);
      else expectCharged(ending);
    },
  },
  'the end of a pause': {
    before: async (world, racers) => {
      for (const { accountId } of racers)
        await pauseSubscription(world.ctx(), accountId, { until: PAUSED_UNTIL });
    },
    lastMoment: BEFORE_CUTOFF,
    ask: (world, { accountId }, now) => resumeSubscription(at(world, now), accountId, {}),
    expectTruth: (ending) => {
      expect(ending.told.ok).toBe(true);
      expect(ending.subscription.pausedUntil).toBeNull();
      if (showsAs(ending, false)) expectCharged(ending);
      else {
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
      expect(holdsOnly(ending, 'panty-liners')).toBe(isAhead(ending));
    },
  },
  'own contents of one order': {
    lastMoment: BEFORE_DATE,
    ask: (world, { accountId, orderId }, now) =>
      changeOrderBox(at(world, now), accountId, { orderId, items: BOX }),
    expectTruth: (ending) => {
      if (!ending.told.ok) expect(['ORDER_NOT_NEXT', 'PAYMENT_PENDING']).toContain(ending.told.code);
      expectCharged(ending);
      expect(holdsOnly(ending, 'panty-liners')).toBe(ending.told.ok);
    },
  },
  'the end of own contents': {
    step: 'charge',
    before: async (world, racers) => {
      for (const { accountId, orderId } of racers)
        await changeOrderBox(world.ctx(), accountId, { orderId, items: BOX });
    },
    lastMoment: BEFORE_DATE,
    ask: (world, { accountId, orderId }, now) => restoreOrderBox(at(world, now), accountId, { orderId }),
    expectTruth: (ending) => {
      if (!ending.told.ok) expect(['ORDER_NOT_NEXT', 'PAYMENT_PENDING']).toContain(ending.told.code);
      expectCharged(ending);
      expect(holdsOnly(ending, 'panty-liners')).toBe(!ending.told.ok);
    },
  },
  'another address for one order': {
    step: 'charge',
    lastMoment: BEFORE_DATE,
    ask: (world, { accountId, orderId }, now) =>
      setOrderAddress(at(world, now), accountId, { orderId, ...CHIANG_MAI }),
    expectTruth: (ending) => {
      if (!ending.told.ok) expect(['ORDER_NOT_NEXT', 'PAYMENT_PENDING']).toContain(ending.told.code);
      expectCharged(ending);
      // After the payment date began, only the destination changes.
      const isFar = ending.order.deliveryFee === FAR_FEE;
      expect(isFar).toBe(isAhead(ending));
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
