import { setTimeout as sleep } from 'node:timers/promises';
import { eq } from 'drizzle-orm';
import { transaction, type Db, type Tx } from '../db';
import { chargeAttempts, subscriptions } from '../db/schema';
import { log } from '../platform/log';

/** Names an attempt that was written and not yet sent. */
export interface Claimed {
  attemptId: string;
  accountId: string;
}

/** Longer than PostgreSQL keeps the transaction of a lost connection open, shorter than an attempt may stay unsent. */
const TRIES_AFTER_MS = [0, 200, 1000, 5000, 15_000, 30_000];

/**
 * Runs a transaction that writes an attempt under the subscription's lock. If its commit was not acknowledged, reads
 * whether the attempt is there: nothing has sent it yet, so that the caller may, as after any commit.
 */
export async function commitClaim<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  let value: { written: T } | null = null;
  try {
    return await transaction(db, async (tx) => {
      value = null;
      const written = await work(tx);
      value = { written };
      return written;
    });
  } catch (error) {
    // Assigned in a callback, which the compiler does not see.
    const { written } = (value as { written: T } | null) ?? { written: null };
    const claimed = claimedIn(written);
    if (written === null || !claimed || !(await isCommitted(db, claimed))) throw error;
    log.warn('payments.commit_found', { attemptId: claimed.attemptId, error });
    return written;
  }
}

/** An attempt in what a claim returns: itself, as `written`, or the first of several. */
function claimedIn(value: unknown): Claimed | null {
  if (typeof value !== 'object' || value === null) return null;
  if (Array.isArray(value)) return claimedIn(value[0]);
  if ('attemptId' in value && 'accountId' in value) return value as Claimed;
  return 'written' in value ? claimedIn(value.written) : null;
}

async function isCommitted(db: Db, claimed: Claimed): Promise<boolean> {
  for (const wait of TRIES_AFTER_MS) {
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
  // The transaction in doubt holds this lock until it is over.
  await tx.select().from(subscriptions).where(eq(subscriptions.accountId, accountId)).for('update');
  const [row] = await tx
    .select({ status: chargeAttempts.status })
    .from(chargeAttempts)
    .where(eq(chargeAttempts.id, attemptId));
  return row?.status === 'sent';
}
