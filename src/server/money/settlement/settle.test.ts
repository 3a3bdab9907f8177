import { eq } from 'drizzle-orm';
import { afterEach, describe, expect, test } from 'vitest';
import type { ChargeOutcome } from '@/domain/settlement';
import { findViolations } from '@/server/work/invariants/invariants';
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
import { forgetEverybody } from '@/testing/forget-everybody';
import { goTo } from '@/testing/subscribers';
import { withWorld } from '@/testing/with-world';

const world = withWorld();
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

describe('a first charge', () => {
  test.each<[string, () => ChargeOutcome, object]>([
    [
      'that is paid makes the subscription active',
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
      'that is declined leaves the registration open',
      () => declined('insufficient_fund'),
      { ...WAITING, payment: 'failed', attempt: 'declined' },
    ],
    [
      'that needs 3-D Secure waits for the payer',
      () => ({ kind: 'action_required', chargeId: newChargeId(), authorizeUri: 'https://bank.test' }),
      { ...WAITING, attempt: 'action_required' },
    ],
    [
      'that is pending at the gateway stays open',
      () => ({ kind: 'pending', chargeId: newChargeId() }),
      { ...WAITING, attempt: 'unknown' },
    ],
    [
      'that expired leaves the registration open',
      () => ({ kind: 'expired', chargeId: newChargeId() }),
      { ...WAITING, payment: 'failed', attempt: 'expired' },
    ],
    [
      'without a response stays open',
      () => ({ kind: 'unknown', why: 'TimeoutError' }),
      { ...WAITING, attempt: 'unknown' },
    ],
    [
      'that was certainly not sent leaves the registration open',
      () => ({ kind: 'not_sent', why: 'ECONNREFUSED' }),
      { ...WAITING, payment: 'failed', attempt: 'voided' },
    ],
    [
      'that is paid with another amount is refunded',
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

describe('a renewal', () => {
  test.each<[string, () => ChargeOutcome, object]>([
    [
      'that is paid makes its order paid',
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
      'with a soft decline is retried the next day',
      () => declined('insufficient_fund'),
      { ...RENEWING, payment: 'failed', attempt: 'declined', next: NEXT_DAY, told: ['payment_failed'] },
    ],
    [
      'with a hard decline is held for another card until day 13',
      () => declined('stolen_or_lost_card'),
      { ...RENEWING, payment: 'failed', attempt: 'declined', next: LAST_DAY, told: ['payment_failed'] },
    ],
    [
      'declined with the advice not to retry is held for another card',
      () => ({ ...declined('insufficient_fund'), adviseNoRetry: true }) as ChargeOutcome,
      { ...RENEWING, payment: 'failed', attempt: 'declined', next: LAST_DAY, told: ['payment_failed'] },
    ],
    [
      'declined with an unknown code is retried the next day',
      () => declined('mystery'),
      { ...RENEWING, payment: 'failed', attempt: 'declined', next: NEXT_DAY, told: ['payment_failed'] },
    ],
    [
      'that needs 3-D Secure notifies the payer',
      () => ({ kind: 'action_required', chargeId: newChargeId(), authorizeUri: 'https://bank.test' }),
      { ...RENEWING, attempt: 'action_required', told: ['action_needed'] },
    ],
    [
      'that expired is retried the next day',
      () => ({ kind: 'expired', chargeId: newChargeId() }),
      { ...RENEWING, payment: 'failed', attempt: 'expired', next: NEXT_DAY, told: ['payment_failed'] },
    ],
    [
      'without a response stays open',
      () => ({ kind: 'unknown', why: 'HTTP_500' }),
      { ...RENEWING, attempt: 'unknown' },
    ],
    [
      'that was certainly not sent is sent again ten minutes later and uses no retry',
      () => ({ kind: 'not_sent', why: 'HTTP_429' }),
      { ...RENEWING, attempt: 'voided', next: '2026-12-31T02:10:00.000Z' },
    ],
    [
      'that is paid with another amount is refunded and held for the operator',
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
    expect(payment?.retryStepsUsed).toBe(after.attempt === 'voided' ? 0 : 1);
  });
});
