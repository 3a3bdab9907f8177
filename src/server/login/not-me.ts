import { and, asc, eq, gte, isNull, or, sql } from 'drizzle-orm';
import { hideEmail } from '@/domain/contact';
import { writeAudit } from '../lifecycle/audit';
import type { Ctx } from '../platform/context';
import { transaction, type Tx } from '../db';
import { accounts, identities, oneTimeTokens } from '../db/schema';
import { lockSubscriptionOf } from '../lifecycle/locks';
import { findIdentity, findLineOwner, deleteLineData } from './line-identity';
import { findNewLine } from './linked-line';
import type { Caller } from '../platform/caller';
import {
  endMailedLinks,
  endTokens,
  findToken,
  takeFoundToken,
  type OneTimeToken,
  linkOver,
} from './one-time-tokens';
import { undoPasskeyChanges } from './passkeys/undo';
import { mailResetLink } from './password-reset';
import { endOtherSessions } from './session';
import { countThrottled } from '../platform/throttle';

type Account = typeof accounts.$inferSelect;

/**
 * Undoes the change that a security mail reported. Restores the previous e-mail, LINE profile and passkeys. Unlinks a
 * recently linked LINE profile and removes recently added passkeys. Removes the password, ends all sessions and mailed
 * links, and mails a link to set a new password. The token works once.
 * @returns the masked e-mail of the recipient
 * @throws AppError TOKEN_EXPIRED, THROTTLED
 */
export async function reportNotMe(
  ctx: Ctx,
  input: { token: string },
  caller: Caller,
): Promise<{ email: string }> {
  await countThrottled(ctx.db, 'linkAddress', caller.address);
  return transaction(ctx.db, async (tx) => {
    const link = await findToken(tx, ctx.now, 'not_me', input.token);
    if (!link) throw await linkOver(tx, 'not_me', input.token);
    await lockSubscriptionOf(tx, link.accountId);
    const [account] = await tx
      .select()
      .from(accounts)
      .where(and(eq(accounts.id, link.accountId), isNull(accounts.deletedAt)));
    if (!account || !(await takeFoundToken(tx, ctx.now, link)))
      throw await linkOver(tx, 'not_me', input.token);
    await restoreLine(tx, ctx.now, link);
    await undoPasskeyChanges(tx, ctx.now, link);
    const restored = await restoreEmail(tx, ctx.now, account, link);
    await tx.update(accounts).set({ passwordHash: null }).where(eq(accounts.id, account.id));
    await endOtherSessions(tx, account.id, null);
    await endMailedLinks(tx, ctx.now, account.id);
    // Also ends later "this was not me" links: their mails may have been sent to an e-mail that an attacker set.
    await endTokens(tx, account.id, ['not_me'], gte(oneTimeTokens.createdAt, link.createdAt));
    await writeAudit(tx, ctx.now, {
      actor: account.id,
      subject: account.id,
      what: 'account.change_reported',
      detail: { change: link.undo?.change },
    });
    await mailResetLink(tx, ctx.now, restored, true);
    return { email: hideEmail(restored.email) };
  });
}

/**
 * Restores the e-mail that the account had when the link was sent. No other account can have this e-mail, because
 * `requireUnreserved` reserves it.
 */
async function restoreEmail(tx: Tx, now: Date, account: Account, link: OneTimeToken): Promise<Account> {
  const [first] = await tx
    .select()
    .from(oneTimeTokens)
    .where(
      and(
        eq(oneTimeTokens.accountId, account.id),
        eq(oneTimeTokens.kind, 'not_me'),
        sql`${oneTimeTokens.undo} ->> 'change' = 'email_changed'`,
        gte(oneTimeTokens.createdAt, link.createdAt),
        or(isNull(oneTimeTokens.usedAt), eq(oneTimeTokens.id, link.id)),
      ),
    )
    .orderBy(asc(oneTimeTokens.createdAt), asc(oneTimeTokens.id))
    .limit(1);
  if (first?.undo?.change !== 'email_changed') return account;
  const restored = { email: first.undo.email, emailNorm: first.email ?? '', emailVerifiedAt: now };
  await tx.update(accounts).set(restored).where(eq(accounts.id, account.id));
  return { ...account, ...restored };
}

/**
 * Undoes a change of the LINE profile that the account's owner did not make. Unlinks a profile that was linked
 * recently. If the change had unlinked a profile, links it again, unless the account still has a profile or another
 * account now has this one.
 */
async function restoreLine(tx: Tx, now: Date, { accountId, undo }: OneTimeToken): Promise<void> {
  if (await findNewLine(tx, now, accountId)) await deleteLineData(tx, accountId);
  if (undo?.change !== 'line_unlinked') return;
  const { subject, displayName, connectedAt } = undo.line;
  if ((await findIdentity(tx, accountId)) || (await findLineOwner(tx, subject))) return;
  await tx.insert(identities).values({
    provider: 'line',
    subject,
    displayName,
    accountId,
    connectedAt: new Date(connectedAt),
  });
}
