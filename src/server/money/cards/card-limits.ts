import { eq } from 'drizzle-orm';
import { DECLINE_REASONS, reasonOf } from '@/domain/decline';
import { AppError } from '@/domain/errors';
import { COUNTS_AS_RETRY } from '@/domain/payment';
import type { ChargeOutcome } from '@/domain/settlement';
import { networksOf, type Network } from '@/domain/throttle';
import {
  countUse,
  countUses,
  isExceeded,
  listReachedLimits,
  releaseUses,
  usesOf,
  type Use,
} from '../../platform/throttle';
import { countRefusedCaller } from '../../platform/counters';
import { hasEverPaid } from '../../login/proven-email';
import type { Ctx } from '../../platform/context';
import { transaction, type Tx } from '../../db';
import { bankAccounts, cards, chargeAttempts } from '../../db/schema';
import { keyedHash } from '../../platform/keyed-hash';

/* Limits card testing (trying stolen card numbers). A request to verify or charge a card is counted before the gateway is called. The count is released after a successful charge. */

type Attempt = typeof chargeAttempts.$inferSelect;
type Card = typeof cards.$inferSelect;

const cardUse = (fingerprint: string): Use => ({
  name: 'cardFingerprint',
  subject: keyedHash('card', fingerprint),
});

const TOTAL: Use = { name: 'cardTotal', subject: 'all' };

const accountUses = (accountId: string): Use[] => [{ name: 'cardAccount', subject: accountId }, TOTAL];

/** The hashes are stored with an open attempt, so that no table has the network of a payer. */
const hashedNetworks = ({ caller }: Ctx): Network[] =>
  caller
    ? networksOf(caller.address).map((one) => ({ ...one, network: keyedHash('network', one.network) }))
    : [];

const networkUses = (networks: readonly Network[]): Use[] =>
  (['cardNetwork', 'cardNetworkDay'] as const).flatMap((name) => usesOf(name, networks));

/**
 * Counts a request to verify or charge a card. Must be called before the gateway is called. The limits that strangers
 * share, of networks and in total, never refuse an account that has paid. The total refuses no account: beyond it
 * `isChallengeRequired` is true.
 */
export async function countCardAttempt(ctx: Ctx, accountId: string): Promise<void> {
  await countRequest(ctx, accountId, { name: 'cardAccount', subject: accountId });
}

/**
 * As `countCardAttempt`, for a card that is entered on the page of a repair link. Counts for the link, because its
 * reader may be a stranger, who must not use up the limit of the owner.
 */
export async function countLinkCardAttempt(ctx: Ctx, accountId: string, linkHash: string): Promise<void> {
  await countRequest(ctx, accountId, { name: 'cardLink', subject: linkHash });
}

async function countRequest(ctx: Ctx, accountId: string, own: Use): Promise<void> {
  const networks = networkUses(hashedNetworks(ctx));
  await transaction(ctx.db, async (tx) => {
    const refusing = (await hasEverPaid(tx, accountId)) ? [own] : [own, ...networks];
    const counted = [TOTAL, ...networks].filter((use) => !refusing.includes(use));
    await countUses(tx, refusing, counted).catch(rethrowWithReason('card_attempts'));
  });
}

/**
 * Whether the bank of the card has to confirm a charge by 3-D Secure: too many requests in total brought no money, and
 * the account has never paid.
 */
export async function isChallengeRequired({ db }: Ctx, accountId: string): Promise<boolean> {
  const isRequired = (await isExceeded(db, TOTAL)) && !(await hasEverPaid(db, accountId));
  if (isRequired) countRefusedCaller(TOTAL.name);
  return isRequired;
}

/** Subtracts a request that did not call the gateway from the counts of `countCardAttempt`. */
export async function releaseCardAttempt(ctx: Ctx, accountId: string): Promise<void> {
  await releaseUses(ctx.db, [...accountUses(accountId), ...networkUses(hashedNetworks(ctx))]);
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
 * Records a decline by the bank. A hard decline blocks the card or the bank account. A charge of the billing run is counted here, towards
 * the limit of the card. A charge that a caller requested is not: `countCharge` counted it before the charge.
 */
export async function recordDecline(
  tx: Tx,
  { attempt: { trigger, bankAccountId }, card }: { attempt: Attempt; card: Card | null },
  declined: Extract<ChargeOutcome, { kind: 'declined' }>,
): Promise<void> {
  const reason = reasonOf(declined.code);
  if (bankAccountId !== null && !declined.isUnsent && DECLINE_REASONS[reason].class === 'hard')
    await tx.update(bankAccounts).set({ hardDecline: reason }).where(eq(bankAccounts.id, bankAccountId));
  if (card === null || declined.chargeId === null) return;
  if (declined.adviseNoRetry === true || DECLINE_REASONS[reason].class === 'hard')
    await tx.update(cards).set({ hardDecline: reason }).where(eq(cards.id, card.id));
  if (COUNTS_AS_RETRY[trigger]) await countUse(tx, cardUse(card.fingerprint));
}

/**
 * Subtracts a charge that a caller requested from all limits. Called if the charge succeeded or never reached the
 * gateway. Nothing was counted for the account and the card of a repair link's charge.
 */
export async function releasePaidCharge(
  { db }: Ctx,
  { accountId, network, trigger }: Attempt,
  card: Card | null,
): Promise<void> {
  if (card === null || COUNTS_AS_RETRY[trigger]) return;
  const own = card.forOnce ? [TOTAL] : [...accountUses(accountId), cardUse(card.fingerprint)];
  await releaseUses(db, [...own, ...networkUses(storedNetworks(network))]);
}

/** Returns what an open attempt stores of its caller's networks, so that their limits can be released later. */
export const networkToStore = (ctx: Ctx): string | undefined =>
  hashedNetworks(ctx)
    .map(({ network }) => network)
    .join(' ') || undefined;

/** Returns the networks of `networkToStore`. To subtract a use, the budgets do not matter. */
const storedNetworks = (stored: string | null): Network[] =>
  (stored?.split(' ') ?? []).map((network) => ({ network, budget: 1 }));
