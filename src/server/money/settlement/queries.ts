import { and, count, desc, eq, inArray } from 'drizzle-orm';
import { dayOf, type Day } from '@/domain/day';
import { OPEN_ATTEMPT_STATUSES, type AttemptSource, type Trigger } from '@/domain/payment';
import type { Db, Tx } from '../../db';
import { chargeAttempts } from '../../db/schema';
import { isUnresolvedRow } from '../../lifecycle/unresolved-attempts';

export type Attempt = typeof chargeAttempts.$inferSelect;

/**
 * Returns the account's attempt with an unknown outcome or an open 3-D Secure challenge; null without one. An
 * unscanned QR code does not count.
 */
export async function findOpenAttempt(db: Db | Tx, accountId: string): Promise<Attempt | null> {
  const [row] = await db
    .select()
    .from(chargeAttempts)
    .where(and(eq(chargeAttempts.accountId, accountId), isUnresolvedRow()))
    .limit(1);
  return row ?? null;
}

/** Returns every open attempt of an account, including unscanned QR codes. */
export async function listOpenAttempts(db: Db | Tx, accountId: string): Promise<Attempt[]> {
  return db
    .select()
    .from(chargeAttempts)
    .where(
      and(
        eq(chargeAttempts.accountId, accountId),
        inArray(chargeAttempts.status, [...OPEN_ATTEMPT_STATUSES]),
      ),
    );
}

/**
 * Returns the newest charge attempt of an account if it was made today with this trigger; null otherwise.
 * @param wanted `source`: the only source that counts; omitted to count all
 */
export async function findAttemptOfToday(
  db: Db | Tx,
  accountId: string,
  { today, trigger, source }: { today: Day; trigger: Trigger; source?: AttemptSource },
): Promise<Attempt | null> {
  const [newest] = await db
    .select()
    .from(chargeAttempts)
    .where(
      and(
        eq(chargeAttempts.accountId, accountId),
        source === undefined ? undefined : eq(chargeAttempts.source, source),
      ),
    )
    .orderBy(desc(chargeAttempts.createdAt), desc(chargeAttempts.attemptNo))
    .limit(1);
  return newest?.trigger === trigger && dayOf(newest.createdAt) === today ? newest : null;
}

/**
 * Returns the number of an order's next charge attempt, counted from 1. The caller must hold the
 * subscription's lock.
 */
export async function nextAttemptNo(tx: Tx, orderId: string): Promise<number> {
  const [made] = await tx
    .select({ n: count() })
    .from(chargeAttempts)
    .where(eq(chargeAttempts.orderId, orderId));
  return (made?.n ?? 0) + 1;
}
