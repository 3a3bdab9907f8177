import { and, eq, gt, isNull, ne, sql } from 'drizzle-orm';
import { AppError } from '@/domain/errors';
import type { Tx } from '../../db';
import { accounts, oneTimeTokens } from '../../db/schema';

/**
 * Checks that no other account can restore the e-mail with a "this was not me" link. Must run after writing the e-mail.
 * The write waits for a concurrent e-mail change, and then the link of that change is visible.
 * @throws AppError EMAIL_TAKEN
 */
export async function requireUnreserved(
  tx: Tx,
  now: Date,
  accountId: string,
  emailNorm: string,
): Promise<void> {
  const [reserved] = await tx
    .select({ id: oneTimeTokens.id })
    .from(oneTimeTokens)
    .where(
      and(
        // As a constant, because a parameter would keep a generic plan from the partial index.
        sql`${oneTimeTokens.kind} = 'not_me'`,
        eq(oneTimeTokens.email, emailNorm),
        isNull(oneTimeTokens.usedAt),
        gt(oneTimeTokens.expiresAt, now),
        sql`${oneTimeTokens.undo} ->> 'change' = 'email_changed'`,
        ne(oneTimeTokens.accountId, accountId),
      ),
    )
    .limit(1);
  if (reserved) throw new AppError('EMAIL_TAKEN');
}

/**
 * Checks that no other account has the e-mail. Prevents a violation of the unique key, because PostgreSQL would log the
 * e-mail.
 * @throws AppError EMAIL_TAKEN
 */
export async function requireFreeEmail(tx: Tx, accountId: string, emailNorm: string): Promise<void> {
  const [taken] = await tx
    .select({ id: accounts.id })
    .from(accounts)
    .where(and(eq(accounts.emailNorm, emailNorm), ne(accounts.id, accountId)));
  if (taken) throw new AppError('EMAIL_TAKEN');
}
