import { eq } from 'drizzle-orm';
import { dayOf } from '@/domain/day';
import type { OrderStatus } from '@/domain/order';
import { isOpenAttempt, type AttemptStatus, type PaymentStatus } from '@/domain/payment';
import {
  decide,
  wasLeft,
  type ChargeOutcome,
  type Settlement,
  type SettlementFacts,
} from '@/domain/settlement';
import type { Ctx } from '../context';
import { transaction, type Tx } from '../db/client';
import { chargeAttempts, orders, payments } from '../db/schema';
import { closeAttempt, leaveQrs, leaveUnseenQr, waitForOutcome, waitForPerson } from '../lifecycle/attempts';
import { countAttempt } from '../metrics/counters';
import { lockSubscription } from '../subscription/locks';
import { noteDecline, releasePaidCharge } from './card-limits';
import { discardCard } from './cards';
import type { Case } from './case';
import { applyDecline } from './settlement-declined';
import { gatherMoneyFacts } from './settlement-facts';
import { keepMoney, returnMoney } from './settlement-money';
import { findOpenLink } from './links';
import { tellActionNeeded } from './notices';

/** What stands after a settlement. */
export interface Settled {
  settlement: Settlement['kind'];
  attemptStatus: AttemptStatus;
  orderStatus: OrderStatus;
  paymentStatus: PaymentStatus;
  orderId: string;
  authorizeUri: string | null;
  reason: string | null;
}

/**
 * The one door through which every outcome of a charge enters: the gateway's answer, the return page, a webhook, a
 * poll or reconciliation, in any order and number. The same outcome again changes nothing.
 * @returns what stands afterwards, or null when the attempt no longer exists (its registration lapsed): money that
 * comes for it all the same is recorded and given back.
 */
export async function settleAttempt(
  ctx: Ctx,
  attemptId: string,
  outcome: ChargeOutcome,
): Promise<Settled | null> {
  let wasOpen = false;
  let attempt: Case['attempt'] | undefined;
  const settled = await transaction(ctx.db, async (tx) => {
    const found = await lockCase(tx, attemptId);
    attempt = found?.attempt;
    wasOpen = found !== null && isOpenAttempt(found.attempt.status);
    if (!found) {
      if (outcome.kind === 'succeeded') await returnMoney(tx, ctx.now, null, outcome, 'orphan');
      return null;
    }
    const facts = await gatherFacts(tx, ctx.now, found, outcome);
    const settlement = decide(outcome, facts);
    await apply(tx, ctx.now, found, outcome, settlement);
    if (settlement.kind === 'refund' && settlement.verdict === 'orphan')
      await stopAtMismatch(tx, found, facts);
    return readSettled(tx, attemptId, settlement.kind);
  });
  if (settled && wasOpen) countAttempt(settled.attemptStatus);
  if (attempt && wasOpen && (settled?.attemptStatus === 'succeeded' || settled?.attemptStatus === 'voided'))
    await releasePaidCharge(ctx, attempt);
  return settled;
}

async function lockCase(tx: Tx, attemptId: string): Promise<Case | null> {
  const [owner] = await tx
    .select({ subscriptionId: orders.subscriptionId })
    .from(chargeAttempts)
    .innerJoin(orders, eq(orders.id, chargeAttempts.orderId))
    .where(eq(chargeAttempts.id, attemptId));
  const subscription = owner ? await lockSubscription(tx, owner.subscriptionId) : null;
  if (!subscription) return null;
  // Read after the lock: another door may have settled this attempt while we waited for it.
  const [row] = await tx
    .select({ attempt: chargeAttempts, order: orders, payment: payments })
    .from(chargeAttempts)
    .innerJoin(orders, eq(orders.id, chargeAttempts.orderId))
    .innerJoin(payments, eq(payments.orderId, orders.id))
    .where(eq(chargeAttempts.id, attemptId));
  return row ? { subscription, ...row } : null;
}

async function gatherFacts(tx: Tx, now: Date, found: Case, outcome: ChargeOutcome): Promise<SettlementFacts> {
  const { attempt, order, payment } = found;
  const chargeId = 'chargeId' in outcome ? (outcome.chargeId ?? '') : '';
  return {
    ...(await gatherMoneyFacts(tx, found, { provider: 'omise', ref: chargeId })),
    attemptStatus: attempt.status,
    trigger: attempt.trigger,
    paymentStatus: payment.status,
    rungsUsed: payment.rungsUsed,
    paymentDate: order.paymentDate,
    now,
    sentOn: dayOf(attempt.sentAt ?? attempt.createdAt),
    plannedAt: payment.dueAt,

    heldUntil: isLeft(found, now, outcome) ? attempt.expiresAt : payment.givesUpAt,
    method: attempt.source === 'promptpay' ? 'offline' : 'card',
  };
}

