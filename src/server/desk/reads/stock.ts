import { asc, sql, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import { addDays, dayOf, type Day } from '@/domain/day';
import type { ProductCode } from '@/domain/product';
import { stockForecast, STOCK_DAYS, type PacksOn, type StockForecast } from '@/domain/stock';
import { stockEntries } from '../../db/schema';
import { queryRows } from '../../db/query-rows';
import { IS_PARCEL_OWED_O } from '../../lifecycle/late-boxes';
import type { Ctx } from '../../platform/context';

const packsRow = z.object({ code: z.string(), packs: z.number() });
const packsOnRow = packsRow.extend({ day: z.string() });

/**
 * Returns the packs of single products in orders, with the column `at` of each order. A starter pack counts as what is
 * in it.
 */
const packsIn = (orders: SQL): SQL => sql`(select coalesce(c.contained_code, i.code) as code,
    i.quantity * coalesce(c.quantity, 1) as packs, i.at
  from (select n.product_code as code, n.quantity, o.at from ${orders} o join order_items n on n.order_id = o.id
    union all select o.free_product_code, 1, o.at from ${orders} o where o.free_product_code is not null) i
  left join product_contents c on c.product_code = i.code)`;

const ORDER = sql`o.id, o.free_product_code`;
const OWED = sql`(select ${ORDER}, null::date as at from shipments s join orders o on o.id = s.order_id
  where s.status in ('preparing','packed') and s.loss is null and ${sql.raw(IS_PARCEL_OWED_O)})`;

interface Known {
  /** The packs on hand by product, of those that were counted. */
  here: Map<ProductCode, number>;
  arrivals: Map<ProductCode, PacksOn[]>;
}

/** Returns what was counted and came, without what has left since. */
async function readHere({ db, now }: Ctx): Promise<Known> {
  const today = dayOf(now);
  const counted = new Map<ProductCode, Date>();
  const known: Known = { here: new Map(), arrivals: new Map() };
  for (const row of await db
    .select()
    .from(stockEntries)
    .orderBy(asc(stockEntries.createdAt), asc(stockEntries.id))) {
    const { productCode: code, kind, packs, onDay, createdAt } = row;
    if (kind === 'count') {
      counted.set(code, createdAt);
      known.here.set(code, packs);
      // An arrival that was expected before the count, and whose day is past, was counted.
      known.arrivals.set(
        code,
        (known.arrivals.get(code) ?? []).filter(({ day }) => day > dayOf(createdAt)),
      );
    } else known.arrivals.set(code, [...(known.arrivals.get(code) ?? []), { day: onDay, packs }]);
  }
  for (const [code, arrivals] of known.arrivals) {
    const came = arrivals.filter(({ day }) => day <= today).reduce((sum, { packs }) => sum + packs, 0);
    const here = known.here.get(code);
    if (here !== undefined) known.here.set(code, here + came);
  }
  if (counted.size === 0) return known;
  const counts = JSON.stringify([...counted].map(([code, at]) => ({ code, at })));
  const first = new Date(Math.min(...[...counted.values()].map(Number))).toISOString();
  const sent = sql`(select ${ORDER}, t.shipped_at as at from (
      select order_id, shipped_at from shipments where shipped_at > ${first}::timestamptz
      union all select order_id, shipped_at from replaced_parcels where shipped_at > ${first}::timestamptz) t
    join orders o on o.id = t.order_id)`;
  const left = await queryRows(
    db,
    packsRow,
    sql`select p.code, sum(p.packs)::int as packs from ${packsIn(sent)} p
      join jsonb_to_recordset(${counts}::jsonb) as k(code text, at timestamptz) on k.code = p.code and p.at > k.at
      group by 1`,
  );
  for (const { code, packs } of left)
    known.here.set(code as ProductCode, (known.here.get(code as ProductCode) ?? 0) - packs);
  return known;
}

async function readOwed({ db }: Ctx): Promise<Map<string, number>> {
  const rows = await queryRows(
    db,
    packsRow,
    sql`select p.code, sum(p.packs)::int as packs from ${packsIn(OWED)} p group by 1`,
  );
  return new Map(rows.map(({ code, packs }) => [code, packs]));
}

/** Returns the products of which boxes to send need more packs than are there. */
export async function listShortProducts(ctx: Ctx): Promise<{ code: ProductCode; missing: number }[]> {
  const { here } = await readHere(ctx);
  if (here.size === 0) return [];
  const owed = await readOwed(ctx);
  return [...here].flatMap(([code, packs]) => {
    const missing = (owed.get(code) ?? 0) - packs;
    return missing > 0 ? [{ code, missing }] : [];
  });
}

export interface ProductStock extends StockForecast {
  code: ProductCode;
  /** Null if it was never counted. */
  here: number | null;
  arrivals: PacksOn[];
}

/** Returns the stock of each single product against what is planned for the next 90 days. */
export async function readStock(ctx: Ctx): Promise<ProductStock[]> {
  const { db, now } = ctx;
  const today = dayOf(now);
  const planned = sql`(select ${ORDER}, o.payment_date as at from orders o where o.begun_at is null
    and o.status = 'upcoming' and o.payment_date < ${addDays(today, STOCK_DAYS)}::date)`;
  const [{ here, arrivals }, owed, needs, products] = await Promise.all([
    readHere(ctx),
    readOwed(ctx),
    queryRows(
      db,
      packsOnRow,
      sql`select p.code, p.at::text as day, sum(p.packs)::int as packs from ${packsIn(planned)} p group by 1, 2`,
    ),
    queryRows(
      db,
      z.object({ code: z.string() }),
      sql`select p.code from products p
        where not exists (select from product_contents c where c.product_code = p.code) order by p.sort`,
    ),
  ]);
  return products.map((product) => {
    const code = product.code as ProductCode;
    const facts = {
      here: here.get(code) ?? null,
      owed: owed.get(code) ?? 0,
      needs: needs.flatMap((one) => (one.code === code ? { day: one.day as Day, packs: one.packs } : [])),
      arrivals: (arrivals.get(code) ?? []).filter(({ day }) => day > today),
    };
    return { code, here: facts.here, arrivals: facts.arrivals, ...stockForecast(facts, today) };
  });
}
