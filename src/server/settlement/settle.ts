import { closeAttempt } from '@/domain/lifecycle/attempts';
import type { Part } from '@/domain/lifecycle/changes';
import type { Declined } from '@/domain/lifecycle/declines';
import { isOpenAttempt } from '@/domain/payment';
import { decide, type ChargeOutcome, type Settlement } from '@/domain/settlement';
import type { Ctx } from '../platform/context';
import { transaction, type Tx } from '../db';
import { applyChanges } from '../lifecycle/apply-changes';
import { voidQrCodes, voidUnseenQrCode, markOutcomeUnknown, markActionRequired } from '../lifecycle/attempts';
import { countAttempt } from '../platform/counters';
import { noteDecline, releasePaidCharge } from '../cards/card-limits';
import { discardCard } from '../cards/saved-cards';
import type { Case } from './case';
import { findOpenLink } from '../lifecycle/payment-links';
import { tellActionNeeded } from './notifications';
import { applyDeclines, type DeclinedCase } from './declined';
import { decideAll, isLeft, lockCases, readSettled, type Decided, type Settled } from './cases';
import { keepMoney, returnMoney, type Kept } from './money';

/** An outcome of a charge, by response, webhook, poll or reconciliation. */
export interface Incoming {
  attemptId: string;
  outcome: ChargeOutcome;
}

/**
 * Settles one outcome of a charge, as `settleAttempts` does.
 * @returns what stands afterwards, or null when the attempt no longer exists (its registration expired): money that
 * comes for it all the same is recorded and given back.
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
 * Settles outcomes of charges in one transaction. Every outcome enters here: the gateway's response, the return page, a
 * webhook, a poll or reconciliation, in any order and number. The same outcome again changes nothing.
 * @returns what stands afterwards, by attempt; of several, `left` are to be settled alone: others hold their subscription,
 * it has another one among them, or the attempt no longer exists
 */
export async function settleAttempts(
  ctx: Ctx,
  incoming: readonly Incoming[],
): Promise<{ settled: ReadonlyMap<string, Settled>; left: string[] }> {
  const outcomes = new Map(incoming.map(({ attemptId, outcome }) => [attemptId, outcome]));
  const { cases, settled } = await transaction(ctx.db, async (tx) => {
    const cases = await lockCases(tx, [...outcomes.keys()]);
    const [only] = incoming;
    if (cases.length === 0 && incoming.length === 1 && only?.outcome.kind === 'succeeded')
      await returnMoney(tx, ctx.now, null, only.outcome, 'orphan');
    const decided = await decideAll(tx, ctx.now, cases, outcomes);
    await apply(tx, ctx.now, decided);
    return { cases, settled: await readSettled(tx, decided) };
  });
  for (const { attempt } of cases) await afterwards(ctx, attempt, settled.get(attempt.id));
  const left = incoming.length > 1 ? [...outcomes.keys()].filter((id) => !settled.has(id)) : [];
  return { settled, left };
}

async function afterwards(ctx: Ctx, attempt: Case['attempt'], settled: Settled | undefined): Promise<void> {
  if (!settled || !isOpenAttempt(attempt.status)) return;
  countAttempt(settled.attemptStatus);
  if (settled.attemptStatus === 'succeeded' || settled.attemptStatus === 'voided')
    await releasePaidCharge(ctx, attempt);
}

/** Writes what outcomes mean: what money is kept for, and what brought none, in sets; the rest one by one. */
async function apply(tx: Tx, now: Date, all: readonly Decided[]): Promise<void> {
  const kept: Kept[] = [];
  const declined: DeclinedCase[] = [];
  for (const one of all) {
    const { found, outcome, settlement } = one;
    if (settlement.kind === 'keep' && outcome.kind === 'succeeded')
      kept.push({ found, outcome, with: await close(tx, now, one, null) });
    else declined.push(...(await applyOne(tx, now, one)));
  }
  await keepMoney(tx, now, kept);
  await applyDeclines(tx, now, declined);
}

/** @returns what an outcome that brought no money means, to be written with others */
async function applyOne(tx: Tx, now: Date, one: Decided): Promise<DeclinedCase[]> {
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
      await waitAndTell(tx, now, found, outcome, settlement);
      return [];
    case 'keep':
      throw new Error('only money can be kept');
    case 'refund':
      return refund(tx, now, one, settlement.verdict);
    case 'close':
    case 'retry':
    case 'decline_first':
    case 'void_reactivation':
    case 'supersede':
    case 'suspend':
    case 'hold_for_card': {
      const closed = await close(tx, now, one, settlement.reason);
      return [{ found, settlement, with: closed, isLeft: isLeft(found, now, outcome) }];
    }
    case 'not_sent':
      return [{ found, settlement, with: await close(tx, now, one, 'not_sent'), isLeft: false }];
  }
}

/** Gives money back that can't be kept. After another sum than was owed the order is charged no further. */
async function refund(
  tx: Tx,
  now: Date,
  one: Decided,
  verdict: Extract<Settlement, { kind: 'refund' }>['verdict'],
): Promise<DeclinedCase[]> {
  const { found, outcome, facts } = one;
  if (outcome.kind !== 'succeeded') throw new Error('only money can be returned');
  const closed = found.attempt.status === 'succeeded' ? {} : await close(tx, now, one, verdict);
  const about = { cause: 'refunded', actor: 'billing', subscriptionId: found.subscription.id } as const;
  await applyChanges(tx, now, [{ ...about, ...closed }]);
  await returnMoney(tx, now, found, outcome, verdict);
  if (verdict !== 'orphan') return [];
  const mismatch = decide({ kind: 'declined', chargeId: null, code: 'confirmed_amount_mismatch' }, facts);
  return STOPS.has(mismatch.kind)
    ? [{ found, settlement: mismatch as Declined, with: {}, isLeft: false }]
    : [];
}

/** Settlements that end the charging of an order until an operator decides. */
const STOPS: ReadonlySet<Settlement['kind']> = new Set([
  'decline_first',
  'void_reactivation',
  'supersede',
  'hold_for_card',
  'suspend',
]);

/** What closing an attempt changes; a card declined for good, or in a registration, is not charged again. */
async function close(
  tx: Tx,
  now: Date,
  { found: { attempt }, outcome }: Decided,
  reason: string | null,
): Promise<Part> {
  const closed = closeAttempt(attempt, outcome, { now, reason });
  if (outcome.kind === 'declined') await noteDecline(tx, attempt, outcome);
  if (attempt.trigger === 'registration' && attempt.cardId && closed.to !== 'succeeded')
    await discardCard(tx, now, attempt.accountId, attempt.cardId);
  return { attempts: [closed] };
}

/** A charge waits for somebody, who is told unless they are at the page already. */
async function waitAndTell(
  tx: Tx,
  now: Date,
  { attempt }: Case,
  outcome: ChargeOutcome,
  settlement: Extract<Settlement, { kind: 'wait_action' | 'abandon' }>,
): Promise<void> {
  const until = await markActionRequired(tx, now, attempt, outcome, settlement);
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
  if (link?.id !== attempt.linkId) await voidQrCodes(tx, now, [attempt.orderId]);
}
