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
 * Whether somebody who comes by mail is the first of whom it is known that the e-mail is theirs. Whoever registered
 * with it may be somebody else, who waits for them to come; but not where both are seen to be one person, in a session
 * of the account, and hardly where a box has been paid: a trap is not paid for, and a subscriber who never opened the
 * welcome mail keeps their password.
 * @param secret the one that the caller came with.
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
 * Hands an account to the owner of its mailbox: no password, LINE, session or link of before lets anybody in, and the
 * person is told by mail what is gone. What they registered for stays. The caller holds the subscription's lock. The
 * password and LINE go first: both wait for a log-in under way, whose session then ends with the others.
 */
export async function endEarlierWays(tx: Tx, now: Date, account: Account): Promise<void> {
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
