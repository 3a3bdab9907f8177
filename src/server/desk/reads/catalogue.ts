import { desc, eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import { dayOf, type Day } from '@/domain/day';
import { AppError } from '@/domain/errors';
import type { Rehearsal } from '@/domain/price-rehearsal';
import type { DeliveryTariff } from '@/domain/delivery';
import { DELIVERY_RATES, type DeliveryRate, type PriceChange, type PriceState } from '@/domain/price-change';
import type { ProductCode } from '@/domain/product';
import { loadCatalogue } from '../../shop/catalogue/queries';
import { queryRows, typedSql } from '../../db/query-rows';
import { priceChanges } from '../../db/schema';
import type { ProductTexts } from '../acts/change-product';
import type { OperatorCtx } from '../acts/operator';
import { listPlanned, loadLatestPrices } from '../acts/prices/price-state';
import { IS_REHEARSAL_ALIVE } from '../acts/prices/request-rehearsal';

const CHANGES_SHOWN = 10;

type RehearsalState = 'waiting' | 'running' | 'stopped' | 'failed' | 'rehearsed';
export type ChangeState = RehearsalState | 'planned' | 'saved' | 'withdrawn';

export interface ChangeRow {
  id: string;
  state: ChangeState;
  /** When the rehearsal was requested (ISO 8601). */
  createdAt: string;
  /** When the saved prices take effect, else as `createdAt`. */
  at: string;
}

export interface DeskCatalogue {
  products: {
    code: ProductCode;
    texts: ProductTexts;
    isSold: boolean;
    /** The list price and the price in a box that apply now, in satang. */
    listPrice: number;
    price: number;
  }[];
  /** The delivery fees that apply now, in satang. */
  fees: { zone: DeliveryRate; fee: number }[];
  /** The latest prices, planned ones included, and their key. */
  latest: PriceState & { key: string };
  /** The saved changes whose first day is ahead, in their order. */
  planned: { id: string; from: Day; change: PriceChange }[];
  changes: ChangeRow[];
}

/** Returns the products, the prices, and the latest price changes. */
export async function readCatalogue({ db, now }: OperatorCtx): Promise<DeskCatalogue> {
  const [{ products, tariff }, latest, rows, planned] = await Promise.all([
    loadCatalogue(db, now),
    loadLatestPrices(db),
    db
      .select({ row: priceChanges, isAlive: typedSql(z.boolean(), IS_REHEARSAL_ALIVE) })
      .from(priceChanges)
      .orderBy(desc(priceChanges.createdAt), desc(priceChanges.id))
      .limit(CHANGES_SHOWN),
    listPlanned(db, now),
  ]);
  return {
    products: products.map(({ code, active, listPrice, price, ...texts }) => {
      const { nameEn, nameTh, descriptionEn, descriptionTh, lengthMm } = texts;
      const words = { nameEn, nameTh, descriptionEn, descriptionTh, lengthMm };
      return { code, isSold: active, listPrice, price, texts: words };
    }),
    fees: DELIVERY_RATES.map((zone) => ({ zone, fee: feeNow(tariff, zone) })),
    latest,
    planned: planned.map(({ validFrom, ...one }) => ({ ...one, from: dayOf(validFrom) })),
    changes: rows.map(({ row, isAlive }) => ({
      id: row.id,
      state: stateOf(row, isAlive, now),
      ...momentsOf(row),
    })),
  };
}

const feeNow = ({ rates, remoteSurcharge }: DeliveryTariff, zone: DeliveryRate) =>
  zone === 'remote_surcharge' ? remoteSurcharge : (rates.find((rate) => rate.zone === zone)?.fee ?? 0);

const momentsOf = ({ createdAt, validFrom }: typeof priceChanges.$inferSelect) => ({
  createdAt: createdAt.toISOString(),
  at: (validFrom ?? createdAt).toISOString(),
});

function stateOf(row: typeof priceChanges.$inferSelect, isAlive: boolean, now: Date): ChangeState {
  if (row.withdrawnAt) return 'withdrawn';
  if (row.validFrom) return row.validFrom > now ? 'planned' : 'saved';
  if (row.status === 'done') return 'rehearsed';
  return row.status === 'failed' || isAlive ? row.status : 'stopped';
}

export interface ChangeView extends ChangeRow {
  change: PriceChange;
  base: PriceState;
  read: { count: number; whole: number };
  rehearsedAt: string | null;
  result: Rehearsal | null;
  reason: string | null;
}

/**
 * Returns a price change with the result of its rehearsal.
 * @throws AppError NOT_FOUND without such a change
 */
export async function readPriceChange({ db, now }: OperatorCtx, changeId: string): Promise<ChangeView> {
  const [found] = await db
    .select({ row: priceChanges, isAlive: typedSql(z.boolean(), IS_REHEARSAL_ALIVE) })
    .from(priceChanges)
    .where(eq(priceChanges.id, changeId));
  if (!found) throw new AppError('NOT_FOUND');
  const { row } = found;
  return {
    id: row.id,
    state: stateOf(row, found.isAlive, now),
    ...momentsOf(row),
    change: row.change,
    base: row.base,
    result: row.result,
    reason: row.reason,
    read: { count: row.readCount, whole: row.wholeCount },
    rehearsedAt: row.rehearsedAt?.toISOString() ?? null,
  };
}

/** Returns how many active subscriptions have a product in their box. */
export async function countHolders(
  { db }: OperatorCtx,
  code: ProductCode,
): Promise<{ subscriptions: number }> {
  const [row] = await queryRows(
    db,
    z.object({ subscriptions: z.number() }),
    sql`select count(*)::int as subscriptions from box_items b join subscriptions s on s.id = b.subscription_id
      where b.product_code = ${code} and s.status = 'active'`,
  );
  return { subscriptions: row?.subscriptions ?? 0 };
}
