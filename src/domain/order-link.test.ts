import { describe, expect, test } from 'vitest';
import { parseDay } from './day';
import {
  isRepairable,
  movedDate,
  offeredActions,
  oneTapState,
  repairQrEndsAt,
  repairState,
  undoUntil,
  type OneTapFacts,
  type RepairFacts,
} from './order-link';

const declined: RepairFacts = {
  orderKind: 'renewal',
  orderStatus: 'charging',
  subscriptionStatus: 'active',
  orderAlreadyPaid: false,
  sameChargeRecorded: false,
  newerOrderPaidOrCharging: false,
  isNewest: true,
  isGivenUp: false,
  open: null,
};
const unpaid: RepairFacts = { ...declined, orderStatus: 'unpaid', subscriptionStatus: 'inactive' };

describe('the state of an order on the page of its repair link', () => {
  test.each<[guarantee: string, RepairFacts, ReturnType<typeof repairState>]>([
    ['is retrying while its card is charged again', declined, 'retrying'],
    [
      'is awaiting payment while it has a payment link',
      { ...declined, orderStatus: 'awaiting_payment' },
      'awaiting_payment',
    ],
    ['is unpaid after the last retry', unpaid, 'unpaid'],
    ['is paid, also after a refund', { ...declined, orderStatus: 'refunded' }, 'paid'],
    [
      'is given up if its link made it void',
      { ...declined, orderStatus: 'void', isGivenUp: true },
      'given_up',
    ],
    ['has ended if something else made it void', { ...declined, orderStatus: 'void' }, 'ended'],
    ['has ended when a newer order was begun, also an unpaid one', { ...unpaid, isNewest: false }, 'ended'],
    [
      'has ended when its unpaid order was replaced by a reactivation',
      { ...unpaid, subscriptionStatus: 'active' },
      'ended',
    ],
    ['has ended after a cancellation', { ...declined, subscriptionStatus: 'cancelled' }, 'ended'],
    [
      'is pending while the outcome of a charge is unknown',
      { ...declined, open: { status: 'unknown', source: 'card' } },
      'pending',
    ],
    [
      'stays payable while the bank asks for a confirmation',
      { ...declined, open: { status: 'action_required', source: 'card' } },
      'retrying',
    ],
  ])('%s', (_, facts, state) => {
    expect(repairState(facts)).toBe(state);
  });

  test('allows a payment only while the order is retrying, awaiting payment or unpaid', () => {
    const states = [
      'retrying',
      'awaiting_payment',
      'unpaid',
      'pending',
      'paid',
      'given_up',
      'ended',
    ] as const;
    expect(states.filter(isRepairable)).toEqual(['retrying', 'awaiting_payment', 'unpaid']);
  });
});

test('a QR code of a repair link ends after 30 minutes, in whole seconds', () => {
  expect(repairQrEndsAt(new Date('2026-12-31T02:00:00.700Z'))).toEqual(new Date('2026-12-31T02:30:00Z'));
});

describe('a one-tap link', () => {
  const linkedDate = parseDay('2026-12-31');
  const order = { status: 'upcoming' as const, paymentDate: linkedDate };
  const skip: OneTapFacts = {
    action: 'skip',
    linkedDate,
    movesTo: movedDate(linkedDate),
    isUsed: false,
    order,
    isActive: true,
    canSwap: false,
  };
  const move: OneTapFacts = { ...skip, action: 'move' };
  const swap: OneTapFacts = { ...skip, action: 'swap', canSwap: true };
  const lastDay = parseDay('2026-12-29');

  test.each<[guarantee: string, OneTapFacts, ReturnType<typeof oneTapState>]>([
    ['is open until its cut-off', skip, 'open'],
    ['is done once used, whatever the order became', { ...skip, isUsed: true }, 'done'],
    [
      'to skip is done when the order is skipped already',
      { ...skip, order: { ...order, status: 'skipped' } },
      'done',
    ],
    [
      'to move means nothing for a skipped order',
      { ...move, order: { ...order, status: 'skipped' } },
      'changed',
    ],
    [
      'to move is done when the order is on that day already',
      { ...move, order: { ...order, paymentDate: movedDate(linkedDate) } },
      'done',
    ],
    [
      'to move means nothing for an order that was moved to another day',
      { ...move, order: { ...order, paymentDate: parseDay('2027-01-02') } },
      'changed',
    ],
    ['to a substitute is open while the order can have it', swap, 'open'],
    ['to a substitute means nothing once the order cannot have it', { ...swap, canSwap: false }, 'changed'],
    ['has ended with its order', { ...skip, order: { ...order, status: 'void' } }, 'ended'],
    ['has ended with its subscription', { ...skip, isActive: false }, 'ended'],
    [
      'is too late for an order that is charged',
      { ...skip, order: { ...order, status: 'charging' } },
      'too_late',
    ],
  ])('%s', (_, facts, state) => {
    expect(oneTapState(facts, lastDay)).toBe(state);
  });

  test('is too late on the day after its cut-off', () => {
    expect(oneTapState(skip, parseDay('2026-12-30'))).toBe('too_late');
    expect(oneTapState(swap, parseDay('2026-12-30'))).toBe('open');
    expect(oneTapState(swap, linkedDate)).toBe('too_late');
  });

  test('can be taken back for 60 seconds, while nothing else has changed', () => {
    const usedAt = new Date('2026-12-29T10:00:00+07:00');
    const use = { action: 'skip' as const, usedAt, usedVersion: 4 };
    const after = (seconds: number) => new Date(usedAt.getTime() + seconds * 1000);
    expect(undoUntil(use, 4, usedAt)).toEqual(after(60));
    expect(undoUntil(use, 4, after(60))).toEqual(after(60));
    expect(undoUntil(use, 4, after(61))).toBeNull();
    expect(undoUntil(use, 5, usedAt)).toBeNull();
    expect(undoUntil({ ...use, usedAt: null, usedVersion: null }, 4, usedAt)).toBeNull();
    expect(undoUntil({ ...use, usedVersion: null }, 4, usedAt)).toBeNull();
    expect(undoUntil({ ...use, action: 'swap' }, 4, usedAt)).toBeNull();
  });

  test('is offered for the actions that are possible: no move too near to the next order, no other box beside a free product', () => {
    const facts = {
      paymentDate: linkedDate,
      movedFrom: null,
      nextDate: parseDay('2027-01-31'),
      hasFreeProduct: false,
    };
    expect(offeredActions(facts, lastDay)).toEqual(['skip', 'move', 'box']);
    expect(offeredActions({ ...facts, nextDate: parseDay('2027-01-07') }, lastDay)).toEqual(['skip', 'box']);
    expect(offeredActions({ ...facts, hasFreeProduct: true }, lastDay)).toEqual(['skip', 'move']);
    expect(offeredActions(facts, parseDay('2026-12-30'))).toEqual([]);
  });
});
