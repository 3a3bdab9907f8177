import { z } from 'zod';
import type { BoxItem } from '@/domain/box';
import type { Day, Month } from '@/domain/day';
import type { OrderStatus } from '@/domain/order';
import type { PlannerFacts } from '@/domain/planner';
import type { HeldPrices, PriceNotice } from '@/domain/price-notice';
import type { ProductCode } from '@/domain/product';
import type { Epoch } from '@/domain/schedule';
import type { Db } from '../../../db';
import { queryRows } from '../../../db/query-rows';
import { columnShape } from '../../../db/row-shapes';
import { accounts, subscriptions } from '../../../db/schema';

/** Equal subscriptions as the planner sees them, and how many there are. */
export interface PlanFactsGroup {
  count: number;
  box: BoxItem[];
  postalCode: string | null;
  nextIndex: number;
  pausedUntil: Day | null;
  epochs: Epoch[];
  /** The orders whose dates are ahead, and an order that was ordered now. */
  existing: PlannerFacts['existing'];
  held: HeldPrices | null;
  notice: PriceNotice | null;
}

// Texts instead of JSON, because PostgreSQL builds and compares a million of them in half the time. `HELD_BY_S` is the
// first order that `PRICES_OF_S` returns. Orders before today do not matter for planning.
const CONTENT = (table: string) =>
  `string_agg(c.product_code || ':' || c.quantity, ' ' order by c.product_code) as content from ${table} c`;
const HELD_BY_S = `(select h.payment_date || ' ' || h.list_price || ' ' || h.box_price || ' ' || h.delivery_fee || ' ' || h.lines
    from (select o.*, i.lines from orders o cross join lateral (select string_agg(c.product_code || ':' || c.quantity || ':' ||
        c.list_price || ':' || c.unit_price || ':' || c.line_price || ':' || c.price_version, ' ' order by c.product_code) as lines,
        ${CONTENT('order_items')} where c.order_id = o.id) i
      where o.subscription_id = s.id and o.status <> 'void' and i.content = b.content
        and not exists (select from order_addresses x where x.order_id = o.id)
      order by o.cycle_index desc limit 1) h)`;
const GROUPS = `select count(*)::int as count, box, "postalCode", "nextIndex", "pausedUntil", epochs, existing, held, notice
  from (select b.content as box, s.next_index as "nextIndex",
    case when s.paused_until > $4 then s.paused_until end as "pausedUntil",
    (select $3::jsonb ->> a.postal_code from accounts a where a.id = s.account_id) as "postalCode",
    (select string_agg(e.from_index || ' ' || e.base_month || ' ' || e.payment_day || ' ' || e.frequency || ' ' || e.skips,
        '|' order by e.seq) from schedule_epochs e where e.subscription_id = s.id) as epochs,
    (select string_agg(o.cycle_index || ' ' || o.payment_date || ' ' || o.status, '|' order by o.cycle_index)
      from orders o where o.subscription_id = s.id
        and (o.payment_date > $4 and o.status in ('upcoming','skipped')
          or o.ordered_from is not null and o.status in ('charging','awaiting_payment'))) as existing,
    ${HELD_BY_S} as held,
    (select n.first_date || ' ' || n.prices
      from price_notices n where n.subscription_id = s.id order by n.number desc limit 1) as notice
    from subscriptions s
      cross join lateral (select ${CONTENT('box_items')} where c.subscription_id = s.id) b
    where s.status = 'active' and s.id > $1 and s.id <= $2 offset 0) facts
  group by box, "postalCode", "nextIndex", "pausedUntil", epochs, existing, held, notice`;

const groupRow = z.object({
  count: z.number(),
  box: z.string(),
  postalCode: columnShape(accounts.postalCode),
  nextIndex: columnShape(subscriptions.nextIndex),
  pausedUntil: columnShape(subscriptions.pausedUntil),
  epochs: z.string(),
  existing: z.string().nullable(),
  held: z.string().nullable(),
  notice: z.string().nullable(),
});

/** Ids of subscriptions: those after `after`, up to `upTo`. */
export interface IdRange {
  after: string;
  upTo: string;
}

/** Returns ranges of ids with as many active subscriptions each. */
export async function listRanges(db: Db, size: number): Promise<IdRange[]> {
  const rows = await queryRows(db, z.object({ id: z.string() }), {
    text: `select id from (select id, row_number() over (order by id) as n, count(*) over () as whole
      from subscriptions where status = 'active') s where n % $1::int = 0 or n = whole order by id`,
    params: [size],
  });
  return rows.map(({ id }, at) => ({ after: rows[at - 1]?.id ?? '', upTo: id }));
}

/** Returns the postcodes of all accounts. */
export async function listPostalCodes(db: Db): Promise<string[]> {
  const rows = await db.selectDistinct({ code: accounts.postalCode }).from(accounts);
  return rows.flatMap(({ code }) => code ?? []);
}

/**
 * Returns the subscriptions of a range, equal ones together. Each subscription is read in one statement.
 * @param postalCodes a postcode with the same fee for each postcode
 */
export async function loadPlanFacts(
  db: Db,
  { after, upTo }: IdRange,
  postalCodes: Readonly<Record<string, string>>,
  today: Day,
): Promise<PlanFactsGroup[]> {
  const params = [after, upTo, JSON.stringify(postalCodes), today];
  const rows = await queryRows(db, groupRow, { text: GROUPS, params });
  return rows.map(({ box, epochs, existing, held, notice, ...row }) => ({
    ...row,
    box: box.split(' ').map(itemOf),
    epochs: epochs.split('|').map(epochOf),
    existing: existing === null ? [] : existing.split('|').map(orderOf),
    held: held === null ? null : heldOf(held),
    notice: notice === null ? null : noticeOf(notice),
  }));
}

function itemOf(text: string): BoxItem {
  const [productCode, quantity] = text.split(':');
  return { productCode: productCode as ProductCode, quantity: Number(quantity) };
}

function epochOf(text: string): Epoch {
  const [from, month, day, frequency, ...skips] = text.split(' ');
  const dates = JSON.parse(skips.join('')) as Day[];
  const [fromIndex, paymentDay] = [Number(from), Number(day)];
  return { fromIndex, baseMonth: month as Month, paymentDay, frequency: Number(frequency), skips: dates };
}

function orderOf(text: string): PlanFactsGroup['existing'][number] {
  const [index, paymentDate, status] = text.split(' ');
  const isOrderedNow = status === 'charging' || status === 'awaiting_payment';
  return {
    index: Number(index),
    paymentDate: paymentDate as Day,
    status: status as OrderStatus,
    isOrderedNow,
  };
}

function heldOf(text: string): HeldPrices {
  const [paymentDate, listPrice, boxPrice, deliveryFee, ...lines] = text.split(' ');
  const [box, fee] = [Number(boxPrice), Number(deliveryFee)];
  return {
    paymentDate: paymentDate as Day,
    listPrice: Number(listPrice),
    boxPrice: box,
    deliveryFee: fee,
    total: box + fee,
    // Points and codes decide no price.
    points: 0,
    codeDiscount: 0,
    code: null,
    items: lines.map((line) => {
      const [, , list, unit, whole, version] = line.split(':').map(Number);
      const amounts = { listPrice: list ?? 0, unitPrice: unit ?? 0, linePrice: whole ?? 0 };
      return { ...itemOf(line), ...amounts, priceVersion: version ?? 0 };
    }),
  };
}

function noticeOf(text: string): PriceNotice {
  const [firstDate, ...prices] = text.split(' ');
  return { number: 0, firstDate: firstDate as Day, prices: prices.join(' ') };
}
