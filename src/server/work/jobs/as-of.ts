import { settings } from '@/settings/settings';
import { dayOf, hourOf, parseDay } from '@/domain/day';
import { AppError } from '@/domain/errors';
import { CHARGE_HOUR } from '@/domain/payment';
import type { Ctx } from '../../platform/context';
import { withLease } from '../../platform/lease';
import type { Counts } from '../../platform/run-counts';
import { purgeExpired } from './purge';
import { runBilling } from './run';

/** How long to wait for a run in progress. A normal run of the worker takes less. */
const WAIT_MS = 20_000;

/**
 * Runs billing for an operator, after a run in progress has ended, and deletes expired rows. The rows that the run writes are dated
 * `asOf`. The product clock does not change.
 * @param input `asOf`: an instant, or a day, which means 09:00 on that day; default: now. `limit`: the
 *   maximum number of rows per job
 * @throws AppError DATE_OUT_OF_RANGE before now; INPUT_INVALID for `asOf` in production; BILLING_RUNNING if
 *   another run takes longer than 20 seconds
 */
export async function runBillingAsOf(ctx: Ctx, input: { asOf?: string; limit?: number }): Promise<Counts> {
  if (input.asOf !== undefined && settings().production)
    throw new AppError('INPUT_INVALID', { fieldErrors: { asOf: ['validation.invalidInput'] } });
  const now = input.asOf === undefined ? ctx.now : momentOf(input.asOf, ctx.now);
  const run = await withLease(ctx.db, { name: 'billing', waitMs: WAIT_MS }, ({ isHeld }) =>
    runBilling(ctx, input.limit, undefined, { now: () => now, mayGoOn: isHeld }),
  );
  if (!run) throw new AppError('BILLING_RUNNING');
  await purgeExpired(ctx);
  return run.done;
}

/**
 * Returns the instant of an `asOf` value. A day means 09:00 on that day, or `now` if it is today after 09:00.
 * @throws AppError DATE_OUT_OF_RANGE for an earlier instant or day; RangeError if `asOf` is neither a day nor
 *   an instant
 */
export function momentOf(asOf: string, now: Date): Date {
  const isDayText = /^\d{4}-\d{2}-\d{2}$/.test(asOf);
  if (!isDayText && !/^\d{4}-\d{2}-\d{2}T.*(Z|[+-]\d{2}:\d{2})$/.test(asOf)) throw new RangeError(asOf);
  const at = isDayText ? hourOf(parseDay(asOf), CHARGE_HOUR) : new Date(asOf);
  if (Number.isNaN(at.getTime())) throw new RangeError(asOf);
  if (at >= now) return at;
  if (isDayText && asOf === dayOf(now)) return now;
  throw new AppError('DATE_OUT_OF_RANGE');
}
