import { closeAttempt } from '@/domain/lifecycle/attempts';
import type { Part } from '@/domain/lifecycle/changes';
import type { Declined } from '@/domain/lifecycle/declines';
import { isOpenAttempt } from '@/domain/payment';
import { decide, type ChargeOutcome, type Settlement } from '@/domain/settlement';
import type { Ctx } from '../../platform/context';
import { transaction, type Tx } from '../../db';
import { applyChanges } from '../../lifecycle/apply-changes';
import {
  voidQrCodes,
  voidUnseenQrCode,
  markOutcomeUnknown,
  markActionRequired,
} from '../../lifecycle/attempts';
import { countAttempt } from '../../platform/counters';
import { recordDecline, releasePaidCharge } from '../cards/card-limits';
import { discardCard } from '../cards/saved-cards';
import { findOpenLink } from '../../lifecycle/payment-links';
import { notifyActionNeeded } from './notifications';
import { applyDeclines, type DeclinedAttempt } from './apply-declines';
import {
  decideOutcomes,
  isAbandoned,
  lockAttempts,
  readSettled,
  type AttemptRows,
  type DecidedOutcome,
  type Settled,
} from './decide-outcomes';
import { keepMoney, returnMoney, type Kept } from './received-money';

/** The outcome of a charge, from a response, a webhook, a poll or reconciliation. */
export interface AttemptOutcome {
  attemptId: string;
  outcome: ChargeOutcome;
}

/**
 * Settles one outcome of a charge, as `settleAttempts` does.
 * @returns the statuses after the settlement; null if the attempt was deleted with its expired registration.
 *   A payment for a deleted attempt is recorded and refunded.
 */
export async function settleAttempt(
  ctx: Ctx,
  attemptId: string,
  outcome: ChargeOutcome,
): Promise<Settled | null> {
  const { settled } = await settleAttempts(ctx, [{ attemptId, outcome }]);
  return settled.get(attemptId) ?? null;
}

/**
 * Settles outcomes of charges in one transaction. Outcomes come from the gateway's response, the return page,
 * a webhook, a poll or reconciliation. They may arrive repeatedly and in any order. A repeated outcome
 * changes nothing.
 * @returns `settled`: the statuses after the settlement, by attempt. `left`: attempts that the caller must
 *   settle one by one: another process has locked the subscription, another attempt in `incoming` has the
 *   same subscription, or the attempt does not exist. Empty for a single outcome.
 */
export async function settleAttempts(
  ctx: Ctx,
  incoming: readonly AttemptOutcome[],
): Promise<{ settled: ReadonlyMap<string, Settled>; left: string[] }> {
  const outcomes = new Map(incoming.map(({ attemptId, outcome }) => [attemptId, outcome]));
  const { attempts, settled } = await transaction(ctx.db, async (tx) => {
    const attempts = await lockAttempts(tx, [...outcomes.keys()]);
    const [only] = incoming;
    if (attempts.length === 0 && incoming.length === 1 && only?.outcome.kind === 'succeeded')
      await returnMoney(tx, ctx.now, null, only.outcome, 'orphan');
    const decided = await decideOutcomes(tx, ctx.now, attempts, outcomes);
    await apply(tx, ctx.now, decided);
    return { attempts, settled: await readSettled(tx, decided) };
  });
  for (const found of attempts) {
    const outcome = outcomes.get(found.attempt.id);
    const isUnsent = outcome?.kind === 'declined' && outcome.isUnsent;
    if (!isUnsent) await recordEnd(ctx, found, settled.get(found.attempt.id));
  }
  const left = incoming.length > 1 ? [...outcomes.keys()].filter((id) => !settled.has(id)) : [];
  return { settled, left };
}

/** Adds a closed attempt to the metrics. A paid or voided charge no longer counts against its card limits. */
async function recordEnd(
  ctx: Ctx,
  { attempt, card }: AttemptRows,
  settled: Settled | undefined,
): Promise<void> {
  if (!settled || !isOpenAttempt(attempt.status)) return;
  countAttempt(settled.attemptStatus);
  if (settled.attemptStatus === 'succeeded' || settled.attemptStatus === 'voided')
    await releasePaidCharge(ctx, attempt, card);
}

/**
 * Applies settlements: payments that pay their order as one set, declines as one set, and all others one by
 * one.
 */
async function apply(tx: Tx, now: Date, all: readonly DecidedOutcome[]): Promise<void> {
  const kept: Kept[] = [];
  const declined: DeclinedAttempt[] = [];
  for (const one of all) {
    const { found, outcome, settlement } = one;
    if (settlement.kind === 'keep' && outcome.kind === 'succeeded')
      kept.push({ found, outcome, with: await close(tx, now, one, null) });
    else declined.push(...(await applyOne(tx, now, one)));
  }
  await keepMoney(tx, now, kept);
  await applyDeclines(tx, now, declined);
}

