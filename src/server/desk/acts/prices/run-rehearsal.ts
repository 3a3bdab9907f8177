import { and, eq, inArray, sql } from 'drizzle-orm';
import { dayOf } from '@/domain/day';
import type { PriceChange } from '@/domain/price-change';
import type { Rehearsal } from '@/domain/price-rehearsal';
import { settings } from '@/settings/settings';
import { loadCatalogue } from '../../../shop/catalogue/queries';
import { transaction, type Db } from '../../../db';
import { priceChanges, subscriptions } from '../../../db/schema';
import { createConcurrencyLimit } from '../../../platform/concurrency-limit';
import type { Ctx } from '../../../platform/context';
import { log } from '../../../platform/log';
import { listPostalCodes, listRanges, loadPlanFacts, type IdRange } from './plan-facts';
import { listPlanned } from './price-state';
import { openRehearser, postalCodesByFee } from './rehearse';

/** The number of subscriptions of a statement, and of statements at the same time. */
const READ_AT_ONCE = 20_000;
const READERS = 2;

/**
 * Rehearses a price change and stores the result. Does nothing for a change whose rehearsal has ended. A rehearsal that
 * fails says so, and the member can start another one.
 */
export async function runRehearsal(ctx: Ctx, changeId: string): Promise<void> {
  const { db, now } = ctx;
  const wholeCount = await db.$count(subscriptions, eq(subscriptions.status, 'active'));
  const change = await move(db, changeId, { status: 'running', readCount: 0, wholeCount });
  if (!change) return;
  try {
    const result = await rehearse(ctx, change, (readCount) => move(db, changeId, { readCount }));
    await move(db, changeId, { status: 'done', result, rehearsedAt: now, readCount: result.subscriptions });
  } catch (error) {
    log.error('prices.rehearsal_failed', { rowId: changeId, error });
    await move(db, changeId, { status: 'failed' });
  }
}

/** Changes the row of a rehearsal that has not ended. @returns the change; null if the rehearsal has ended */
async function move(
  db: Db,
  id: string,
  values: Partial<typeof priceChanges.$inferInsert>,
): Promise<PriceChange | null> {
  return transaction(db, async (tx) => {
    const [row] = await tx
      .update(priceChanges)
      .set({ ...values, movedAt: sql`now()` })
      .where(and(eq(priceChanges.id, id), inArray(priceChanges.status, ['waiting', 'running'])))
      .returning({ change: priceChanges.change });
    return row?.change ?? null;
  });
}

/**
 * Reads all active subscriptions, and returns what the change does to them.
 * @param onRead is called with the number of subscriptions that were read
 */
export async function rehearse(
  { db, now }: Ctx,
  change: PriceChange,
  onRead: (count: number) => Promise<unknown>,
): Promise<Rehearsal> {
  const [planned, codes] = await Promise.all([listPlanned(db, now), listPostalCodes(db)]);
  const catalogues = await Promise.all(
    [now, ...planned.map(({ validFrom }) => validFrom)].map(async (from) => ({
      from,
      catalogue: await loadCatalogue(db, from),
    })),
  );
  const rehearsing = { change, catalogues, now, noticeDays: settings().PRICE_NOTICE_DAYS };
  const rehearser = openRehearser(rehearsing);
  const byFee = postalCodesByFee(rehearsing, codes);
  const inLane = createConcurrencyLimit(READERS, Infinity);
  let count = 0;
  const read = async (range: IdRange) => {
    const groups = await loadPlanFacts(db, range, byFee, dayOf(now));
    for (const group of groups) rehearser.add(group);
    count += groups.reduce((sum, group) => sum + group.count, 0);
    await onRead(count);
  };
  await Promise.all((await listRanges(db, READ_AT_ONCE)).map((range) => inLane(() => read(range))));
  return rehearser.result();
}
