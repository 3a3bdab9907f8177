import type { z } from 'zod';
import { priceBox, type BoxItem } from '@/domain/box';
import { dayOf } from '@/domain/day';
import { AppError } from '@/domain/errors';
import { pointsForBox } from '@/domain/points';
import { isRegistering, type PaymentMethod, type SubscriptionStatus } from '@/domain/subscription';
import type { subscriptionAnswer } from '@/schemas/answers/subscription';
import { catalogueToShow } from '../catalogue/cached';
import { feeOf, type Catalogue } from '../catalogue/queries';
import type { Ctx } from '../platform/context';
import { ask } from '../db/ask';
import type { Db, Tx } from '../db';
import { toOrderView, UPCOMING, type OrderRow, type OrderView } from '../orders/queries';

export interface SubscriptionRow {
  status: SubscriptionStatus;
  frequency: number;
  payment_day: number;
  payment_method: PaymentMethod;
  version: number;
  items: BoxItem[] | null;
  postal_code: string | null;
  activated_at: Date | string | null;
}

/** A subscription in every response. */
export type ShownSubscription = z.output<typeof subscriptionAnswer>;

export function describeSubscription(catalogue: Catalogue, row: SubscriptionRow): ShownSubscription {
  const items = row.items ?? [];
  const { boxPrice } = priceBox(items, catalogue.products);
  return {
    status: row.status,
    registering: isRegistering({ status: row.status, activatedAt: row.activated_at }),
    frequency: row.frequency,
    paymentDay: row.payment_day,
    paymentMethod: row.payment_method,
    version: row.version,
    items,
    boxPrice,
    deliveryFee: row.postal_code === null ? null : feeOf(catalogue, items, row.postal_code),
    pointsPerOrder: pointsForBox(boxPrice),
  };
}

const COLUMNS = `s.status, s.frequency, s.payment_day, s.payment_method, s.version, s.activated_at, a.postal_code,
  (select json_agg(json_build_object('productCode', b.product_code, 'quantity', b.quantity) order by b.product_code)
     from box_items b where b.subscription_id = s.id) as items`;
const OF_ACCOUNT = `from subscriptions s join accounts a on a.id = s.account_id where s.account_id = $1`;
// One statement, so that a page never shows a subscription beside the orders of a moment later.
const VIEW = `select ${COLUMNS}, (select json_agg(u order by u."paymentDate") from (${UPCOMING}) u) as upcoming ${OF_ACCOUNT}`;

/** What every change answers: the subscription and the orders to come, as they now are. */
export interface SubscriptionView {
  subscription: ShownSubscription;
  upcomingOrders: OrderView[];
}

/** One subscription as it is shown. @throws AppError NOT_ALLOWED for an account that has none */
export async function showSubscription(
  ctx: Ctx,
  accountId: string,
  db: Db | Tx = ctx.db,
  catalogue?: Catalogue,
): Promise<ShownSubscription> {
  const prices = catalogue ?? (await catalogueToShow(ctx));
  const [row] = await ask<SubscriptionRow>(db, `select ${COLUMNS} ${OF_ACCOUNT}`, [accountId]);
  if (!row) throw new AppError('NOT_ALLOWED');
  return describeSubscription(prices, row);
}

/**
 * The subscription and its next three orders, in a transaction's eyes when it is given. One query.
 * @param catalogue needed in a transaction: loading it there would take a second connection.
 */
export async function viewSubscription(
  ctx: Ctx,
  accountId: string,
  db: Db | Tx = ctx.db,
  catalogue?: Catalogue,
): Promise<SubscriptionView> {
  const prices = catalogue ?? (await catalogueToShow(ctx));
  const today = dayOf(ctx.now);
  const [row] = await ask<SubscriptionRow & { upcoming: OrderRow[] | null }>(db, VIEW, [accountId, today]);
  if (!row) throw new AppError('NOT_ALLOWED');
  return {
    subscription: describeSubscription(prices, row),
    upcomingOrders: (row.upcoming ?? []).map((order) => toOrderView(order, today)),
  };
}