async function apply(
  tx: Tx,
  now: Date,
  found: Case,
  outcome: ChargeOutcome,
  settlement: Settlement,
): Promise<void> {
  switch (settlement.kind) {
    case 'ignore':
      return;
    case 'wait_unknown':
      return waitForOutcome(tx, now, found.attempt, outcome);
    case 'unseen':
      return leaveUnseenQr(tx, now, found.attempt);
    case 'wait_action':
    case 'abandon':
      return waitAndTell(tx, now, found, outcome, settlement);
    case 'keep':
      if (outcome.kind !== 'succeeded') throw new Error('only money can be kept');
      await close(tx, now, found, outcome, null);
      return keepMoney(tx, now, found, outcome);
    case 'refund':
      if (outcome.kind !== 'succeeded') throw new Error('only money can be returned');
      if (found.attempt.status !== 'succeeded') await close(tx, now, found, outcome, settlement.verdict);
      return returnMoney(tx, now, found, outcome, settlement.verdict);
    case 'close':
    case 'retry':
    case 'decline_first':
    case 'void_reactivation':
    case 'supersede':
    case 'suspend':
    case 'hold_for_card':
      await close(tx, now, found, outcome, settlement.reason);
      return applyDecline(tx, now, found, settlement, { isLeft: isLeft(found, now, outcome) });
    case 'not_sent':
      await close(tx, now, found, outcome, 'not_sent');
      return applyDecline(tx, now, found, settlement);
  }
}

const isLeft = ({ attempt }: Case, now: Date, outcome: ChargeOutcome): boolean =>
  wasLeft(outcome, { leftAt: attempt.leftAt, now });

/** Another sum came than was owed and went back: the order is charged no further until somebody has looked. */
async function stopAtMismatch(tx: Tx, found: Case, facts: SettlementFacts): Promise<void> {
  const settlement = decide({ kind: 'declined', chargeId: null, code: 'confirmed_amount_mismatch' }, facts);
  switch (settlement.kind) {
    case 'decline_first':
    case 'void_reactivation':
    case 'supersede':
    case 'hold_for_card':
    case 'suspend':
      return applyDecline(tx, facts.now, found, settlement);
    case 'ignore':
    case 'close':
    case 'retry':
    case 'wait_unknown':
    case 'unseen':
    case 'wait_action':
    case 'abandon':
    case 'keep':
    case 'refund':
    case 'not_sent':
      return;
  }
}

async function close(
  tx: Tx,
  now: Date,
  { attempt }: Case,
  outcome: ChargeOutcome,
  reason: string | null,
): Promise<void> {
  const status = await closeAttempt(tx, now, attempt, outcome, reason);
  if (outcome.kind === 'declined') await noteDecline(tx, attempt, outcome);
  if (attempt.trigger === 'registration' && attempt.cardId && status !== 'succeeded')
    await discardCard(tx, now, attempt.accountId, attempt.cardId);
}

/** A charge waits for somebody, who is told unless they are at the page already. */
async function waitAndTell(
  tx: Tx,
  now: Date,
  { attempt }: Case,
  outcome: ChargeOutcome,
  settlement: Extract<Settlement, { kind: 'wait_action' | 'abandon' }>,
): Promise<void> {
  const until = await waitForPerson(tx, now, attempt, outcome, settlement);
  if (attempt.source === 'promptpay') return leaveUnwantedQr(tx, now, attempt);
  const isTold = attempt.status === 'action_required' || settlement.kind === 'abandon';
  if (isTold || attempt.trigger === 'registration' || attempt.trigger === 'reactivation') return;
  // A person who added a card goes to the bank's page at once, unless its answer was lost on the way.
  if (attempt.trigger === 'subscriber' && !attempt.unknownSince) return;
  await tellActionNeeded(tx, now, { ...attempt, attemptId: attempt.id, until });
}

/** The link was closed while its QR code was being made: nobody will be shown it. */
async function leaveUnwantedQr(tx: Tx, now: Date, attempt: Case['attempt']): Promise<void> {
  const link = await findOpenLink(tx, attempt.orderId);
  if (link?.id !== attempt.linkId) await leaveQrs(tx, now, [attempt.orderId]);
}

async function readSettled(
  tx: Tx,
  attemptId: string,
  settlement: Settlement['kind'],
): Promise<Settled | null> {
  const [row] = await tx
    .select({
      attemptStatus: chargeAttempts.status,
      orderStatus: orders.status,
      paymentStatus: payments.status,
      orderId: orders.id,
      authorizeUri: chargeAttempts.authorizeUri,
      reason: chargeAttempts.reason,
    })
    .from(chargeAttempts)
    .innerJoin(orders, eq(orders.id, chargeAttempts.orderId))
    .innerJoin(payments, eq(payments.orderId, orders.id))
    .where(eq(chargeAttempts.id, attemptId));
  return row ? { settlement, ...row } : null;
}
