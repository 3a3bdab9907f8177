import { and, eq, isNull } from 'drizzle-orm';
import { becomesDefault } from '@/domain/card';
import { AppError } from '@/domain/errors';
import type { Satang } from '@/domain/money';
import { canActAsSubscriber } from '@/domain/subscription';
import { lockAccount, requireAccount } from '../lifecycle/require-subscriber';
import { hashSecret } from '../auth/session';
import type { Ctx } from '../platform/context';
import type { Tx } from '../db';
import { cards } from '../db/schema';
import type { GatewayCard } from '../gateways/omise/cards';
import { addCard as addToAccount } from '../cards/added-card';
import { attachToCustomer } from '../cards/attach-card';
import {
  queueCardDeletion,
  queueDeletionUnlessSaved,
  findSavedCard,
  type SavedCard,
} from '../cards/saved-cards';
import { claimNow, viewByToken, type ChargeView } from '../charging/charge-now';
import { abandonChallengeForCard } from '../settlement/release-open-payments';
import {
  finishRetry,
  isPaymentFailed,
  prepareRetry,
  requireRetryTotal,
  type Retry,
} from '../charging/retry-now';
import { listSavedCards } from '../cards/queries';
import type { QrsRead } from '../charging/unread-qrs';

export interface CardsAndCharge {
  cards: SavedCard[];
  charge: ChargeView | null;
}

interface NewCard {
  cardToken: string;
  makeDefault?: boolean;
  /** The total that the screen showed as charged at once, 0 for nothing; undefined accepts any total. */
  expectedTotal?: Satang;
}

/**
 * Saves a card, at the gateway first. Then charges a failed payment to the card once. A payment with an open
 * 3-D Secure challenge of another card is charged too. A repeated call with the same token returns the same
 * result.
 * @param input `makeDefault`: if undefined, only the first card and a card for a failed payment become the
 *   default
 * @returns `charge`: null if nothing was owed. The card is saved even if the charge is declined.
 * @throws AppError CARD_DECLINED, TOTAL_CHANGED (nothing changed), CARD_DUPLICATE for a saved card if nothing
 *   would change, CHECKOUT_FAILED if the gateway is unavailable or certainly charged nothing, PAYMENT_PENDING
 *   while an offline payment is open, THROTTLED
 */
export async function addCard(ctx: Ctx, accountId: string, input: NewCard): Promise<CardsAndCharge> {
  const { subscription } = await requireAccount(ctx.db, accountId, canActAsSubscriber);
  const tokenHash = hashSecret(input.cardToken);
  const earlier = await viewByToken(ctx, accountId, tokenHash);
  if (earlier) return { cards: await listSavedCards(ctx, accountId), charge: earlier };
  await requireRetryTotal(ctx.db, subscription, input.expectedTotal);
  const card = await attachToCustomer(ctx, accountId, input.cardToken);
  if (input.makeDefault !== false) await abandonChallengeForCard(ctx, accountId, card);
  const retry = await claimNow(ctx, (tx, qrsRead) =>
    saveCard(tx, ctx.now, accountId, { ...input, card, tokenHash, qrsRead }),
  ).catch(async (error: unknown) => {
    await queueDeletionUnlessSaved(ctx, accountId, card);
    throw error;
  });
  if (!retry) throw new AppError('CARD_DUPLICATE');
  const charge = await finishRetry(ctx, retry);
  return { cards: await listSavedCards(ctx, accountId), charge };
}

/**
 * Saves a card in the database and prepares the retry of a failed payment.
 * @returns null if the card is already saved and nothing would change; its new copy at the gateway is deleted
 */
async function saveCard(
  tx: Tx,
  now: Date,
  accountId: string,
  {
    card,
    tokenHash,
    makeDefault,
    expectedTotal,
    qrsRead,
  }: Omit<NewCard, 'cardToken'> & { card: GatewayCard; tokenHash: string; qrsRead: QrsRead },
): Promise<Retry | null> {
  const { subscription } = await lockAccount(tx, accountId, canActAsSubscriber);
  const paymentFailed = await isPaymentFailed(tx, subscription);
  const asDefault = becomesDefault({
    isFirst: !(await hasAnyCard(tx, accountId)),
    asked: makeDefault,
    paymentFailed,
  });
  const known = await findSavedCard(tx, accountId, card.fingerprint);
  // A repeated request with the same token finds the same copy at the gateway. That is no duplicate.
  const isCopy = known !== null && known.omiseCardId !== card.omiseCardId;
  const isRenewed =
    known !== null && (known.expiryMonth !== card.expiryMonth || known.expiryYear !== card.expiryYear);
  if (isCopy && !isRenewed && !paymentFailed && (known.isDefault || !asDefault)) {
    await queueCardDeletion(tx, accountId, card.omiseCardId);
    return null;
  }
  const cardId = await addToAccount(tx, now, accountId, { card, asDefault });
  const retry = await prepareRetry(tx, now, subscription, { cardId, tokenHash, expectedTotal, qrsRead });
  // If the card does not become the default, the caller does not wait for the open charge of another card.
  return makeDefault === false && retry.kind === 'under_way' ? { kind: 'none' } : retry;
}

async function hasAnyCard(tx: Tx, accountId: string): Promise<boolean> {
  const [one] = await tx
    .select({ id: cards.id })
    .from(cards)
    .where(and(eq(cards.accountId, accountId), isNull(cards.removedAt)))
    .limit(1);
  return one !== undefined;
}
