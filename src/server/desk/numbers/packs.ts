import { sql, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import { addDays, addMonthsTo, dayOf, monthOf } from '@/domain/day';
import { PACK_FIGURES, type PackFigure } from '@/domain/numbers';
import { EXACT_ORDERS_MAX, STOCK_DAYS } from '@/domain/stock';
import { queryRows } from '../../db/query-rows';
import { IS_PARCEL_OWED_O } from '../../lifecycle/late-boxes';
import type { Ctx } from '../../platform/context';

/**
 * Returns the packs of single products in orders by the `key` of the orders. A starter pack counts as what is in it.
 */
const packsIn = (orders: SQL): SQL => sql`(select coalesce(c.contained_code, i.code) as code,
    i.quantity * coalesce(c.quantity, 1) as packs, i.key
  from (select n.product_code as code, sum(n.quantity) as quantity, o.key
      from ${orders} o join order_items n on n.order_id = o.id group by 1, 3
    union all select o.free_product_code, count(*), o.key from ${orders} o
      where o.free_product_code is not null group by 1, 3) i
  left join product_contents c on c.product_code = i.code)`;

const ORDER = sql`o.id, o.free_product_code`;

/** The latest count of each product. What leaves after it is deducted from it. */
const LATEST_COUNTS = sql`(select distinct on (product_code) product_code as code, id, created_at as at
  from stock_entries where kind = 'count' order by product_code, created_at desc, id desc)`;

/** `part` is the product, for `packsPlanned` with the day of the order, for `packsLeft` with the id of the count. */
const PACKS: Record<PackFigure, (asOf: Date) => SQL> = {
  packsPlanned: (asOf) => sql`select p.code || ' ' || p.key as part, p.packs
    from ${packsIn(sql`(select ${ORDER}, o.payment_date as key from orders o where ${isPlanned(asOf)})`)} p`,
  packsOwed: () => sql`select p.code as part, p.packs
    from ${packsIn(sql`(select ${ORDER}, null as key from shipments s join orders o on o.id = s.order_id
      where s.status in ('preparing','packed') and s.loss is null and ${sql.raw(IS_PARCEL_OWED_O)})`)} p`,
  packsLeft: () => {
    const first = sql`(select min(k.at) from ${LATEST_COUNTS} k)`;
    const sent = sql`(select ${ORDER}, t.shipped_at as key from (
        select order_id, shipped_at from shipments where shipped_at > ${first}
        union all select order_id, shipped_at from replaced_parcels where shipped_at > ${first}) t
      join orders o on o.id = t.order_id)`;
    return sql`select k.code || ' ' || k.id as part, p.packs
      from ${packsIn(sent)} p join ${LATEST_COUNTS} k on k.code = p.code and p.key > k.at`;
  },
};

const isPlanned = (asOf: Date) => sql`o.begun_at is null and o.status = 'upcoming'
  and o.payment_date < ${addDays(dayOf(asOf), STOCK_DAYS)}::date`;

/** Returns the query of packs for the roll-up, in the shape of the other figures. `amount`: packs. */
export const packRows = (figure: PackFigure, asOf: Date): SQL =>
  sql`select ${figure} as figure, r.part, r.packs as amount from (${PACKS[figure](asOf)}) r`;

const packSum = z.object({ figure: z.enum(PACK_FIGURES), part: z.string(), packs: z.number() });
const storedSum = packSum.extend({ at: z.string() });

export interface PackSums {
  /** The instant as of which the sums are, if they come from the roll-up of a large shop; null if they are present. */
  asOf: Date | null;
  /** Returns the packs of a product or, for `packsLeft`, of its count. */
  of: (figure: PackFigure, part: string) => number;
  /** The planned packs by product and day. */
  planned: { code: string; day: string; packs: number }[];
}

/**
 * Returns sums of packs. They are counted now while the shop has few planned orders. In a large shop they are those of
 * the last roll-up, at most about an hour old.
 * @param exactMax the planned orders up to which the sums are counted now
 */
export async function readPackSums(
  ctx: Ctx,
  figures: readonly PackFigure[],
  exactMax = EXACT_ORDERS_MAX,
): Promise<PackSums> {
  const stored = (await hasMoreOrders(ctx, exactMax)) ? await readStored(ctx) : [];
  const sums = stored.length > 0 ? stored : await countNow(ctx, figures);
  const packs = new Map(sums.map((sum) => [`${sum.figure} ${sum.part}`, sum.packs]));
  return {
    asOf: stored[0] ? new Date(stored[0].at) : null,
    of: (figure, part) => packs.get(`${figure} ${part}`) ?? 0,
    planned: sums.flatMap((sum) => {
      const [code = '', day = ''] = sum.part.split(' ');
      return sum.figure === 'packsPlanned' ? [{ code, day, packs: sum.packs }] : [];
    }),
  };
}

/** Counts no further than to the limit. */
async function hasMoreOrders({ db, now }: Ctx, limit: number): Promise<boolean> {
  const [found] = await queryRows(
    db,
    z.object({ count: z.number() }),
    sql`select count(*)::int as count
      from (select from orders o where ${isPlanned(now)} limit ${limit + 1}) o`,
  );
  return (found?.count ?? 0) > limit;
}

/** The rows of packs stand in the month of the last roll-up only, which is this month or the one before. */
function readStored({ db, now }: Ctx): Promise<z.output<typeof storedSum>[]> {
  const month = monthOf(dayOf(now));
  return queryRows(
    db,
    storedSum,
    sql`select n.figure, n.part, n.amount::int as packs, n.computed_at::text as at
      from (select n.figure, n.part, n.amount, m.computed_at from numbers n join number_months m on m.month = n.month
        where n.month in (${month}, ${addMonthsTo(month, -1)}) and n.figure like 'packs%') n`,
  );
}

const countNow = ({ db, now }: Ctx, figures: readonly PackFigure[]): Promise<z.output<typeof packSum>[]> =>
  queryRows(
    db,
    packSum,
    sql`select r.figure, r.part, sum(r.amount)::int as packs from (${sql.join(
      figures.map((figure) => packRows(figure, now)),
      sql` union all `,
    )}) r group by 1, 2`,
  );
