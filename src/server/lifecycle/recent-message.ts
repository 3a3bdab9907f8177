import { and, eq, gt, sql } from 'drizzle-orm';
import { MINUTE_MS } from '@/domain/duration';
import { AppError } from '@/domain/errors';
import { RESEND_MINUTES } from '@/domain/staff';
import type { Tx } from '../db';
import { messages } from '../db/schema';

/**
 * Refuses a message that was written in the last ten minutes. The caller holds a lock, so that two callers cannot both
 * pass.
 * @param keyStart the beginning of the deduplication keys of such messages
 * @throws AppError MESSAGE_SENT_RECENTLY
 */
export async function refuseRecentMessage(
  tx: Tx,
  now: Date,
  accountId: string,
  keyStart: string,
): Promise<void> {
  const since = new Date(now.getTime() - RESEND_MINUTES * MINUTE_MS);
  const [recent] = await tx
    .select({ id: messages.id })
    .from(messages)
    .where(
      and(
        eq(messages.accountId, accountId),
        gt(messages.createdAt, since),
        sql`starts_with(${messages.dedupeKey}, ${keyStart})`,
      ),
    );
  if (recent) throw new AppError('MESSAGE_SENT_RECENTLY');
}
