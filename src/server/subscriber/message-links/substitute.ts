import { isSameBox } from '@/domain/box';
import { AppError } from '@/domain/errors';
import { substituteIn, type SubstitutedOrder } from '@/domain/substitute';
import type { orderLinks, orders } from '../../db/schema';
import { loadSubscriber } from '../../lifecycle/load-facts';
import type { Subscription } from '../../lifecycle/locks';
import type { Ctx } from '../../platform/context';
import { catalogueOf } from '../../shop/catalogue/queries';
import { changeOrderBox } from '../plan/plan-commands';

interface SwapLink {
  link: typeof orderLinks.$inferSelect;
  order: typeof orders.$inferSelect;
  subscription: Subscription;
}

/** The substitute that a link offers, with the names of both products. */
export interface OfferedSubstitute extends SubstitutedOrder {
  from: { en: string; th: string };
  to: { en: string; th: string };
}

/**
 * Returns the substitute that a link offers. Null for another link, for a used one, and if the order cannot have it any
 * more, for example because the subscriber changed its contents after the offer.
 */
export async function readSubstitute(
  ctx: Ctx,
  { link, order, subscription }: SwapLink,
): Promise<OfferedSubstitute | null> {
  const { swap, usedAt } = link;
  if (!swap || usedAt !== null || subscription.status !== 'active') return null;
  const prices = await catalogueOf(ctx);
  const subscriber = await loadSubscriber(ctx.db, subscription);
  const present = subscriber.orders.find(({ id }) => id === order.id);
  if (!present || !isSameBox(present.items, swap.box)) return null;
  const facts = { now: ctx.now, subscription, subscriber };
  const planned = substituteIn(facts, { orderId: order.id, ...swap }, prices);
  const [from, to] = [swap.from, swap.to].map((code) => prices.products.find((one) => one.code === code));
  if (!planned || !from || !to) return null;
  return {
    ...planned,
    from: { en: from.nameEn, th: from.nameTh },
    to: { en: to.nameEn, th: to.nameTh },
  };
}

/**
 * Gives the order of a link the substitute, as the subscriber's own change of its contents. The version is compared
 * under the lock, so that no other change is overwritten.
 * @param expectedTotal the total that the screen showed
 * @throws AppError ORDER_NOT_UPCOMING if something changed meanwhile, TOTAL_CHANGED, PAYMENT_PENDING, NOT_ACTIVE
 */
export async function acceptSubstitute(
  ctx: Ctx,
  { link, order, subscription }: SwapLink,
  swap: SubstitutedOrder,
  expectedTotal = swap.after,
): Promise<void> {
  const through = { tokenHash: link.tokenHash, isTap: false };
  const request = {
    items: swap.items,
    keepsFee: true,
    version: subscription.version,
    expectedTotal,
    through,
  };
  await changeOrderBox(ctx, order.accountId, { orderId: order.id, ...request }).catch((error: unknown) => {
    // STALE contains the account, which the reader of a link must not see.
    const isChanged = error instanceof AppError && CHANGED.includes(error.code);
    throw isChanged ? new AppError('ORDER_NOT_UPCOMING') : error;
  });
}

const CHANGED = ['STALE', 'ORDER_NOT_NEXT', 'BOX_FIXED', 'BOX_INVALID', 'ORDER_NOT_FOUND'];
