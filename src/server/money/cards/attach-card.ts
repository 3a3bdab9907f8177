import { and, eq, isNull } from 'drizzle-orm';
import { coarseReason, reasonOf } from '@/domain/decline';
import { AppError } from '@/domain/errors';
import { hasEverPaid } from '../../login/proven-email';
import { transaction } from '../../db';
import { accounts, cards } from '../../db/schema';
import type { GatewayAnswer } from '../../gateways/omise/calls';
import { attachCard, createCustomer, isCustomerGone, type GatewayCard } from '../../gateways/omise/cards';
import { lockSubscriptionOf } from '../../lifecycle/locks';
import type { Ctx } from '../../platform/context';
import { addJob } from '../../platform/job-queue';
import { countCardAttempt, countLinkCardAttempt } from './card-limits';

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
  const customerId = await ensureCustomer(ctx, accountId);
  const attached = await attachCard(customerId, cardToken);
  const vanished =
    attached.kind === 'refused' && attached.code === 'not_found' && (await isCustomerGone(customerId));
  const answer = vanished
    ? await attachCard(await replaceCustomer(ctx, accountId, customerId), cardToken)
    : attached;
  if (answer.kind === 'refused' && TOKEN_UNKNOWN.includes(answer.code))
    throw new AppError('CARD_DECLINED', { reason: 'card_token_unknown' });
  if (answer.kind !== 'refused' || (await hasEverPaid(ctx.db, accountId))) return valueOrThrow(answer);
  throw new AppError('CARD_DECLINED', { reason: coarseReason(reasonOf(answer.code)) });
}

async function ensureCustomer({ db }: Ctx, accountId: string): Promise<string> {
  const [account] = await db
    .select({ id: accounts.omiseCustomerId })
    .from(accounts)
    .where(eq(accounts.id, accountId));
  if (account?.id) return account.id;
  const { id } = valueOrThrow(await createCustomer(accountId));
  const kept = await transaction(db, async (tx) => {
    await lockSubscriptionOf(tx, accountId);
    await tx
      .update(accounts)
      .set({ omiseCustomerId: id })
      .where(and(eq(accounts.id, accountId), isNull(accounts.omiseCustomerId), isNull(accounts.deletedAt)));
    const [now] = await tx
      .select({ id: accounts.omiseCustomerId })
      .from(accounts)
      .where(eq(accounts.id, accountId));
    // Deletes the new customer if a concurrent call stored another customer, or the account was deleted.
    if (now?.id !== id) await addJob(tx, 'delete_customer', { customerId: id }, `delete_customer:${id}`);
    return now?.id ?? null;
  });
  if (kept === null) throw new AppError('NOT_LOGGED_IN');
  return kept;
}

/**
 * Creates a new customer after the gateway deleted the earlier customer. Removes the saved cards, because the gateway
 * can no longer charge them.
 */
async function replaceCustomer(ctx: Ctx, accountId: string, goneId: string): Promise<string> {
  await transaction(ctx.db, async (tx) => {
    await lockSubscriptionOf(tx, accountId);
    await tx
      .update(accounts)
      .set({ omiseCustomerId: null })
      .where(and(eq(accounts.id, accountId), eq(accounts.omiseCustomerId, goneId)));
    await tx
      .update(cards)
      .set({ isDefault: false, removedAt: ctx.now })
      .where(and(eq(cards.accountId, accountId), isNull(cards.removedAt)));
  });
  return ensureCustomer(ctx, accountId);
}

function valueOrThrow<T>(answer: GatewayAnswer<T>): T {
  if (answer.kind === 'ok') return answer.value;
  if (answer.kind === 'refused') throw new AppError('CARD_DECLINED', { reason: reasonOf(answer.code) });
  throw new AppError('CHECKOUT_FAILED');
}
