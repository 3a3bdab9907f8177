import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { settings } from '@/settings/settings';
import { transaction, type Db } from '../../db';
import { queryRows } from '../../db/query-rows';
import { log } from '../../platform/log';

/** The longest wait for a token. It also applies after the database's clock was set back. */
const AHEAD_MAX_MS = 60_000;

const waitRow = z.object({ ms: z.string() });

/**
 * Takes tokens from the bucket of `CHARGES_PER_SECOND`, which all processes share. If the bucket is empty,
 * takes future tokens, and the next caller waits longer.
 * @returns the milliseconds until the first token may be used; 0 without a limit
 */
export async function takeChargeTokens(db: Db, count: number): Promise<number> {
  const perSecond = settings().CHARGES_PER_SECOND;
  if (perSecond === undefined) return 0;
  const lasts = sql`${`${(count * 1000) / perSecond} milliseconds`}::interval`;
  const [row] = await transaction(db, (tx) =>
    queryRows(
      tx,
      waitRow,
      sql`
      insert into rate_limits as bucket (name, next_at) values ('charges', clock_timestamp() + ${lasts})
      on conflict (name) do update set next_at = ${lasts}
        + least(greatest(bucket.next_at, clock_timestamp()), clock_timestamp() + ${`${AHEAD_MAX_MS} milliseconds`}::interval)
      returning extract(epoch from bucket.next_at - ${lasts} - clock_timestamp()) * 1000 as ms`,
    ),
  );
  // `clock_timestamp()` advances within the statement.
  return Math.min(AHEAD_MAX_MS, Math.max(0, Number(row?.ms ?? 0)));
}

/**
 * Takes a token for the charge of a subscriber who waits at the screen. The charge is sent without waiting
 * for the token. Only the billing run waits for tokens.
 */
export function countAwaitedCharge(db: Db): void {
  takeChargeTokens(db, 1).catch((error: unknown) => log.warn('payments.charge_not_counted', { error }));
}
