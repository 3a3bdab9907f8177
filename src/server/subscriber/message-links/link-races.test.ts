import { expect } from 'vitest';
import { addDays, parseDay } from '@/domain/day';
import type { LinkAction } from '@/domain/order-link';
import { transaction } from '@/server/db';
import { writeOrderLinks } from '@/server/lifecycle/order-links';
import { createCardToken } from '@/testing/cards';
import { DUE, expectCharged, expectNeverCharged, raceAll } from '@/testing/race-steps';
import { at, capturedFor, type Ending, type Racer } from '@/testing/races';
import { withWorld } from '@/testing/with-world';
import type { World } from '@/testing/world';
import { giveUpOrder } from './give-up';
import { doOneTap } from './one-tap';
import { repairByCard, type RepairedByCard } from './repair-by-card';
import { repairByQr } from './repair-by-qr';
import type { RepairView } from './repair-page';

const world = withWorld({ cleanup: 'empty' });

const ADDRESS = '203.0.113.7';
const BEFORE_CUTOFF = '2026-12-29T23:59:59+07:00';
const OTHER_CARD = { number: '5555555555554444' };
const MOVED_TO = addDays(parseDay(DUE), 7);

let tokens = new Map<string, string>();
const tokenOf = ({ accountId }: Racer) => tokens.get(accountId) ?? '';

/** Returns the preparation that makes a link for the order of each racer. */
const withLinks = (action: LinkAction) => async (world: World, racers: Racer[]) => {
  const links = racers.map(({ orderId }) => ({ orderId, action, paymentDate: parseDay(DUE) }));
  const made = await transaction(world.db, (tx) => writeOrderLinks(tx, world.now(), links));
  tokens = new Map(racers.map(({ accountId }, n) => [accountId, made[n] ?? '']));
};

/** The codes with which a repair is refused. Before its payment date an order has no payment, and is not found. */
const REFUSED = ['NOT_FOUND', 'NOTHING_TO_PAY', 'PAYMENT_PENDING'];

/** Expects one of two endings: the order is paid once, or nothing is captured for it. */
function expectPaidOrNothing(ending: Ending): void {
  if (ending.order.status === 'paid') expectCharged(ending);
  else expect(capturedFor(ending)).toBe(0);
}

raceAll(() => world, {
  'a skip by link': {
    before: withLinks('skip'),
    lastMoment: BEFORE_CUTOFF,
    ask: (world, racer, now) => doOneTap(at(world, now), tokenOf(racer), { address: ADDRESS }),
    expectTruth: (ending) => {
      expect(ending.order.status === 'skipped').toBe(ending.told.ok);
      if (ending.told.ok) return expectNeverCharged(ending);
      expect(['ORDER_NOT_UPCOMING', 'SKIP_TOO_LATE']).toContain(ending.told.code);
      expectCharged(ending);
    },
  },
  'a move by link': {
    before: withLinks('move'),
    lastMoment: BEFORE_CUTOFF,
    ask: (world, racer, now) => doOneTap(at(world, now), tokenOf(racer), { address: ADDRESS }),
    expectTruth: (ending) => {
      expect(ending.order.paymentDate).toBe(ending.told.ok ? MOVED_TO : DUE);
      if (ending.told.ok) return expectNeverCharged(ending);
      expect(['ORDER_NOT_UPCOMING', 'MOVE_TOO_LATE', 'PAYMENT_PENDING']).toContain(ending.told.code);
      expectCharged(ending);
    },
  },
  'another card by link': {
    step: 'charge',
    before: withLinks('fix'),
    ask: async (world, racer, now) => {
      const cardToken = await createCardToken(OTHER_CARD);
      return repairByCard(at(world, now), tokenOf(racer), { cardToken });
    },
    expectTruth: (ending) => {
      expectCharged(ending);
      if (ending.told.ok) expect((ending.told.answer as RepairedByCard).charge.outcome).toBe('paid');
      else expect(REFUSED).toContain(ending.told.code);
    },
  },
  'a QR code by link': {
    step: 'retry',
    before: withLinks('fix'),
    ask: (world, racer, now) => repairByQr(at(world, now), tokenOf(racer), { address: ADDRESS }),
    expectTruth: (ending) => {
      expectPaidOrNothing(ending);
      if (!ending.told.ok) return expect(REFUSED).toContain(ending.told.code);
      const { qr } = ending.told.answer as RepairView;
      if (!qr) return expect(ending.order.status).toBe('paid');
      // The card is not charged while the code can be scanned. The retries go on when it has ended.
      const charged = ending.attempts.filter(({ status }) => status === 'succeeded');
      for (const { createdAt } of charged) expect(createdAt >= new Date(qr.endsAt)).toBe(true);
    },
  },
  'giving up an order by link': {
    step: 'retry',
    before: withLinks('fix'),
    ask: (world, racer, now) => giveUpOrder(at(world, now), tokenOf(racer), ADDRESS),
    expectTruth: (ending) => {
      expectPaidOrNothing(ending);
      expect(ending.order.status).toBe(ending.told.ok ? 'void' : 'paid');
      if (!ending.told.ok) expect(REFUSED).toContain(ending.told.code);
    },
  },
});
