import { z } from 'zod';
import { priceBox } from '@/domain/box';
import { dayOf, type Day } from '@/domain/day';
import { receiveByOf } from '@/domain/delivery';
import { AppError } from '@/domain/errors';
import { nextPaymentDate } from '@/domain/pause';
import { pointsForBox } from '@/domain/points';
import { isRegistering } from '@/domain/subscription';
import type { OrderAhead } from '@/domain/year-ahead';
import type { subscriptionAnswer, subscriptionViewAnswer } from '@/schemas/answers/subscription';
import { feeOf } from '@/domain/quote';
import { getCachedCatalogue, type Catalogue } from '../../shop/catalogue/queries';
import type { Ctx } from '../../platform/context';
import { queryRows } from '../../db/query-rows';
import type { Db, Tx } from '../../db';
import { accounts, bankAccounts, boxItems, orders, priceNotices, subscriptions } from '../../db/schema';
import { columnShape, rowShape } from '../../db/row-shapes';
import { jsonObject, selectList } from '../../db/select-list';
import { epochRow, EPOCHS_OF_S } from '../../lifecycle/load-facts';
import { orderRow, toOrderView, UPCOMING } from '../../shop/orders/queries';
import { planYearAhead, YEAR_AHEAD_COLUMNS, yearAheadRow } from '../../shop/orders/year-ahead';

const SUBSCRIPTION = [
  'status',
  'frequency',
  'paymentDay',
  'paymentMethod',
  'version',
  'activatedAt',
  'pausedUntil',
] as const;
const BOX_ITEM = ['productCode', 'quantity'] as const;
const PRICE_NOTICE = ['firstDate', 'oldTotal', 'newTotal'] as const;
const PLANNED = ['id', 'status', 'paymentDate', 'paidOn', 'paused'] as const;

/** The schedule of a subscription with a pause, from which its next payment date is computed. */
const pausedScheduleRow = z.object({
  nextIndex: columnShape(subscriptions.nextIndex),
  epochs: z.array(epochRow),
  orders: z.array(
    rowShape(orders, PLANNED).extend({ index: z.number(), begun: z.boolean(), freeProduct: z.boolean() }),
  ),
});

/** The shape of a row with `SUBSCRIPTION_COLUMNS` and the postcode of the account. */
export const subscriptionRow = rowShape(subscriptions, SUBSCRIPTION).extend({
  items: z.array(rowShape(boxItems, BOX_ITEM)).nullable(),
  postalCode: columnShape(accounts.postalCode),
  pausedSchedule: pausedScheduleRow.nullable(),
  priceNotice: rowShape(priceNotices, PRICE_NOTICE).nullable(),
  bankAccount: z.object({ bank: columnShape(bankAccounts.bank), lastDigits: z.string() }).nullable(),
});
type SubscriptionRow = z.output<typeof subscriptionRow>;
const viewRow = subscriptionRow.extend({ upcoming: z.array(orderRow).nullable() });
const previewRow = viewRow.extend({ year: yearAheadRow });

/** A subscription as API responses show it. */
export type ShownSubscription = z.output<typeof subscriptionAnswer>;

export function describeSubscription(
  catalogue: Catalogue,
  row: SubscriptionRow,
  today: Day,
): ShownSubscription {
  const items = row.items ?? [];
  const { boxPrice } = priceBox(items, catalogue.products);
  return {
    status: row.status,
    registering: isRegistering({ status: row.status, activatedAt: row.activatedAt }),
    frequency: row.frequency,
    paymentDay: row.paymentDay,
    paymentMethod: row.paymentMethod,
    bankAccount: row.bankAccount,
    version: row.version,
    items,
    boxPrice,
    deliveryFee: row.postalCode === null ? null : feeOf(catalogue, items, row.postalCode),
    pointsPerOrder: pointsForBox(boxPrice),
    pause: describePause(row, today),
    priceNotice: row.priceNotice && row.priceNotice.firstDate > today ? row.priceNotice : null,
  };
}

/** Returns the pause in progress; null without a pause and after its end. */
function describePause({ pausedUntil, pausedSchedule }: SubscriptionRow, today: Day) {
  if (!pausedUntil || !pausedSchedule || pausedUntil <= today) return null;
  const next = nextPaymentDate({ today, pausedUntil, ...pausedSchedule });
  return { until: pausedUntil, nextPaymentDate: next, receiveBy: receiveByOf(next) };
}

const PLANNED_OF_S = `(select coalesce(json_agg(json_build_object('id', o.id, 'index', o.cycle_index, 'status', o.status,
      'paymentDate', o.payment_date, 'paidOn', o.paid_on, 'paused', o.paused, 'begun', false, 'freeProduct', false)), '[]')
    from orders o where o.subscription_id = s.id and o.begun_at is null and o.status in ('upcoming','skipped'))`;

// A change of the box or address replaces the announced price, and then no planned order has a price of the notice.
const PRICE_NOTICE_OF_S = `(select ${jsonObject(priceNotices, 'n', PRICE_NOTICE)} from price_notices n
    where n.subscription_id = s.id and s.status = 'active' and n.number = (
        select max(number) from price_notices where subscription_id = s.id)
      and exists (select 1 from orders o where o.subscription_id = s.id and o.begun_at is null
        and o.status in ('upcoming','skipped') and o.box_price + o.delivery_fee =
          case when o.payment_date < n.first_date then n.old_total else n.new_total end))`;

