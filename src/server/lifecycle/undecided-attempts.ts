import { and, eq, inArray, ne, or } from 'drizzle-orm';
import { OPEN_ATTEMPT_STATUSES } from '@/domain/payment';
import { chargeAttempts } from '../db/schema';
import { sqlList } from '../db/sql-list';

/* The domain's `isUndecided`, as questions to the database. */

/** Of an attempt `t`: open in any way. */
export const IS_OPEN_T = `t.status in ${sqlList(OPEN_ATTEMPT_STATUSES)}`;

/** Of an attempt `t`: open, and not a QR code that merely waits to be scanned. */
export const IS_UNDECIDED_T = `(${IS_OPEN_T} and (t.source = 'card' or t.status <> 'action_required'))`;

/** The same as a condition. */
export function isUndecidedRow() {
  return and(
    inArray(chargeAttempts.status, [...OPEN_ATTEMPT_STATUSES]),
    or(eq(chargeAttempts.source, 'card'), ne(chargeAttempts.status, 'action_required')),
  );
}
