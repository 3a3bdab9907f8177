import { settings } from '@/env';
import { dayOf, hourOf, parseDay } from '@/domain/day';
import { AppError } from '@/domain/errors';
import { CHARGE_HOUR } from '@/domain/payment';
import type { Ctx } from '../platform/context';
import { withLease } from '../platform/lease';
import type { Counts } from '../platform/run-counts';
import { runBilling } from './run';

/** A normal run of the worker ends within this time. */
const WAIT_MS = 20_000;

/**
 * Runs billing for an operator, after a run in progress. The rows are dated as of `asOf`; the clock is not moved.
 * @param input `asOf`: a day, meaning its 09:00, or an instant; `limit`: the most rows per job
 * @throws AppError DATE_OUT_OF_RANGE before now; INPUT_INVALID in production; BILLING_RUNNING after 20 seconds
 */
export async function runBillingAsOf(ctx: Ctx, input: { asOf?: string; limit?: number }): Promise<Counts> {
  if (input.asOf !== undefined && settings().production)
    throw new AppError('INPUT_INVALID', { fieldErrors: { asOf: ['validation.invalidInput'] } });
  const now = input.asOf === undefined ? ctx.now : momentOf(input.asOf, ctx.now);
  const run = await withLease(ctx.db, { name: 'billing', waitMs: WAIT_MS }, ({ isHeld }) =>
    runBilling(ctx, input.limit, undefined, { now: () => now, mayGoOn: isHeld }),
  );
  if (!run) throw new AppError('BILLING_RUNNING');
  return run.done;
}

/**
 * Returns the instant of `asOf`: 09:00 of a day, or now if that is today's and has passed.
 * @throws AppError DATE_OUT_OF_RANGE before now; RangeError when it is neither a day nor an instant
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
