import { and, eq, isNull } from 'drizzle-orm';
import { normaliseEmail } from '@/domain/contact';
import { AppError } from '@/domain/errors';
import type { Caller } from '../../platform/caller';
import { hashNewPassword } from '../../login/password';
import { endMailedLinks, takeToken, writeToken, linkOver } from '../../login/one-time-tokens';
import { endOtherSessions, requireOpenSession } from '../../login/session';
import { countTakenAnswers } from '../../platform/throttle';
import type { Ctx } from '../../platform/context';
import { transaction, violatedConstraint, type Db, type Tx } from '../../db';
import { accounts, subscriptions } from '../../db/schema';
import { queueMessage } from '../../lifecycle/outbox';
import { siteUrl } from '../../platform/site-url';
import { eraseExpiredRegistration } from './expire-registrations';
import { requireFreeEmail, requireUnreserved } from './reserved-email';
import { lockSubscriptionOf } from '../../lifecycle/locks';
import { countMail } from '../../login/mail-limits';
import { lockRegistration, requireRegistering } from './open-registration';

const VERIFY_HOURS = 48;

/** Queues the welcome mail with a new verification link. Ends earlier verification links. */
export async function sendVerification(tx: Tx, now: Date, accountId: string): Promise<void> {
  const [found] = await tx
    .select({ account: accounts, activatedAt: subscriptions.activatedAt })
    .from(accounts)
    .leftJoin(subscriptions, eq(subscriptions.accountId, accounts.id))
    .where(eq(accounts.id, accountId));
  if (!found) throw new AppError('NOT_FOUND');
  const { account, activatedAt } = found;
  const { id, secret } = await writeToken(tx, now, {
    kind: 'verify_email',
    accountId,
    email: account.emailNorm,
    hours: VERIFY_HOURS,
  });
  await queueMessage(tx, now, {
    kind: 'verify_email',
    accountId,
    dedupeKey: `verify_email:${id}`,
    asked: true,
    // The mail goes to the e-mail that its link verifies, even if the account's e-mail changes before.
    toAddress: account.email,
    payload: {
      firstName: account.firstName,
      link: siteUrl(account.locale, `/verify-email#${secret}`),
      isRegistering: activatedAt === null,
    },
  });
}

/**
 * Mails a new verification link and ends earlier verification links.
 * @returns `verificationSent`: false when the e-mail is already verified, or was changed during the call
 * @throws AppError THROTTLED
 */
export async function resendVerification(
  ctx: Ctx,
  accountId: string,
  caller: Caller,
): Promise<{ verificationSent: boolean }> {
  const email = await findUnverified(ctx.db, accountId);
  if (email === null) return { verificationSent: false };
  await countMail(ctx, accountId, email, caller);
  return transaction(ctx.db, async (tx) => {
    await lockSubscriptionOf(tx, accountId);
    // The mail must go to the e-mail whose limit was counted.
    if ((await findUnverified(tx, accountId)) !== email) return { verificationSent: false };
    await sendVerification(tx, ctx.now, accountId);
    return { verificationSent: true };
  });
}

/** Returns the e-mail of an account if it is unverified; null if it is verified. */
async function findUnverified(db: Db | Tx, accountId: string): Promise<string | null> {
  const [account] = await db
    .select({ email: accounts.email, emailVerifiedAt: accounts.emailVerifiedAt })
    .from(accounts)
    .where(and(eq(accounts.id, accountId), isNull(accounts.deletedAt)));
  if (!account) throw new AppError('NOT_LOGGED_IN');
  return account.emailVerifiedAt === null ? account.email : null;
}

/**
 * Marks an e-mail as verified with a mailed link, which works once. Requires no session.
 * @param secret the secret in the link
 * @throws AppError TOKEN_EXPIRED when the link is unknown, used or expired, or the account's e-mail has changed
 */
export async function confirmEmail(ctx: Ctx, secret: string): Promise<{ emailVerified: true }> {
  return transaction(ctx.db, async (tx) => {
    const token = await takeToken(tx, ctx.now, 'verify_email', secret);
    if (!token?.email) throw await linkOver(tx, 'verify_email', secret);
    const confirmed = await tx
      .update(accounts)
      .set({ emailVerifiedAt: ctx.now, failedEmailNorm: null })
      .where(and(eq(accounts.id, token.accountId), eq(accounts.emailNorm, token.email)))
      .returning({ id: accounts.id });
    if (confirmed.length === 0) throw new AppError('TOKEN_EXPIRED');
    return { emailVerified: true as const };
  });
}

/**
 * Changes e-mail and password of an unfinished registration. Ends its other sessions and all log-in links, and mails a
 * new verification link.
 * @throws AppError EMAIL_TAKEN, NOT_ALLOWED after a payment, THROTTLED
 */
export async function correctLogIn(
  ctx: Ctx,
  session: { id: string; accountId: string },
  input: { email: string; password: string },
  caller: Caller,
): Promise<{ emailVerified: boolean }> {
  const { accountId } = session;
  await requireRegistering(ctx, accountId);
  await countMail(ctx, accountId, input.email, caller);
  return countTakenAnswers(ctx.db, caller, () => writeLogIn(ctx, session, input));
}

async function writeLogIn(
  ctx: Ctx,
  session: { id: string; accountId: string },
  input: { email: string; password: string },
): Promise<{ emailVerified: boolean }> {
  const { accountId } = session;
  const passwordHash = await hashNewPassword(input.password, [input.email]);
  const emailNorm = normaliseEmail(input.email);
  try {
    return await transaction(ctx.db, async (tx) => {
      await lockRegistration(tx, ctx.now, accountId);
      await requireOpenSession(tx, session);
      const [before] = await tx.select().from(accounts).where(eq(accounts.id, accountId));
      const emailVerifiedAt = before?.emailNorm === emailNorm ? before.emailVerifiedAt : null;
      if (before?.emailNorm !== emailNorm) await eraseExpiredRegistration(tx, ctx.now, input.email);
      await requireFreeEmail(tx, accountId, emailNorm);
      await tx
        .update(accounts)
        .set({ email: input.email, emailNorm, passwordHash, emailVerifiedAt })
        .where(eq(accounts.id, accountId));
      await requireUnreserved(tx, ctx.now, accountId, emailNorm);
      await endOtherSessions(tx, accountId, session.id);
      await endMailedLinks(tx, ctx.now, accountId);
      await sendVerification(tx, ctx.now, accountId);
      return { emailVerified: emailVerifiedAt !== null };
    });
  } catch (error) {
    if (violatedConstraint(error) === 'accounts_email_once') throw new AppError('EMAIL_TAKEN');
    throw error;
  }
}
