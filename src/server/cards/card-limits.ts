import { and, eq, isNull } from 'drizzle-orm';
import { DECLINE_REASONS, reasonOf } from '@/domain/decline';
import { AppError } from '@/domain/errors';
import { COUNTS_AS_RETRY, type AttemptStatus } from '@/domain/payment';
import type { ChargeOutcome } from '@/domain/settlement';
import { networkOf } from '@/domain/throttle';
import { countUse, countUses, listReachedLimits, releaseUses, type Use } from '../platform/throttle';
import type { Ctx } from '../platform/context';
import { transaction, type Tx } from '../db';
import { cards, chargeAttempts } from '../db/schema';
import { keyedHash } from '../platform/keyed-hash';

/* Limits card testing (trying stolen card numbers). A request to verify or charge a card is counted before the gateway is called. The count is released after a successful charge. */

type Attempt = typeof chargeAttempts.$inferSelect;

const cardUse = (fingerprint: string): Use => ({
  name: 'cardFingerprint',
  subject: keyedHash('card', fingerprint),
});

const TOTAL: Use = { name: 'cardTotal', subject: 'all' };
const accountUses = (accountId: string): Use[] => [{ name: 'cardAccount', subject: accountId }, TOTAL];
const linkUses = (link: string): Use[] => [{ name: 'cardLink', subject: link }, TOTAL];

const hashedNetwork = ({ caller }: Ctx): string | null =>
  caller ? keyedHash('network', networkOf(caller.address)) : null;

const networkUses = (network: string | null): Use[] =>
  network === null
    ? []
    : [
        { name: 'cardNetwork', subject: network },
        { name: 'cardNetworkDay', subject: network },
      ];

/** Counts a request to verify or charge a card. Must be called before the gateway is called. */
export async function countCardAttempt(ctx: Ctx, accountId: string): Promise<void> {
  await countRequest(ctx, accountUses(accountId));
}

/**
 * As `countCardAttempt`, for a card that is entered on the page of a repair link. Counts for the link, because its
 * reader may be a stranger, who must not use up the limit of the owner.
 */
export async function countLinkCardAttempt(ctx: Ctx, linkHash: string): Promise<void> {
  await countRequest(ctx, linkUses(linkHash));
}

async function countRequest(ctx: Ctx, uses: Use[]): Promise<void> {
  await transaction(ctx.db, (tx) =>
    countUses(tx, [...uses, ...networkUses(hashedNetwork(ctx))]).catch(rethrowWithReason('card_attempts')),
  );
}

/** Subtracts a request that did not call the gateway from the counts of `countCardAttempt`. */
export async function releaseCardAttempt(ctx: Ctx, accountId: string): Promise<void> {
  await releaseUses(ctx.db, [...accountUses(accountId), ...networkUses(hashedNetwork(ctx))]);
}

/**
 * Counts a charge that a caller requested, for the limit of its card. Must run in the transaction that writes the
 * attempt.
 * @throws AppError THROTTLED (reason `card_declines`)
 */
export async function countCharge(tx: Tx, fingerprint: string): Promise<void> {
  await countUses(tx, [cardUse(fingerprint)]).catch(rethrowWithReason('card_declines'));
}

/**
 * Returns those of the given fingerprints whose cards have too many declines. The billing run does not charge these
 * cards until the limit's time window ends.
 */
export async function listCardsAtLimit(
  tx: Tx,
  fingerprints: readonly string[],
): Promise<ReadonlySet<string>> {
  const uses = fingerprints.map((fingerprint) => ({ fingerprint, use: cardUse(fingerprint) }));
  const reached = await listReachedLimits(
    tx,
    uses.map(({ use }) => use),
  );
  return new Set(uses.flatMap(({ fingerprint, use }) => (reached.has(use) ? fingerprint : [])));
}

const rethrowWithReason = (reason: 'card_attempts' | 'card_declines') => (error: unknown) => {
  if (error instanceof AppError && error.code === 'THROTTLED')
    throw new AppError('THROTTLED', { ...error.details, reason });
  throw error;
};

/**
 * Records a decline by the bank. A hard decline blocks the card. A charge of the billing run is counted here, towards
 * the limit of the card. A charge that a caller requested is not: `countCharge` counted it before the charge.
 */
export async function recordDecline(
  tx: Tx,
  { trigger, cardId }: Attempt,
  declined: Extract<ChargeOutcome, { kind: 'declined' }>,
): Promise<void> {
  if (cardId === null || declined.chargeId === null) return;
  const reason = reasonOf(declined.code);
  if (declined.adviseNoRetry === true || DECLINE_REASONS[reason].class === 'hard')
    await tx.update(cards).set({ hardDecline: reason }).where(eq(cards.id, cardId));
  if (!COUNTS_AS_RETRY[trigger]) return;
  const [card] = await tx.select({ fingerprint: cards.fingerprint }).from(cards).where(eq(cards.id, cardId));
  if (card) await countUse(tx, cardUse(card.fingerprint));
}

/**
 * Subtracts a charge that a caller requested from all limits. Called if the charge succeeded or never reached the
 * gateway. Nothing was counted for the account and the card of a repair link's charge.
 */
export async function releasePaidCharge(
  { db }: Ctx,
  { accountId, cardId, network, trigger }: Attempt,
): Promise<void> {
  if (cardId === null || COUNTS_AS_RETRY[trigger]) return;
  const [card] = await db
    .select({ fingerprint: cards.fingerprint, forOnce: cards.forOnce })
    .from(cards)
    .where(eq(cards.id, cardId));
  const own = card?.forOnce ? [TOTAL] : accountUses(accountId);
  const ofCard = card && !card.forOnce ? [cardUse(card.fingerprint)] : [];
  await releaseUses(db, [...own, ...ofCard, ...networkUses(network)]);
}

/**
 * Subtracts a successful or voided charge from the limits of the caller's IP range. For an open charge, stores the IP
 * range, so that a later call can subtract the charge. Does nothing for a declined or expired charge.
 */
export async function settleNetworkUse(
  ctx: Ctx,
  attemptId: string,
  { attemptStatus }: { attemptStatus: AttemptStatus },
): Promise<void> {
  const network = hashedNetwork(ctx);
  if (network === null || attemptStatus === 'declined' || attemptStatus === 'expired') return;
  if (attemptStatus === 'succeeded' || attemptStatus === 'voided')
    return releaseUses(ctx.db, networkUses(network));
  await transaction(ctx.db, (tx) =>
    tx
      .update(chargeAttempts)
      .set({ network })
      .where(and(eq(chargeAttempts.id, attemptId), isNull(chargeAttempts.closedAt))),
  );
}
