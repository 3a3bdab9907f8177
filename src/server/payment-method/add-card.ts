import { and, eq, isNull } from 'drizzle-orm';
import { becomesDefault } from '@/domain/card';
import { AppError } from '@/domain/errors';
import type { Satang } from '@/domain/money';
import { canActAsSubscriber } from '@/domain/subscription';
import { lockPerson, requirePerson } from '../lifecycle/require-subscriber';
import { hashSecret } from '../auth/session';
import type { Ctx } from '../platform/context';
import type { Tx } from '../db';
import { cards } from '../db/schema';
import type { GatewayCard } from '../gateways/omise/cards';
import {
  attachToCustomer,
  dropAtGateway,
  dropUnlessSaved,
  findSavedCard,
  noteCard,
  writeCard,
  type ShownCard,
} from '../cards/saved-cards';
import { claimNow, viewByToken } from '../charging/charge-now';
import type { ChargeView } from '../charging/charge-view';
import { leavePageForCard } from '../settlement/open-attempts';
import {
  finishRetry,
  isPaymentFailed,
  prepareRetry,
  requireRetryTotal,
  type Retry,
} from '../charging/retry-now';
import { listShownCards } from '../cards/queries';
import type { QrsRead } from '../charging/unread-qrs';

export interface CardsAndCharge {
  cards: ShownCard[];
  charge: ChargeView | null;
}

interface NewCard {
  cardToken: string;
  makeDefault?: boolean;
  /** The total that was shown as charged at once, 0 where nothing was; undefined accepts any. */
  expectedTotal?: Satang;
}

/**
 * Saves a card, at the gateway first; no money moves for that. Where a payment has failed, or waits at the bank's page of
 * another card, it is then charged to this card, once; the same token again answers what came of it.
 * @param input `makeDefault`: when left out, only the first card and a card for a failed payment become the default.
 * @returns `charge`: null when nothing was owed; declined with the card saved all the same.
 * @throws AppError CARD_DECLINED, TOTAL_CHANGED (nothing changed), CARD_DUPLICATE when the card is saved and nothing would change,
 * CHECKOUT_FAILED when the gateway can't be reached or certainly charged nothing, PAYMENT_PENDING while an offline
 * payment is open, THROTTLED
 */
export async function addCard(ctx: Ctx, accountId: string, input: NewCard): Promise<CardsAndCharge> {
  const { subscription } = await requirePerson(ctx.db, accountId, canActAsSubscriber);
  const tokenHash = hashSecret(input.cardToken);
  const earlier = await viewByToken(ctx, accountId, tokenHash);
  if (earlier) return { cards: await listShownCards(ctx, accountId), charge: earlier };
  await requireRetryTotal(ctx.db, subscription, input.expectedTotal);
  const card = await attachToCustomer(ctx, accountId, input.cardToken);
  if (input.makeDefault !== false) await leavePageForCard(ctx, accountId, card);
  const retry = await claimNow(ctx, (tx, qrsRead) =>
    save(tx, ctx.now, accountId, { ...input, card, tokenHash, qrsRead }),
  ).catch(async (error: unknown) => {
    await dropUnlessSaved(ctx, accountId, card);
    throw error;
  });
  if (!retry) throw new AppError('CARD_DUPLICATE');
  const charge = await finishRetry(ctx, retry);
  return { cards: await listShownCards(ctx, accountId), charge };
}

/** @returns null for a card that is saved already when nothing would change; the gateway's new copy of it goes again. */
async function save(
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
  const { subscription } = await lockPerson(tx, accountId, canActAsSubscriber);
  const paymentFailed = await isPaymentFailed(tx, subscription);
  const asDefault = becomesDefault({
    isFirst: !(await hasAnyCard(tx, accountId)),
    asked: makeDefault,
    paymentFailed,
  });
  const known = await findSavedCard(tx, accountId, card.fingerprint);
  // The same copy at the gateway is a second click on the same token, and no duplicate.
  const isCopy = known !== null && known.omiseCardId !== card.omiseCardId;
  const isRenewed =
    known !== null && (known.expiryMonth !== card.expiryMonth || known.expiryYear !== card.expiryYear);
  if (isCopy && !isRenewed && !paymentFailed && (known.isDefault || !asDefault)) {
    await dropAtGateway(tx, accountId, card.omiseCardId);
    return null;
  }
  const cardId = await writeCard(tx, now, accountId, { card, asDefault });
  await noteCard(tx, now, { id: cardId, accountId }, 'card.added');
  const retry = await prepareRetry(tx, now, subscription, { cardId, tokenHash, expectedTotal, qrsRead });
  // A card that is merely kept is asked for nothing while another one's outcome is to come.
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
