import { eq } from 'drizzle-orm';
import { detachLine } from './line-link';
import { writeAudit } from '../lifecycle/audit';
import type { Tx } from '../db';
import { accounts } from '../db/schema';
import { queueMessage } from '../lifecycle/outbox';
import { siteUrl } from '../platform/site-url';
import { endAllTokens } from './one-time-tokens';
import { hasEverPaid } from './proven-email';
import { endOtherSessions, findSession } from './session';

type Account = typeof accounts.$inferSelect;

/**
 * Whether a caller who opens a mailed link is the first to prove the account's e-mail. The account may have been
 * registered with that address by another person. That is excluded in a session of the account, and unlikely after a
 * paid order.
 * @param secret the session secret of the caller
 */
export async function isFirstProof(
  tx: Tx,
  now: Date,
  account: Account,
  secret: string | null,
): Promise<boolean> {
  if (account.emailVerifiedAt !== null) return false;
  const session = secret === null ? null : await findSession({ db: tx, now }, secret);
  return session?.accountId !== account.id && !(await hasEverPaid(tx, account.id));
}

/**
 * Gives an account to the owner of its mailbox: its password, LINE, sessions and links end, and the owner is notified
 * by mail. The registration itself stays. The caller holds the subscription's lock. Password and LINE are removed
 * first: both wait for a log-in in progress, whose session then ends with the others.
 */
export async function endEarlierAccess(tx: Tx, now: Date, account: Account): Promise<void> {
  if (account.passwordHash !== null) await removePassword(tx, now, account);
  await detachLine(tx, now, account, null);
  await endOtherSessions(tx, account.id, null);
  await endAllTokens(tx, account.id);
}

async function removePassword(tx: Tx, now: Date, account: Account): Promise<void> {
  await tx.update(accounts).set({ passwordHash: null }).where(eq(accounts.id, account.id));
  const auditId = await writeAudit(tx, now, {
    actor: account.id,
    subject: account.id,
    what: 'account.password_removed',
  });
  await queueMessage(tx, now, {
    kind: 'password_removed',
    accountId: account.id,
    dedupeKey: `password_removed:${auditId}`,
    asked: true,
    payload: { firstName: account.firstName, link: siteUrl(account.locale, '/forgot-password') },
  });
}
