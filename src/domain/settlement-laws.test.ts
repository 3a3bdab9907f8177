import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays, dayOf, daysBetween, hourOf, parseDay } from './day';
import { ORDER_STATUSES, type OrderStatus } from './order';
import { ATTEMPT_STATUSES, isOpenAttempt, TRIGGERS, type AttemptStatus, type PaymentStatus } from './payment';
import { RETRY_DAYS } from './retry';
import { closedAs, decide, type ChargeOutcome, type Settlement, type SettlementFacts } from './settlement';
import { SUBSCRIPTION_STATUSES, type SubscriptionStatus } from './subscription';

const paymentDate = parseDay('2026-12-31');
const at = (days: number, hour = 9) => hourOf(addDays(paymentDate, days), hour);

const NEVER_RECEIVED: ChargeOutcome = { kind: 'declined', chargeId: null, code: 'not_received' };

const OUTCOMES: ChargeOutcome[] = [
  { kind: 'succeeded', chargeId: 'chrg_1', amount: 100, paidAt: at(0) },
  { kind: 'declined', chargeId: 'chrg_1', code: 'insufficient_fund' },
  { kind: 'declined', chargeId: 'chrg_1', code: 'insufficient_fund', adviseNoRetry: true },
  { kind: 'declined', chargeId: 'chrg_1', code: 'stolen_or_lost_card' },
  NEVER_RECEIVED,
  { kind: 'expired', chargeId: 'chrg_1' },
  { kind: 'action_required', chargeId: 'chrg_1', authorizeUri: 'https://bank.test' },
  { kind: 'pending', chargeId: 'chrg_1' },
  { kind: 'unknown', why: 'TIMEOUT' },
  { kind: 'not_sent', why: 'REFUSED' },
];

function* everyCase(): Generator<SettlementFacts> {
  for (const attemptStatus of ATTEMPT_STATUSES)
    for (const orderKind of ['first', 'reactivation', 'renewal'] as const)
      for (const orderStatus of ORDER_STATUSES)
        for (const subscriptionStatus of SUBSCRIPTION_STATUSES)
          for (const flags of [0, 1, 2, 3, 4, 5, 6, 7])
            for (const method of ['card', 'offline'] as const)
              for (const now of [at(0), at(6, 12), at(13), at(40)])
                yield {
                  attemptStatus,
                  trigger: 'billing_run',
                  orderKind,
                  orderStatus,
                  paymentStatus: 'pending',
                  subscriptionStatus,
                  orderAlreadyPaid: (flags & 1) > 0,
                  sameChargeRecorded: (flags & 2) > 0,
                  newerOrderPaidOrCharging: (flags & 4) > 0,
                  retryStepsUsed: 1,
                  paymentDate,
                  sentOn: paymentDate,
                  now,
                  method,
                };
}

/** Returns the first case in which a law is not true; null if it is true in all cases. */
function findBreach(
  law: (outcome: ChargeOutcome, facts: SettlementFacts, settlement: Settlement) => boolean,
) {
  for (const facts of everyCase()) {
    for (const outcome of OUTCOMES) {
      const settlement = decide(outcome, facts);
      if (!law(outcome, facts, settlement)) return { outcome, facts, settlement };
    }
  }
  return null;
}

const owed: OrderStatus[] = ['charging', 'awaiting_payment', 'unpaid'];

