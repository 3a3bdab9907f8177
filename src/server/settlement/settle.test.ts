import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { ChargeOutcome } from '@/domain/settlement';
import { findViolations } from '@/server/invariants/invariants';
import { payments } from '@/server/db/schema';
import {
  newChargeId,
  openFirstAttempt,
  openRenewalAttempt,
  paidOutcome,
  settle,
  stateOf,
  TOTAL,
} from '@/testing/attempts';
import { catchUpParcels } from '@/testing/parcels';
import { issueDocuments } from '@/testing/documents';
import { forgetEverybody, goTo } from '@/testing/subscribers';
import { openWorld, type World } from '@/testing/world';

let world: World;
beforeAll(async () => {
  world = await openWorld('2026-11-20T10:00:00+07:00');
});
afterAll(() => world.close());
afterEach(async () => {
  await issueDocuments(world);
  await catchUpParcels(world);
  const violations = await findViolations(world.ctx());
  await forgetEverybody(world);
  expect(violations).toEqual([]);
});

const declined = (code: string): ChargeOutcome => ({ kind: 'declined', chargeId: newChargeId(), code });

const WAITING = {
  subscription: 'awaiting_payment',
  order: 'charging',
  payment: 'pending',
  next: null,
  money: [],
  ahead: 0,
  told: [],
};

describe('a first charge that was', () => {
  test.each<[string, () => ChargeOutcome, object]>([
    [
      'paid: makes the subscription active',
      () => paidOutcome(world),
      {
        ...WAITING,
        subscription: 'active',
        order: 'paid',
        payment: 'succeeded',
        attempt: 'succeeded',
        money: ['kept'],
        ahead: 3,
        told: ['order_paid'],
      },
    ],
    [
      'declined: leaves the registration open',
      () => declined('insufficient_fund'),
      { ...WAITING, payment: 'failed', attempt: 'declined' },
    ],
    [
      'sent to the bank for its page: waits for the person',
      () => ({ kind: 'action_required', chargeId: newChargeId(), authorizeUri: 'https://bank.test' }),
      { ...WAITING, attempt: 'action_required' },
    ],
    [
      'taken and not decided: waits for the gateway',
      () => ({ kind: 'pending', chargeId: newChargeId() }),
      { ...WAITING, attempt: 'unknown' },
    ],
    [
      'expired: leaves the registration open',
      () => ({ kind: 'expired', chargeId: newChargeId() }),
      { ...WAITING, payment: 'failed', attempt: 'expired' },
    ],
    [
      'not answered: waits for the gateway',
      () => ({ kind: 'unknown', why: 'TimeoutError' }),
      { ...WAITING, attempt: 'unknown' },
    ],
    [
      'certainly not sent: leaves the registration open',
      () => ({ kind: 'not_sent', why: 'ECONNREFUSED' }),
      { ...WAITING, payment: 'failed', attempt: 'voided' },
    ],
    [
      'paid with another sum: gives it back and keeps nothing',
      () => paidOutcome(world, TOTAL + 100),
      { ...WAITING, payment: 'failed', attempt: 'succeeded', money: ['orphan'] },
    ],
  ])('%s', async (_name, outcome, expected) => {
    await goTo(world, '2026-11-20', '10:00');
    const open = await openFirstAttempt(world);
    await settle(world, open, outcome());
    expect(await stateOf(world, open)).toEqual(expected);
  });
});

const NEXT_DAY = '2027-01-01T02:00:00.000Z';
const LAST_DAY = '2027-01-13T02:00:00.000Z';
const RENEWING = {
  subscription: 'active',
  order: 'charging',
  payment: 'pending',
  next: null,
  money: [],
  ahead: 3,
  told: [],
};

describe('a renewal that was', () => {
  test.each<[string, () => ChargeOutcome, object]>([
    [
      'paid: is paid',
      () => paidOutcome(world),
      {
        ...RENEWING,
        order: 'paid',
        payment: 'succeeded',
        attempt: 'succeeded',
        money: ['kept'],
        told: ['order_paid', 'order_paid'],
      },
    ],
    [
      'declined softly: is tried again the next day',
      () => declined('insufficient_fund'),
      { ...RENEWING, payment: 'failed', attempt: 'declined', next: NEXT_DAY, told: ['payment_failed'] },
    ],
    [
      'declined for good: waits for another card until day 13',
      () => declined('stolen_or_lost_card'),
      { ...RENEWING, payment: 'failed', attempt: 'declined', next: LAST_DAY, told: ['payment_failed'] },
    ],
    [
      'declined with the advice not to retry: waits for another card',
      () => ({ ...declined('insufficient_fund'), adviseNoRetry: true }) as ChargeOutcome,
      { ...RENEWING, payment: 'failed', attempt: 'declined', next: LAST_DAY, told: ['payment_failed'] },
    ],
    [
      'declined with a code nobody knows: is tried again the next day',
      () => declined('mystery'),
      { ...RENEWING, payment: 'failed', attempt: 'declined', next: NEXT_DAY, told: ['payment_failed'] },
    ],
    [
      'sent to the bank for its page: asks the person',
      () => ({ kind: 'action_required', chargeId: newChargeId(), authorizeUri: 'https://bank.test' }),
      { ...RENEWING, attempt: 'action_required', told: ['action_needed'] },
    ],
    [
      'expired: is tried again the next day',
      () => ({ kind: 'expired', chargeId: newChargeId() }),
      { ...RENEWING, payment: 'failed', attempt: 'expired', next: NEXT_DAY, told: ['payment_failed'] },
    ],
    [
      'not answered: waits for the gateway',
      () => ({ kind: 'unknown', why: 'HTTP_500' }),
      { ...RENEWING, attempt: 'unknown' },
    ],
    [
      'certainly not sent: is sent again ten minutes later, at no cost of a rung',
      () => ({ kind: 'not_sent', why: 'HTTP_429' }),
      { ...RENEWING, attempt: 'voided', next: '2026-12-31T02:10:00.000Z' },
    ],
    [
      'paid with another sum: gives it back and waits for somebody to look',
      () => paidOutcome(world, TOTAL - 1),
      {
        ...RENEWING,
        payment: 'failed',
        attempt: 'succeeded',
        money: ['orphan'],
        next: LAST_DAY,
        told: ['payment_failed'],
      },
    ],
  ])('%s', async (_name, outcome, expected) => {
    const open = await openRenewalAttempt(world);
    await settle(world, open, outcome());
    const after = await stateOf(world, open);
    const rounded = after.next?.startsWith('2026-12-31T02:10') ? { next: '2026-12-31T02:10:00.000Z' } : {};
    expect({ ...after, ...rounded }).toEqual(expected);
    const [payment] = await world.db.select().from(payments).where(eq(payments.orderId, open.orderId));
    expect(payment?.rungsUsed).toBe(after.attempt === 'voided' ? 0 : 1);
  });
});
