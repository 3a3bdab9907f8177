import { and, eq, gt, isNull, ne, sql } from 'drizzle-orm';
import { AppError } from '@/domain/errors';
import type { Tx } from '../db';
import { accounts, oneTimeTokens } from '../db/schema';

/**
 * Refuses an e-mail to which another account can still return by a "this was not me" link. Called after the e-mail was
 * written: the write waits for a concurrent change away from that e-mail, whose link is then visible.
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
        eq(oneTimeTokens.kind, 'not_me'),
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
 * Checks that an e-mail is free before it is written, because PostgreSQL logs a violated key with its value.
 * @throws AppError EMAIL_TAKEN
 */
export async function requireFreeEmail(tx: Tx, accountId: string, emailNorm: string): Promise<void> {
  const [taken] = await tx
    .select({ id: accounts.id })
    .from(accounts)
    .where(and(eq(accounts.emailNorm, emailNorm), ne(accounts.id, accountId)));
  if (taken) throw new AppError('EMAIL_TAKEN');
}
