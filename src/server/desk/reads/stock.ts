import { asc, sql } from 'drizzle-orm';
import { z } from 'zod';
import { dayOf, type Day } from '@/domain/day';
import { PACK_FIGURES } from '@/domain/numbers';
import type { ProductCode } from '@/domain/product';
import { stockForecast, type PacksOn, type StockForecast } from '@/domain/stock';
import { stockEntries } from '../../db/schema';
import { queryRows } from '../../db/query-rows';
import type { Ctx } from '../../platform/context';
import { readPackSums, type PackSums } from '../numbers/packs';

interface Known {
  /** The last count of each product, with its packs. */
  counts: Map<ProductCode, { id: string; packs: number }>;
  arrivals: Map<ProductCode, PacksOn[]>;
}

/** Returns what was counted, and what came or will come after the count. */
async function readEntries({ db }: Ctx): Promise<Known> {
  const known: Known = { counts: new Map(), arrivals: new Map() };
  for (const row of await db
    .select()
    .from(stockEntries)
    .orderBy(asc(stockEntries.createdAt), asc(stockEntries.id))) {
    const { productCode: code, kind, packs, onDay, createdAt } = row;
    if (kind === 'count') {
      known.counts.set(code, { id: row.id, packs });
      // An arrival that was expected before the count, and whose day is past, was counted.
      known.arrivals.set(
        code,
        (known.arrivals.get(code) ?? []).filter(({ day }) => day > dayOf(createdAt)),
      );
    } else known.arrivals.set(code, [...(known.arrivals.get(code) ?? []), { day: onDay, packs }]);
  }
  return known;
}

/** Returns the packs on hand: the last count and what came since, without what has left. Null if never counted. */
function packsHere(
  { counts, arrivals }: Known,
  code: ProductCode,
  sums: PackSums,
  today: Day,
): number | null {
  const count = counts.get(code);
  if (!count) return null;
  const came = (arrivals.get(code) ?? []).filter(({ day }) => day <= today);
  const left = sums.of('packsLeft', `${code} ${count.id}`);
  return came.reduce((sum, { packs }) => sum + packs, count.packs) - left;
}

/** Returns the products of which boxes to send need more packs than are there. */
export async function listShortProducts(ctx: Ctx): Promise<{ code: ProductCode; missing: number }[]> {
  const known = await readEntries(ctx);
  if (known.counts.size === 0) return [];
  const sums = await readPackSums(ctx, ['packsOwed', 'packsLeft']);
  return [...known.counts.keys()].flatMap((code) => {
    const missing = sums.of('packsOwed', code) - (packsHere(known, code, sums, dayOf(ctx.now)) ?? 0);
    return missing > 0 ? [{ code, missing }] : [];
  });
}

export interface ProductStock extends StockForecast {
  code: ProductCode;
  /** Null if it was never counted. */
  here: number | null;
  arrivals: PacksOn[];
}

export interface Stock {
  /** The instant (ISO 8601) as of which the packs of orders are counted; null: now. */
  asOf: string | null;
  products: ProductStock[];
}

/**
 * Returns the stock of each single product against what is planned for the next 90 days.
 * @param exactMax the planned orders up to which their packs are counted now
 */
export async function readStock(ctx: Ctx, exactMax?: number): Promise<Stock> {
  const today = dayOf(ctx.now);
  const [known, sums, products] = await Promise.all([
    readEntries(ctx),
    readPackSums(ctx, PACK_FIGURES, exactMax),
    queryRows(
      ctx.db,
      z.object({ code: z.string() }),
      sql`select p.code from products p
        where not exists (select from product_contents c where c.product_code = p.code) order by p.sort`,
    ),
  ]);
  return {
    asOf: sums.asOf?.toISOString() ?? null,
    products: products.map((product) => {
      const code = product.code as ProductCode;
      const facts = {
        here: packsHere(known, code, sums, today),
        owed: sums.of('packsOwed', code),
        needs: sums.planned.flatMap((one) =>
          one.code === code ? [{ day: one.day as Day, packs: one.packs }] : [],
        ),
        arrivals: (known.arrivals.get(code) ?? []).filter(({ day }) => day > today),
      };
      return { code, here: facts.here, arrivals: facts.arrivals, ...stockForecast(facts, today) };
    }),
  };
}