describe('in every case of a settlement', () => {
  test('a payment is kept only for an owed order without another payment that is not superseded or cancelled', () => {
    const breach = findBreach((outcome, facts, { kind }) => {
      if (kind !== 'keep') return true;
      const isAlive = facts.subscriptionStatus !== 'cancelled' || facts.orderKind === 'reactivation';
      const isFree = !facts.orderAlreadyPaid && !facts.sameChargeRecorded && !facts.newerOrderPaidOrCharging;
      return outcome.kind === 'succeeded' && owed.includes(facts.orderStatus) && isAlive && isFree;
    });
    expect(breach).toBeNull();
  });

  test('a new payment is always kept or refunded, never dropped', () => {
    const breach = findBreach(
      (outcome, facts, { kind }) =>
        outcome.kind !== 'succeeded' ||
        (facts.sameChargeRecorded ? kind === 'ignore' : kind === 'keep' || kind === 'refund'),
    );
    expect(breach).toBeNull();
  });

  test('only a success moves money, and no outcome reopens a closed attempt', () => {
    const breach = findBreach((outcome, facts, { kind }) => {
      if (outcome.kind === 'succeeded') return true;
      return isOpenAttempt(facts.attemptStatus) ? kind !== 'keep' && kind !== 'refund' : kind === 'ignore';
    });
    expect(breach).toBeNull();
  });

  test('an unknown outcome never leads to another charge: the attempt stays open, except a QR code that was never shown', () => {
    const breach = findBreach(
      ({ kind: outcome }, { method }, { kind }) =>
        (outcome !== 'unknown' && outcome !== 'pending') ||
        ['ignore', 'wait_unknown', 'wait_action'].includes(kind) ||
        (kind === 'unseen' && method === 'offline' && outcome === 'unknown'),
    );
    expect(breach).toBeNull();
  });

  test('only the call itself can report that it was not sent', () => {
    const breach = findBreach(
      (outcome, facts, { kind }) =>
        kind !== 'not_sent' ||
        (outcome.kind === 'not_sent' && ['created', 'sent'].includes(facts.attemptStatus)),
    );
    expect(breach).toBeNull();
  });

  test('only renewals of an active subscription are retried, suspended or held, and only after a decline', () => {
    const breach = findBreach((outcome, facts, { kind }) => {
      if (kind !== 'retry' && kind !== 'hold_for_card' && kind !== 'suspend') return true;
      const isDecline = outcome.kind === 'declined' || outcome.kind === 'expired';
      const isLive =
        facts.subscriptionStatus === 'active' ||
        (kind === 'suspend' && facts.subscriptionStatus === 'inactive');
      return (
        isDecline &&
        isLive &&
        facts.orderKind === 'renewal' &&
        facts.method === 'card' &&
        !facts.newerOrderPaidOrCharging
      );
    });
    expect(breach).toBeNull();
  });

  test('retries are planned for the next retry day at 09:00, or for today after an unsent call or an earlier expired link, and a hold ends on day 13', () => {
    const breach = findBreach((outcome, facts, settlement) => {
      if (settlement.kind === 'hold_for_card')
        return settlement.endsAt > facts.now && settlement.endsAt.getTime() === at(13).getTime();
      if (settlement.kind !== 'retry') return true;
      const day = dayOf(settlement.at);
      const isRetryDay = daysBetween(paymentDate, day) === RETRY_DAYS[settlement.retryIndex];
      const today = dayOf(facts.now);
      const isUnanswered = outcome === NEVER_RECEIVED || outcome.kind === 'expired';
      const isLate = isUnanswered && today > paymentDate ? day >= today : day > today;
      return isRetryDay && settlement.at.getTime() === hourOf(day, 9).getTime() && isLate;
    });
    expect(breach).toBeNull();
  });

  test('a settlement that closes an attempt states its final status, one that waits does not', () => {
    const waits = ['ignore', 'wait_unknown', 'wait_action', 'abandon'];
    const breach = findBreach((outcome, _, { kind }) => {
      // Closed as voided, whatever the result of the call.
      if (kind === 'unseen') return outcome.kind === 'unknown' || outcome.kind === 'not_sent';
      const closed = closedAs(outcome);
      return waits.includes(kind) || (closed !== null && !isOpenAttempt(closed));
    });
    expect(breach).toBeNull();
  });

  test('the trigger makes no difference, the kind of order does', () => {
    for (const facts of everyCase()) {
      if (facts.attemptStatus !== 'sent' || facts.orderStatus !== 'charging') continue;
      for (const outcome of OUTCOMES) {
        const answers = new Set(
          TRIGGERS.map((trigger) => JSON.stringify(decide(outcome, { ...facts, trigger }))),
        );
        expect(answers.size).toBe(1);
      }
    }
  });
});

type Charge = { status: AttemptStatus; paid: boolean };
type World = {
  order: OrderStatus;
  payment: PaymentStatus;
  subscription: SubscriptionStatus;
  charges: Charge[];
  kept: number[];
  returned: number[];
};

