import { and, eq, inArray, ne, or } from 'drizzle-orm';
import { OPEN_ATTEMPT_STATUSES } from '@/domain/payment';
import { chargeAttempts } from '../db/schema';
import { sqlList } from '../db/sql-list';

/* The domain's `isUnresolved` as SQL. */

/** SQL: whether an attempt `t` is open. */
export const IS_OPEN_T = `t.status in ${sqlList(OPEN_ATTEMPT_STATUSES)}`;

/** SQL: whether an attempt `t` is open and not an unscanned QR code. */
export const IS_UNRESOLVED_T = `(${IS_OPEN_T} and (t.source = 'card' or t.status <> 'action_required'))`;

/** Condition of open attempts that are not unscanned QR codes. */
export function isUnresolvedRow() {
  return and(
    inArray(chargeAttempts.status, [...OPEN_ATTEMPT_STATUSES]),
    or(eq(chargeAttempts.source, 'card'), ne(chargeAttempts.status, 'action_required')),
  );
}
