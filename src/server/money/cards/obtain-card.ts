import { reasonOf } from '@/domain/decline';
import { AppError } from '@/domain/errors';
import { eq } from 'drizzle-orm';
import { hashSecret } from '../../login/session';
import { accounts } from '../../db/schema';
import type { GatewayAnswer } from '../../gateways/omise/calls';
import { setDefaultCard } from '../../gateways/omise/cards';
import type { Ctx } from '../../platform/context';
import { attachToCustomer } from './attach-card';
import { countCardAttempt } from './card-limits';
import { findCard, type ChosenCard } from './chosen-card';

/** The card of a request: the token of a new card, or the id of a saved card. */
export type CardChoice = { cardToken: string } | { cardId: string };

/**
 * Has the gateway accept the card of a request: attaches a new card, or makes a saved card the default. Counts the
 * request for the card limits first. The database does not change yet, so that a refusal changes nothing.
 * @throws AppError CARD_NOT_FOUND, CARD_DECLINED if the gateway refuses the card, CHECKOUT_FAILED or CARD_DEFAULT_FAILED
 *   if it is unavailable, THROTTLED
 */
export async function obtainCard(ctx: Ctx, accountId: string, choice: CardChoice): Promise<ChosenCard> {
  if ('cardToken' in choice) {
    const card = await attachToCustomer(ctx, accountId, choice.cardToken);
    return { card, tokenHash: hashSecret(choice.cardToken) };
  }
  const [account] = await ctx.db
    .select({ customerId: accounts.omiseCustomerId })
    .from(accounts)
    .where(eq(accounts.id, accountId));
  const saved = await findCard(ctx.db, accountId, choice.cardId);
  if (!saved || !account?.customerId) throw new AppError('CARD_NOT_FOUND');
  await countCardAttempt(ctx, accountId);
  if (!saved.isDefault) valueOrThrow(await setDefaultCard(account.customerId, saved.omiseCardId));
  return { cardId: saved.id };
}

/** Returns the value of a call that changes a saved card. @throws AppError for every other answer */
export function valueOrThrow<T>(response: GatewayAnswer<T>): T {
  if (response.kind === 'ok') return response.value;
  if (response.kind === 'unavailable') throw new AppError('CARD_DEFAULT_FAILED');
  if (response.code === 'not_found') throw new AppError('CARD_NOT_FOUND');
  throw new AppError('CARD_DECLINED', { reason: reasonOf(response.code) });
}