/** SQL of the columns of a subscription `s`, with the items of its box and the schedule of a pause. */
export const SUBSCRIPTION_COLUMNS = `${selectList(subscriptions, 's', SUBSCRIPTION)},
  (select json_agg(${jsonObject(boxItems, 'b', BOX_ITEM)} order by b.product_code)
     from box_items b where b.subscription_id = s.id) as items,
  case when s.paused_until is not null then json_build_object('nextIndex', s.next_index, 'epochs', ${EPOCHS_OF_S},
    'orders', ${PLANNED_OF_S}) end as "pausedSchedule",
  ${PRICE_NOTICE_OF_S} as "priceNotice",
  case when s.payment_method = 'bank_account' then (select json_build_object('bank', b.bank, 'lastDigits', b.last_digits)
    from bank_accounts b where b.account_id = s.account_id and b.status = 'linked') end as "bankAccount"`;
const COLUMNS = `${SUBSCRIPTION_COLUMNS}, a.postal_code as "postalCode"`;
const OF_ACCOUNT = `from subscriptions s join accounts a on a.id = s.account_id where s.account_id = $1`;
const ONE = `select ${COLUMNS} ${OF_ACCOUNT}`;
// One statement, so that the subscription and the orders come from the same snapshot of the database.
const VIEW_COLUMNS = `${COLUMNS}, (select json_agg(u order by u."paymentDate") from (${UPCOMING}) u) as upcoming`;
const VIEW = `select ${VIEW_COLUMNS} ${OF_ACCOUNT}`;
const PREVIEW = `select ${VIEW_COLUMNS}, (select to_json(y) from (select ${YEAR_AHEAD_COLUMNS}) y) as year ${OF_ACCOUNT}`;
const YEAR_AHEAD = `select ${YEAR_AHEAD_COLUMNS} ${OF_ACCOUNT}`;

/** A subscription and its next three orders; the result of every change of a subscription. */
export type SubscriptionView = z.output<typeof subscriptionViewAnswer>;

/**
 * Returns the subscription of an account.
 * @throws AppError NOT_ALLOWED for an account without a subscription
 */
export async function getSubscription(
  ctx: Ctx,
  accountId: string,
  db: Db | Tx = ctx.db,
  catalogue?: Catalogue,
): Promise<ShownSubscription> {
  const prices = catalogue ?? (await getCachedCatalogue(ctx));
  const [row] = await queryRows(db, subscriptionRow, { text: ONE, params: [accountId] });
  if (!row) throw new AppError('NOT_ALLOWED');
  return describeSubscription(prices, row, dayOf(ctx.now));
}

/**
 * Returns the subscription and its next three orders from one query.
 * @param db the caller's transaction; default: the database
 * @param catalogue required in a transaction, because loading it there would need a second connection
 * @throws AppError NOT_ALLOWED for an account without a subscription
 */
export async function getSubscriptionView(
  ctx: Ctx,
  accountId: string,
  db: Db | Tx = ctx.db,
  catalogue?: Catalogue,
): Promise<SubscriptionView> {
  const prices = catalogue ?? (await getCachedCatalogue(ctx));
  const today = dayOf(ctx.now);
  const [row] = await queryRows(db, viewRow, { text: VIEW, params: [accountId, today] });
  if (!row) throw new AppError('NOT_ALLOWED');
  return describeView(prices, row, today);
}

function describeView(catalogue: Catalogue, row: z.output<typeof viewRow>, today: Day): SubscriptionView {
  return {
    subscription: describeSubscription(catalogue, row, today),
    upcomingOrders: (row.upcoming ?? []).map((order) => toOrderView(order, today)),
  };
}

/**
 * Returns the subscription, its next three orders and the orders of its next twelve months from one query, for the
 * preview of a change in the transaction `tx`.
 * @throws AppError NOT_ALLOWED for an account without a subscription
 */
export async function getPreview(
  ctx: Ctx,
  accountId: string,
  tx: Tx,
  catalogue: Catalogue,
): Promise<SubscriptionView> {
  const today = dayOf(ctx.now);
  const [row] = await queryRows(tx, previewRow, { text: PREVIEW, params: [accountId, today] });
  if (!row) throw new AppError('NOT_ALLOWED');
  return { ...describeView(catalogue, row, today), yearAhead: planYearAhead(row.year, ctx.now, catalogue) };
}

/**
 * Returns the orders of the next twelve months of an account, by date. Empty if its subscription is not active.
 * @throws AppError NOT_ALLOWED for an account without a subscription
 */
export async function getYearAhead(ctx: Ctx, accountId: string): Promise<{ orders: OrderAhead[] }> {
  const catalogue = await getCachedCatalogue(ctx);
  const [row] = await queryRows(ctx.db, yearAheadRow, { text: YEAR_AHEAD, params: [accountId] });
  if (!row) throw new AppError('NOT_ALLOWED');
  return { orders: planYearAhead(row, ctx.now, catalogue) };
}
