import { setTimeout as sleep } from 'node:timers/promises';
import { eq } from 'drizzle-orm';
import { transaction, type Db, type Tx } from '../../db';
import { chargeAttempts, subscriptions } from '../../db/schema';
import { log } from '../../platform/log';

/** An attempt that was written and is not sent yet. */
export interface Claimed {
  attemptId: string;
  accountId: string;
}

/**
 * The waits before each read of the attempt, in milliseconds. Their sum is longer than PostgreSQL keeps the
 * transaction of a lost connection open. It is shorter than an attempt may stay unsent.
 */
const RETRY_AFTER_MS = [0, 200, 1000, 5000, 15_000, 30_000];

/**
 * Runs a transaction that locks the subscription and writes an attempt. If the response to the commit was
 * lost, reads whether the attempt exists. An existing attempt is returned. The caller may send it, because no
 * other process has sent it.
 */
export async function commitClaim<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  let result: { written: T } | null = null;
  try {
    return await transaction(db, async (tx) => {
      result = null;
      const written = await work(tx);
      result = { written };
      return written;
    });
  } catch (error) {
    // The compiler does not see the assignment in the callback.
    const { written } = (result as { written: T } | null) ?? { written: null };
    const claimed = findClaimed(written);
    if (written === null || !claimed || !(await isCommitted(db, claimed))) throw error;
    log.warn('payments.commit_found', { attemptId: claimed.attemptId, error });
    return written;
  }
}

/**
 * Returns the attempt in the result of `work`: the result itself, its `written` property, or the first of
 * several attempts. Null without an attempt.
 */
function findClaimed(value: unknown): Claimed | null {
  if (typeof value !== 'object' || value === null) return null;
  if (Array.isArray(value)) return findClaimed(value[0]);
  if ('attemptId' in value && 'accountId' in value) return value as Claimed;
  return 'written' in value ? findClaimed(value.written) : null;
}

async function isCommitted(db: Db, claimed: Claimed): Promise<boolean> {
  for (const wait of RETRY_AFTER_MS) {
    await sleep(wait);
    try {
      return await transaction(db, (tx) => isUnsent(tx, claimed));
    } catch (error) {
      log.warn('payments.commit_in_doubt', { attemptId: claimed.attemptId, error });
    }
  }
  return false;
}

async function isUnsent(tx: Tx, { attemptId, accountId }: Claimed): Promise<boolean> {
  // This lock waits until the transaction with the lost response has ended.
  await tx.select().from(subscriptions).where(eq(subscriptions.accountId, accountId)).for('update');
  const [row] = await tx
    .select({ status: chargeAttempts.status })
    .from(chargeAttempts)
    .where(eq(chargeAttempts.id, attemptId));
  return row?.status === 'sent';
}
