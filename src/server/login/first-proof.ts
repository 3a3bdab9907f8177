import { eq } from 'drizzle-orm';
import { detachLine } from './line-link';
import { writeAudit } from '../lifecycle/audit';
import type { Tx } from '../db';
import { accounts } from '../db/schema';
import { queueMessage } from '../lifecycle/outbox';
import { siteUrl } from '../platform/site-url';
import { detachPasskeys } from './passkeys/change';
import { endMailedLinks } from './one-time-tokens';
import { hasEverPaid } from './proven-email';
import { endOtherSessions, findSession } from './session';

type Account = typeof accounts.$inferSelect;

/**
 * Whether the caller, who has opened a mailed link, is the first to prove the account's e-mail. Another person may then
 * have registered the account with this e-mail. Returns false if the caller has a session of the account, or the account
 * has a paid order.
 * @param secret the session secret of the caller; null without a session
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
 * Removes the password, LINE, passkeys, all sessions and all mailed links of an account. Keeps the registration and
 * notifies the owner of the mailbox by mail. The caller must hold the subscription's lock. Password, LINE and passkeys
 * must be removed first: this waits for log-ins in progress, whose sessions then end too.
 */
export async function endEarlierAccess(tx: Tx, now: Date, account: Account): Promise<void> {
  if (account.passwordHash !== null) await removePassword(tx, now, account);
  await detachLine(tx, now, account, null);
  await detachPasskeys(tx, now, account);
  await endOtherSessions(tx, account.id, null);
  await endMailedLinks(tx, now, account.id);
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
