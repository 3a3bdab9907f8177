import { coarseReason, reasonOf } from '@/domain/decline';
import { AppError } from '@/domain/errors';
import { hasEverPaid } from '../../login/proven-email';
import type { GatewayAnswer } from '../../gateways/omise/calls';
import { attachCard, type GatewayCard } from '../../gateways/omise/cards';
import type { Ctx } from '../../platform/context';
import { countCardAttempt, countLinkCardAttempt } from './card-limits';
import { withCustomer } from './customers';

/** The gateway's codes for a token that does not exist or was used before. */
const TOKEN_UNKNOWN = ['not_found', 'used_token'];

/**
 * Attaches the card of a token to the account's customer at the gateway. Does not save or charge the card.
 * @param linkHash the repair link on whose page the card was entered; null for the account's own request
 * @throws AppError CARD_DECLINED if the gateway refuses the token, CHECKOUT_FAILED if it is unreachable, THROTTLED
 */
export async function attachToCustomer(
  ctx: Ctx,
  accountId: string,
  cardToken: string,
  linkHash: string | null = null,
): Promise<GatewayCard> {
  await (linkHash === null
    ? countCardAttempt(ctx, accountId)
    : countLinkCardAttempt(ctx, accountId, linkHash));
  const answer = await withCustomer(ctx, accountId, (customerId) => attachCard(customerId, cardToken));
  if (answer.kind === 'refused' && TOKEN_UNKNOWN.includes(answer.code))
    throw new AppError('CARD_DECLINED', { reason: 'card_token_unknown' });
  if (answer.kind !== 'refused' || (await hasEverPaid(ctx.db, accountId))) return valueOrThrow(answer);
  throw new AppError('CARD_DECLINED', { reason: coarseReason(reasonOf(answer.code)) });
}

function valueOrThrow<T>(answer: GatewayAnswer<T>): T {
  if (answer.kind === 'ok') return answer.value;
  if (answer.kind === 'refused') throw new AppError('CARD_DECLINED', { reason: reasonOf(answer.code) });
  throw new AppError('CHECKOUT_FAILED');
}
