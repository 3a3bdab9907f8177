import { and, eq, isNull } from 'drizzle-orm';
import { dayOf } from '@/domain/day';
import type { ChatFacts } from '@/domain/line-answer';
import type { Locale } from '@/domain/locale';
import { accounts, identities, orders } from '../../db/schema';
import type { Ctx } from '../../platform/context';
import { findLastPaidOrder, findOrder, listUpcomingOrders } from '../../shop/orders/queries';
import { getMeOfAccount } from '../account/me';

/** Who typed in LINE. */
export interface ChatPerson {
  accountId: string | null;
  locale: Locale | null;
  blocked: boolean;
  facts: ChatFacts;
}

/**
 * Returns who a LINE user is and what is known of the subscription.
 * @param orderNumber the number of an order that the user typed; null without one. An order of another account is
 *   unknown.
 */
export async function readPerson(ctx: Ctx, subject: string, orderNumber: number | null): Promise<ChatPerson> {
  const today = dayOf(ctx.now);
  const [owner] = await ctx.db
    .select({ id: accounts.id, locale: accounts.locale, blocked: identities.blocked })
    .from(identities)
    .innerJoin(accounts, and(eq(accounts.id, identities.accountId), isNull(accounts.deletedAt)))
    .where(and(eq(identities.provider, 'line'), eq(identities.subject, subject)));
  if (!owner) return { accountId: null, locale: null, blocked: false, facts: { today, subscriber: null } };
  const { id: accountId, locale, blocked } = owner;
  const [me, { orders: upcoming }, lastPaid, named] = await Promise.all([
    getMeOfAccount(ctx, accountId),
    listUpcomingOrders(ctx, accountId),
    findLastPaidOrder(ctx, accountId),
    orderNumber === null ? undefined : findNumbered(ctx, accountId, orderNumber),
  ]);
  const { subscription, pendingPayment: debt, points } = me;
  const subscriber = { subscription, debt, upcoming, lastPaid, points };
  return { accountId, locale, blocked, facts: { today, subscriber, named } };
}

async function findNumbered(ctx: Ctx, accountId: string, orderNumber: number) {
  const [row] = await ctx.db
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.accountId, accountId), eq(orders.orderNumber, orderNumber)));
  const order = row && (await findOrder(ctx, accountId, row.id));
  return order ?? { unknown: orderNumber };
}
