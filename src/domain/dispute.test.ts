import { expect, test } from 'vitest';
import {
  decisionRefusal,
  DISPUTE_DECISIONS,
  isHeldAgain,
  isStaleDispute,
  isTakenBack,
  needsCorrection,
} from './dispute';

test.each([
  ['open', 'allowed', 'lost', true],
  ['open', 'allowed', 'won', false],
  ['lost', 'allowed', 'lost', false],
  ['open', 'stopped', 'lost', false],
] as const)(
  'a dispute that was %s with charging %s and is now %s holds charging again: %s',
  (status, charging, now, held) => {
    expect(isHeldAgain({ status, charging, bookedAt: null }, now)).toBe(held);
  },
);

test.each([
  ['reversed, recorded just now', { isReversed: true, isPaid: false }, 0, true],
  ['not paid, recorded just now: a stale read', { isReversed: false, isPaid: false }, 1, false],
  ['not paid a day after it was recorded', { isReversed: false, isPaid: false }, 24, true],
  ['paid', { isReversed: false, isPaid: true }, 48, false],
])('a charge counts as taken back when it is %s', (_name, charge, hours, takenBack) => {
  const recordedAt = new Date('2026-11-20T10:00:00Z');
  const now = new Date(recordedAt.getTime() + hours * 3_600_000);
  expect(isTakenBack(charge, { recordedAt, now })).toBe(takenBack);
});

test.each([
  ['open', false, ['allow', 'stop']],
  ['pending', false, ['allow', 'stop']],
  ['lost', false, ['allow', 'stop', 'lost']],
  ['lost', true, ['allow', 'stop']],
  ['won', false, ['allow', 'stop']],
  ['won', true, ['allow', 'stop']],
] as const)(
  'a dispute that is %s, booked as lost: %s, can be decided as %s',
  (status, isBooked, decisions) => {
    const allowed = DISPUTE_DECISIONS.filter((one) => decisionRefusal({ status, isBooked }, one) === null);
    expect(allowed).toEqual(decisions);
    expect(needsCorrection({ status, isBooked })).toBe(status === 'won' && isBooked);
  },
);

test('a decided dispute is not opened again by a read that is out of date', () => {
  expect(isStaleDispute({ status: 'lost' }, 'open')).toBe(true);
  expect(isStaleDispute({ status: 'won' }, 'pending')).toBe(true);
  expect(isStaleDispute({ status: 'lost' }, 'won')).toBe(false);
  expect(isStaleDispute({ status: 'open' }, 'lost')).toBe(false);
});
