import { and, eq, isNull } from 'drizzle-orm';
import { normaliseEmail } from '@/domain/contact';
import { AppError } from '@/domain/errors';
import { PASSWORD_RESET_MINUTES } from '@/domain/link';
import { normalisePassword } from '@/domain/text';
import { recordActivity } from './activity';
import { detachLine } from './line-link';
import { countMailRequest } from './mail-limits';
import { writeAudit } from '../lifecycle/audit';
import type { Ctx } from '../platform/context';
import { transaction, type Tx } from '../db';
import { accounts } from '../db/schema';
import { newId } from '../platform/ids';
import { addJob } from '../platform/job-queue';
import { queueMessage } from '../lifecycle/outbox';
import { siteUrl } from '../platform/site-url';
import { lockSubscriptionOf } from '../lifecycle/locks';
import { isFirstProof } from './first-proof';
import { findNewLine } from './linked-line';
import type { Caller } from '../platform/caller';
import {
  endMailedLinks,
  findToken,
  findAddressee,
  takeFoundToken,
  writeToken,
  linkOver,
} from './one-time-tokens';
import { detachPasskeys } from './passkeys/change';
import { aboutAccount, hashNewPassword } from './password';
import { writeNotMeLink } from './not-me-link';
import { endOtherSessions, endSession, startSession } from './session';
import { countThrottled } from '../platform/throttle';

type Account = typeof accounts.$inferSelect;

/**
 * Queues a job that mails a link to set a password. Accepts any e-mail: neither the response nor its time reveals
 * whether an account exists. Known devices have their own rate limit.
 * @throws AppError THROTTLED
 */
export async function requestPasswordReset(
  ctx: Ctx,
  input: { email: string },
  caller: Caller,
): Promise<Record<string, never>> {
  const email = normaliseEmail(input.email);
  const { isKnown } = await countMailRequest(ctx, 'password_reset', email, { caller });
  const [account] = await ctx.db
    .select({ id: accounts.id })
    .from(accounts)
    .where(and(eq(accounts.emailNorm, email), isNull(accounts.deletedAt)));
  await transaction(ctx.db, (tx) =>
    addJob(tx, 'send_password_reset', { accountId: account?.id ?? null, isKnown }, `reset:${newId('token')}`),
  );
  return {};
}

/**
 * Runs the job that mails a requested reset link. Ends earlier reset links. A request from an unknown device does not
 * end the links of known devices. Does nothing if `accountId` is null or the account was deleted.
 */
export async function sendPasswordReset(
  { db, now }: Ctx,
  { accountId, isKnown = false }: { accountId: string | null; isKnown?: boolean },
): Promise<void> {
  if (accountId === null) return;
  await transaction(db, async (tx) => {
    await lockSubscriptionOf(tx, accountId);
    const [account] = await tx
      .select()
      .from(accounts)
      .where(and(eq(accounts.id, accountId), isNull(accounts.deletedAt)));
    if (account) await mailResetLink(tx, now, account, isKnown);
  });
}

/**
 * Mails a link to set a password.
 * @param isKnown true if a known device or the owner of the mailbox requested the link
 */
export async function mailResetLink(tx: Tx, now: Date, account: Account, isKnown: boolean): Promise<void> {
  const { id, secret } = await writeToken(tx, now, {
    kind: 'password_reset',
    accountId: account.id,
    email: account.emailNorm,
    hours: PASSWORD_RESET_MINUTES / 60,
    fromKnownDevice: isKnown,
  });
  await queueMessage(tx, now, {
    kind: 'password_reset',
    accountId: account.id,
    dedupeKey: `password_reset:${id}`,
    asked: true,
    payload: { firstName: account.firstName, link: siteUrl(account.locale, `/reset-password#${secret}`) },
  });
}

/**
 * Sets a new password with a reset link. Ends all sessions and mailed links, starts one for this browser, marks the
 * e-mail as verified, and notifies the owner by mail. Unlinks LINE and removes passkeys if another person may have registered with this e-mail.
 * @param caller `earlier`: the session secret in the browser's cookie, which ends, also of another account; null without a session
 * @returns `secret`: of the new session. `newLine`: the time (ISO 8601 UTC) at which a LINE profile was linked, for the owner to check; null without
 *   a recently linked profile
 * @throws AppError TOKEN_EXPIRED, PASSWORDS_DIFFER, INPUT_INVALID; THROTTLED also when too many passwords are being
 *   hashed
 */
export async function resetPassword(
  ctx: Ctx,
  input: { token: string; password: string; confirmPassword: string },
  caller: Caller & { earlier: string | null },
): Promise<{ secret: string; newLine: string | null }> {
  if (normalisePassword(input.password) !== normalisePassword(input.confirmPassword)) {
    throw new AppError('PASSWORDS_DIFFER', {
      fieldErrors: { confirmPassword: ['validation.passwordsMatch'] },
    });
  }
  await countThrottled(ctx.db, 'linkAddress', caller.address);
  const { link, person } = await transaction(ctx.db, (tx) => findReset(tx, ctx.now, input.token));
  const passwordHash = await hashNewPassword(input.password, aboutAccount(person));
  return transaction(ctx.db, async (tx) => {
    await lockSubscriptionOf(tx, link.accountId);
    const account = await findAddressee(tx, link);
    if (!account || !(await takeFoundToken(tx, ctx.now, link)))
      throw await linkOver(tx, 'password_reset', input.token);
    const isFirst = await isFirstProof(tx, ctx.now, account, caller.earlier);
    const emailVerifiedAt = account.emailVerifiedAt ?? ctx.now;
    await tx
      .update(accounts)
      .set({ passwordHash, emailVerifiedAt, failedEmailNorm: null })
      .where(eq(accounts.id, account.id));
    if (isFirst) {
      await detachLine(tx, ctx.now, account, null);
      await detachPasskeys(tx, ctx.now, account);
    }
    await endOtherSessions(tx, account.id, null);
    // The browser's cookie may be of another account, whose user could no longer end this session.
    if (caller.earlier !== null) await endSession(tx, caller.earlier);
    await endMailedLinks(tx, ctx.now, account.id);
    await notifyOfPassword(tx, ctx.now, account, 'account.password_reset');
    // The owner gets a mail about the new password, so no second mail about a new device is sent.
    const { device } = caller;
    const secret = await startSession(tx, ctx.now, account.id, { device, method: 'magic_link' });
    await recordActivity(tx, ctx.now, account.id, 'logged_in', { method: 'magic_link', userAgent: device });
    const line = await findNewLine(tx, ctx.now, account.id);
    return { secret, newLine: line && line.connectedAt.toISOString() };
  });
}

async function findReset(tx: Tx, now: Date, token: string) {
  const link = await findToken(tx, now, 'password_reset', token);
  const person = link && (await findAddressee(tx, link));
  if (!person) throw await linkOver(tx, 'password_reset', token);
  return { link, person };
}

/** Records that the password of an account was changed or reset, and notifies the owner by mail. */
export async function notifyOfPassword(
  tx: Tx,
  now: Date,
  account: Account,
  what: 'account.password_changed' | 'account.password_reset',
): Promise<void> {
  const auditId = await writeAudit(tx, now, { actor: account.id, subject: account.id, what });
  await queueMessage(tx, now, {
    kind: 'password_changed',
    accountId: account.id,
    dedupeKey: `password_changed:${auditId}`,
    asked: true,
    payload: {
      firstName: account.firstName,
      notMeUrl: await writeNotMeLink(tx, now, account, { change: 'password_changed' }),
    },
  });
}