/** Applies a settlement to one order, as the product does. */
function write(world: World, at: number, outcome: ChargeOutcome, settlement: Settlement) {
  const charge = world.charges[at]!;
  if (settlement.kind === 'ignore') return;
  if (settlement.kind === 'wait_unknown') charge.status = 'unknown';
  else if (settlement.kind === 'wait_action' || settlement.kind === 'abandon')
    charge.status = 'action_required';
  else charge.status = closedAs(outcome) ?? charge.status;
  if (settlement.kind === 'keep')
    Object.assign(world, {
      order: 'paid',
      payment: 'succeeded',
      subscription: 'active',
      kept: [...world.kept, at],
    });
  if (settlement.kind === 'refund') world.returned.push(at);
  if (settlement.kind === 'retry' || settlement.kind === 'hold_for_card') world.payment = 'failed';
  if (settlement.kind === 'suspend')
    Object.assign(world, { order: 'unpaid', payment: 'suspended', subscription: 'inactive' });
  if (settlement.kind === 'void_reactivation') world.order = 'void';
}

type Step = { what: 'open' | 'cancel' | 'report'; charge: number; outcome: ChargeOutcome; days: number };

const anyStep: fc.Arbitrary<Step> = fc.record({
  what: fc.constantFrom('open', 'cancel', ...Array.from({ length: 12 }, () => 'report' as const)),
  charge: fc.nat(4),
  outcome: fc.constantFrom(...OUTCOMES, ...Array.from({ length: 8 }, () => OUTCOMES[0]!)),
  days: fc.nat(15),
});

function play(steps: Step[], orderKind: SettlementFacts['orderKind']): World {
  const starts: Record<typeof orderKind, SubscriptionStatus> = {
    first: 'awaiting_payment',
    reactivation: 'cancelled',
    renewal: 'active',
  };
  const world: World = {
    order: 'charging',
    payment: 'pending',
    subscription: starts[orderKind],
    charges: [],
    kept: [],
    returned: [],
  };
  const open = () => {
    const mayBeCharged =
      owed.includes(world.order) && !world.charges.some((charge) => isOpenAttempt(charge.status));
    if (mayBeCharged) world.charges.push({ status: 'sent', paid: false });
  };
  open();
  for (const { what, charge, outcome, days } of steps) {
    if (what === 'open') open();
    if (what === 'cancel' && world.order !== 'paid')
      Object.assign(world, { order: 'void', payment: 'void', subscription: 'cancelled' });
    const heard = world.charges[charge];
    if (what !== 'report' || !heard) continue;
    if (outcome.kind === 'succeeded') heard.paid = true;
    const facts: SettlementFacts = {
      attemptStatus: heard.status,
      trigger: 'billing_run',
      orderKind,
      orderStatus: world.order,
      paymentStatus: world.payment,
      subscriptionStatus: world.subscription,
      orderAlreadyPaid: world.kept.length > 0 && !world.kept.includes(charge),
      sameChargeRecorded: world.kept.includes(charge) || world.returned.includes(charge),
      newerOrderPaidOrCharging: false,
      retryStepsUsed: Math.min(world.charges.length, 6),
      paymentDate,
      now: at(days),
    };
    write(world, charge, outcome, decide(outcome, facts));
  }
  return world;
}

describe('any sequence of outcomes', () => {
  const anyKind = fc.constantFrom('first' as const, 'reactivation' as const, 'renewal' as const);

  test('leaves at most one kept charge per order, and every paid charge is kept or refunded exactly once', () => {
    fc.assert(
      fc.property(fc.array(anyStep, { maxLength: 30 }), anyKind, (steps, orderKind) => {
        const world = play(steps, orderKind);
        const settled = [...world.kept, ...world.returned].sort();
        const paid = world.charges.flatMap((charge, index) => (charge.paid ? [index] : []));
        expect(world.kept.length).toBeLessThanOrEqual(1);
        expect(settled).toEqual(paid);
      }),
      { numRuns: 3_000 },
    );
  });

  test('changes nothing when an outcome is repeated', () => {
    fc.assert(
      fc.property(fc.array(anyStep, { maxLength: 15 }), anyKind, (steps, orderKind) => {
        const twice = steps.flatMap((step) => (step.what === 'report' ? [step, step] : [step]));
        expect(play(twice, orderKind)).toEqual(play(steps, orderKind));
      }),
      { numRuns: 1_000 },
    );
  });
});