/** Applies one settlement, except `keep`. @returns its declines, which the caller applies as a set */
async function applyOne(tx: Tx, now: Date, one: DecidedOutcome): Promise<DeclinedAttempt[]> {
  const { found, outcome, settlement } = one;
  switch (settlement.kind) {
    case 'ignore':
      return [];
    case 'wait_unknown':
      await markOutcomeUnknown(tx, now, found.attempt, outcome);
      return [];
    case 'unseen':
      await voidUnseenQrCode(tx, now, found.attempt);
      return [];
    case 'wait_action':
    case 'abandon':
      await awaitChallenge(tx, now, found, outcome, settlement);
      return [];
    case 'keep':
      throw new Error('only a success can be kept');
    case 'refund':
      return refund(tx, now, one, settlement.verdict);
    case 'close':
    case 'retry':
    case 'postpone':
    case 'decline_first':
    case 'void_reactivation':
    case 'put_back':
    case 'supersede':
    case 'suspend':
    case 'hold_for_card': {
      const closed = await close(tx, now, one, settlement.reason);
      return [{ found, settlement, with: closed, isAbandoned: isAbandoned(found, now, outcome) }];
    }
    case 'not_sent':
      return [{ found, settlement, with: await close(tx, now, one, 'not_sent'), isAbandoned: false }];
  }
}

/**
 * Queues the refund of a payment that pays no order. After a wrong amount, the order is not charged again.
 */
async function refund(
  tx: Tx,
  now: Date,
  one: DecidedOutcome,
  verdict: Extract<Settlement, { kind: 'refund' }>['verdict'],
): Promise<DeclinedAttempt[]> {
  const { found, outcome, facts } = one;
  if (outcome.kind !== 'succeeded') throw new Error('only a success can be refunded');
  const closed = found.attempt.status === 'succeeded' ? {} : await close(tx, now, one, verdict);
  const about = { cause: 'refunded', actor: 'billing', subscriptionId: found.subscription.id } as const;
  await applyChanges(tx, now, [{ ...about, ...closed }]);
  await returnMoney(tx, now, found, outcome, verdict);
  if (verdict !== 'orphan') return [];
  const mismatch = decide({ kind: 'declined', chargeId: null, code: 'confirmed_amount_mismatch' }, facts);
  return STOPS.has(mismatch.kind)
    ? [{ found, settlement: mismatch as Declined, with: {}, isAbandoned: false }]
    : [];
}

/** Settlements that end the charging of an order until an operator decides. */
const STOPS: ReadonlySet<Settlement['kind']> = new Set([
  'decline_first',
  'void_reactivation',
  'put_back',
  'supersede',
  'hold_for_card',
  'suspend',
]);

/**
 * Returns the changes that close an attempt. Also records its decline, and deletes the card of an unpaid
 * registration.
 */
async function close(
  tx: Tx,
  now: Date,
  { found, outcome }: DecidedOutcome,
  reason: string | null,
): Promise<Part> {
  const { attempt } = found;
  const closed = closeAttempt(attempt, outcome, { now, reason });
  if (outcome.kind === 'declined') await recordDecline(tx, found, outcome);
  if (attempt.trigger === 'registration' && attempt.cardId && closed.to !== 'succeeded')
    await discardCard(tx, now, attempt.accountId, attempt.cardId);
  return { attempts: [closed] };
}

/**
 * Keeps an attempt open until the subscriber confirms it. Notifies a subscriber who was not redirected to the
 * bank's page.
 */
async function awaitChallenge(
  tx: Tx,
  now: Date,
  { attempt, payment: { retryStepsUsed } }: AttemptRows,
  outcome: ChargeOutcome,
  settlement: Extract<Settlement, { kind: 'wait_action' | 'abandon' }>,
): Promise<void> {
  const until = await markActionRequired(tx, now, attempt, outcome, settlement);
  if (attempt.source === 'promptpay') {
    if (settlement.kind === 'abandon') return voidQrCodes(tx, now, [attempt.orderId]);
    return abandonUnwantedQr(tx, now, attempt);
  }
  const isNotified = attempt.status === 'action_required' || settlement.kind === 'abandon';
  if (isNotified || attempt.trigger === 'registration' || attempt.trigger === 'reactivation') return;
  // A subscriber who added a card or ordered now was redirected to the bank's page, except if the response was lost.
  const isAtScreen = attempt.trigger === 'subscriber' || attempt.trigger === 'order_now';
  if (isAtScreen && !attempt.unknownSince) return;
  await notifyActionNeeded(tx, now, { ...attempt, attemptId: attempt.id, until, retryStepsUsed });
}

/** Abandons a QR code whose payment link was closed while the gateway created the code. */
async function abandonUnwantedQr(tx: Tx, now: Date, attempt: AttemptRows['attempt']): Promise<void> {
  // The QR code of a repair link belongs to no payment link.
  if (attempt.linkId === null) return;
  const link = await findOpenLink(tx, attempt.orderId);
  if (link?.id !== attempt.linkId) await voidQrCodes(tx, now, [attempt.orderId]);
}
