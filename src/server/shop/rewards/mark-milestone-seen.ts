import { and, eq, sql } from 'drizzle-orm';
import { allow, refuse } from '@/domain/errors';
import { isRegistering } from '@/domain/subscription';
import { lockAccount } from '../../lifecycle/require-subscriber';
import type { Ctx } from '../../platform/context';
import { transaction } from '../../db';
import { pointsBalances } from '../../db/schema';

/**
 * Records that the subscriber closed the congratulation on a milestone. A call for a milestone that is not
 * reached, and a repeated call, change nothing.
 * @throws AppError NOT_LOGGED_IN, NOT_ALLOWED for a registration in progress
 */
export async function markMilestoneSeen({ db }: Ctx, accountId: string, number: number): Promise<object> {
  await transaction(db, async (tx) => {
    await lockAccount(tx, accountId, (facts) => (isRegistering(facts) ? refuse('NOT_ALLOWED') : allow));
    await tx
      .update(pointsBalances)
      .set({ milestoneSeen: number })
      .where(
        and(
          eq(pointsBalances.accountId, accountId),
          sql`${pointsBalances.milestoneSeen} < ${number} and exists (select 1 from points_entries e
            where e.account_id = ${accountId} and e.kind = 'milestone' and e.source = ${String(number)})`,
        ),
      );
  });
  return {};
}
