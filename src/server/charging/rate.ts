import { sql } from 'drizzle-orm';
import { settings } from '@/env';
import { transaction, type Db } from '../db';
import { log } from '../platform/log';

/** No call waits longer for its token, also when the database's clock was set back. */
const AHEAD_MAX_MS = 60_000;

/**
 * Takes tokens out of the bucket of `CHARGES_PER_SECOND`, which all processes share. A token that is not free yet is
 * taken in advance: the next caller waits longer.
 * @returns after how many milliseconds the first of them is free; 0 without a limit
 */
export async function takeChargeTokens(db: Db, count: number): Promise<number> {
  const perSecond = settings().CHARGES_PER_SECOND;
  if (perSecond === undefined) return 0;
  const lasts = sql`${`${(count * 1000) / perSecond} milliseconds`}::interval`;
  const [row] = await transaction(db, (tx) =>
    tx.execute<{ ms: string }>(sql`
      insert into rate_limits as bucket (name, next_at) values ('charges', clock_timestamp() + ${lasts})
      on conflict (name) do update set next_at = ${lasts}
        + least(greatest(bucket.next_at, clock_timestamp()), clock_timestamp() + ${`${AHEAD_MAX_MS} milliseconds`}::interval)
      returning extract(epoch from bucket.next_at - ${lasts} - clock_timestamp()) * 1000 as ms`),
  );
  // The statement reads a clock that runs on: its differences are a little more.
  return Math.min(AHEAD_MAX_MS, Math.max(0, Number(row?.ms ?? 0)));
}

/** Takes the token of a charge that a subscriber waits for: the billing run waits longer, the subscriber does not. */
export function countAwaitedCharge(db: Db): void {
  takeChargeTokens(db, 1).catch((error: unknown) => log.warn('payments.charge_not_counted', { error }));
}
