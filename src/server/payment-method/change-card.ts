import { eq } from 'drizzle-orm';
import { AppError } from '@/domain/errors';
import type { Satang } from '@/domain/money';
import { canActAsSubscriber } from '@/domain/subscription';
import { reasonOf } from '@/domain/decline';
import { lockAccount, requireAccount } from '../lifecycle/require-subscriber';
import type { Ctx } from '../platform/context';
import { transaction } from '../db';
import { cards } from '../db/schema';
import type { GatewayAnswer } from '../gateways/omise/calls';
import { editCard, setDefaultCard } from '../gateways/omise/cards';
import type { CardsAndCharge } from './add-card';
import { countCardAttempt, releaseCardAttempt } from '../cards/card-limits';
import { clearDefault, auditCard } from '../cards/saved-cards';
import { claimNow } from '../charging/charge-now';
import { findCard } from '../cards/chosen-card';
import { abandonChallengeForCard } from '../settlement/release-open-payments';
import { finishRetry, prepareRetry, requireRetryTotal, type Retry } from '../charging/retry-now';
import { listSavedCards } from '../cards/queries';

type Card = typeof cards.$inferSelect;
/**
 * `expectedTotal`: the total that the screen showed as charged at once, 0 for nothing; undefined accepts any
 * total.
 */
type Choice = { makeDefault?: boolean; expectedTotal?: Satang };
type Edits = { expiryMonth?: number; expiryYear?: number; name?: string };

/**
 * Corrects the name and expiry date of a card, makes it the default, or both; at the gateway first. Making a
 * card the default also charges a failed payment to it once, even if it is the default already. A payment
 * with an open 3-D Secure challenge of another card is charged too.
 * @throws AppError CARD_NOT_FOUND, CARD_DECLINED if the gateway refuses the correction (nothing changed),
 *   TOTAL_CHANGED (nothing changed), CARD_DEFAULT_FAILED if the gateway is unavailable, CHECKOUT_FAILED if
 *   certainly nothing was charged, PAYMENT_PENDING while an offline payment is open, THROTTLED
 */
export async function updateCard(
  ctx: Ctx,
  accountId: string,
  input: { cardId: string } & Choice & Edits,
): Promise<CardsAndCharge> {
  const { account, subscription } = await requireAccount(ctx.db, accountId, canActAsSubscriber);
  const card = await findCard(ctx.db, accountId, input.cardId);
  const customerId = account.omiseCustomerId;
  if (!card || !customerId) throw new AppError('CARD_NOT_FOUND');
  if (input.makeDefault) await requireRetryTotal(ctx.db, subscription, input.expectedTotal);
  await correctCard(ctx, customerId, card, input);
  const retry: Retry = input.makeDefault
    ? await countAndMakeDefault(ctx, customerId, card, input.expectedTotal)
    : { kind: 'none' };
  const charge = await finishRetry(ctx, retry);
  return { cards: await listSavedCards(ctx, accountId), charge };
}

async function correctCard(ctx: Ctx, customerId: string, card: Card, input: Edits): Promise<void> {
  const wanted = {
    name: input.name ?? card.name,
    expiryMonth: input.expiryMonth ?? card.expiryMonth,
    expiryYear: input.expiryYear ?? card.expiryYear,
  };
  const isSame =
    wanted.name === card.name &&
    wanted.expiryMonth === card.expiryMonth &&
    wanted.expiryYear === card.expiryYear;
  if (isSame) return;
  await countCardAttempt(ctx, card.accountId);
  const edited = valueOrThrow(await editCard(customerId, card.omiseCardId, wanted));
  await transaction(ctx.db, async (tx) => {
    await lockAccount(tx, card.accountId, canActAsSubscriber);
    const { name, expiryMonth, expiryYear } = edited;
    // A card that was declined as expired may be accepted with its new date.
    const hardDecline = card.hardDecline === 'expired_card' ? null : card.hardDecline;
    await tx.update(cards).set({ name, expiryMonth, expiryYear, hardDecline }).where(eq(cards.id, card.id));
    await auditCard(tx, ctx.now, card, 'card.edited');
  });
}

async function countAndMakeDefault(
  ctx: Ctx,
  customerId: string,
  card: Card,
  expectedTotal: Satang | undefined,
): Promise<Retry> {
  await countCardAttempt(ctx, card.accountId);
  const retry = await makeDefault(ctx, customerId, card, expectedTotal);
  if (retry.kind !== 'charge') await releaseCardAttempt(ctx, card.accountId);
  return retry;
}

async function makeDefault(
  ctx: Ctx,
  customerId: string,
  card: Card,
  expectedTotal: Satang | undefined,
): Promise<Retry> {
  if (!card.isDefault) valueOrThrow(await setDefaultCard(customerId, card.omiseCardId));
  await abandonChallengeForCard(ctx, card.accountId, card);
  return claimNow(ctx, async (tx, qrsRead) => {
    const { subscription } = await lockAccount(tx, card.accountId, canActAsSubscriber);
    const saved = await findCard(tx, card.accountId, card.id);
    if (!saved) throw new AppError('CARD_NOT_FOUND');
    if (!saved.isDefault) {
      await clearDefault(tx, card.accountId);
      await tx.update(cards).set({ isDefault: true }).where(eq(cards.id, card.id));
      await auditCard(tx, ctx.now, card, 'card.made_default');
    }
    return prepareRetry(tx, ctx.now, subscription, { cardId: card.id, expectedTotal, qrsRead });
  });
}

function valueOrThrow<T>(response: GatewayAnswer<T>): T {
  if (response.kind === 'ok') return response.value;
  if (response.kind === 'unavailable') throw new AppError('CARD_DEFAULT_FAILED');
  if (response.code === 'not_found') throw new AppError('CARD_NOT_FOUND');
  throw new AppError('CARD_DECLINED', { reason: reasonOf(response.code) });
}
