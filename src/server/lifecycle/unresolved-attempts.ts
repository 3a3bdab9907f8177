import { and, eq, inArray, ne, or } from 'drizzle-orm';
import { OPEN_ATTEMPT_STATUSES } from '@/domain/payment';
import { chargeAttempts } from '../db/schema';
import { sqlList } from '../db/sql-list';

/* The SQL form of `isUnresolved` in src/domain/payment.ts. */

/** SQL condition that an attempt `t` is open. */
export const IS_OPEN_T = `t.status in ${sqlList(OPEN_ATTEMPT_STATUSES)}`;

/** SQL condition that an attempt `t` is open and not a QR code that waits for its payer. */
export const IS_UNRESOLVED_T = `(${IS_OPEN_T} and (t.source = 'card' or t.status <> 'action_required'))`;

/** Returns the condition of `IS_UNRESOLVED_T` for Drizzle's query builder. */
export function isUnresolvedRow() {
  return and(
    inArray(chargeAttempts.status, [...OPEN_ATTEMPT_STATUSES]),
    or(eq(chargeAttempts.source, 'card'), ne(chargeAttempts.status, 'action_required')),
  );
}
