import { settings } from '@/env';
import { dayOf, hourOf, parseDay } from '@/domain/day';
import { AppError } from '@/domain/errors';
import { CHARGE_HOUR } from '@/domain/payment';
import type { Ctx } from '../platform/context';
import { withLease } from '../platform/lease';
import type { Counts } from '../platform/run-counts';
import { runBilling } from './run';

/** An ordinary run of the worker ends within that time; a caller of the API should not wait longer. */
const WAIT_MS = 20_000;

/**
 * The billing run an operator asks for; waits for a run that is under way. `asOf` is a day, meaning its 09:00, or an
 * instant; the run writes as if it were then and moves no clock.
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
 * The moment that `asOf` means: of a day its 09:00, of today now once that has passed.
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
