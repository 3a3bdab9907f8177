import { and, eq, isNull } from 'drizzle-orm';
import { normaliseEmail } from '@/domain/contact';
import { AppError } from '@/domain/errors';
import { canActAsSubscriber } from '@/domain/subscription';
import { writeAudit } from '../../lifecycle/audit';
import { requirePassword, requireStillProven, type ProvenPassword } from '../../login/current-password';
import type { Caller } from '../../platform/caller';
import { writeNotMeLink } from '../../login/not-me-link';
import {
  endMailedLinks,
  endTokens,
  findTokenOwner,
  takeToken,
  writeToken,
  linkOver,
} from '../../login/one-time-tokens';
import { endOtherSessions, hashSecret, requireOpenSession, type Session } from '../../login/session';
import { countTakenAnswers } from '../../platform/throttle';
import type { Ctx } from '../../platform/context';
import { transaction, violatedConstraint, type Tx } from '../../db';
import { accounts } from '../../db/schema';
import { newId } from '../../platform/ids';
import { queueMessage } from '../../lifecycle/outbox';
import { siteUrl } from '../../platform/site-url';
import { lockSubscriptionOf } from '../../lifecycle/locks';
import { countMail } from '../../login/mail-limits';
import { lockAccount, requireAccount } from '../../lifecycle/require-subscriber';
import { writeReason, type OnBehalf } from '../../lifecycle/requester';
import { requireFreeEmail, requireUnreserved } from './reserved-email';

const LINK_HOURS = 48;

type Account = typeof accounts.$inferSelect;

/**
 * Mails a confirmation link to the new e-mail. The old e-mail remains valid until the link is opened. Ends the link of
 * an earlier request. A request for the present e-mail mails no link.
 * @returns the requested e-mail; `verificationSent` is false for the present e-mail
 * @throws AppError PASSWORD_INCORRECT, PROOF_REQUIRED, EMAIL_TAKEN, THROTTLED, NOT_ALLOWED, PAYMENT_PENDING
 */
export async function updateEmail(
  ctx: Ctx,
  session: Session,
  input: { email: string; password?: string },
  caller: Caller,
): Promise<{ email: string; verificationSent: boolean }> {
  const { accountId } = session;
  const { account } = await requireAccount(ctx.db, accountId, canActAsSubscriber);
  const proven = await requirePassword(ctx, session, input.password);
  if (normaliseEmail(input.email) !== account.emailNorm) await countMail(ctx, accountId, input.email, caller);
  return countTakenAnswers(ctx.db, caller, () =>
    transaction(ctx.db, (tx) => requestEmailChange(tx, ctx.now, session, input.email, proven)),
  );
}

async function requestEmailChange(
  tx: Tx,
  now: Date,
  session: Session,
  email: string,
  proven: ProvenPassword,
) {
  const { accountId } = session;
  const { account } = await lockAccount(tx, accountId, canActAsSubscriber);
  requireStillProven(account, proven);
  await requireOpenSession(tx, session);
  return writeRequest(tx, now, account, { email, actor: accountId });
}

/**
 * Mails a confirmation link to another e-mail for a subscriber who asked a member of the staff. As in `updateEmail`, the old
 * e-mail remains valid until the link is opened.
 * @throws AppError EMAIL_TAKEN, THROTTLED, NOT_ALLOWED, PAYMENT_PENDING, OWN_ACCOUNT
 */
export async function requestEmailFor(
  ctx: Ctx,
  email: string,
  by: OnBehalf,
  caller: Caller,
): Promise<{ email: string; verificationSent: boolean }> {
  await requireAccount(ctx.db, by.accountId, canActAsSubscriber);
  await countMail(ctx, by.accountId, email, caller);
  return transaction(ctx.db, async (tx) => {
    const { account } = await lockAccount(tx, by.accountId, canActAsSubscriber);
    const requested = await writeRequest(tx, ctx.now, account, { email, actor: by.actor });
    if (requested.verificationSent) await writeReason(tx, ctx.now, by);
    return requested;
  });
}

async function writeRequest(
  tx: Tx,
  now: Date,
  account: Account,
  { email, actor }: { email: string; actor: string },
) {
  const accountId = account.id;
  const emailNorm = normaliseEmail(email);
  if (emailNorm === account.emailNorm) {
    await endTokens(tx, accountId, ['email_change']);
    return { email: account.email, verificationSent: false };
  }
  await requireFreeEmail(tx, accountId, emailNorm);
  await requireUnreserved(tx, now, accountId, emailNorm);
  const { id, secret } = await writeToken(tx, now, {
    kind: 'email_change',
    accountId,
    email,
    hours: LINK_HOURS,
  });
  await queueMessage(tx, now, {
    kind: 'email_change_confirm',
    accountId,
    dedupeKey: `email_change_confirm:${id}`,
    asked: true,
    toAddress: email,
    payload: {
      firstName: account.firstName,
      link: siteUrl(account.locale, `/account/email#${secret}`),
    },
  });
  await writeAudit(tx, now, { actor, subject: accountId, what: 'account.email_change_asked' });
  return { email, verificationSent: true };
}

/**
 * Changes the e-mail of an account with a confirmation link, which works once. Marks the new e-mail as verified,
 * notifies the old e-mail, and ends all other sessions and earlier links. Requires no session.
 * @param token the secret in the link
 * @param secret the session secret in the caller's cookie, or null; this session does not end
 * @throws AppError TOKEN_EXPIRED for a link that is unknown, used, replaced or older than 48 hours; EMAIL_TAKEN when
 *   another account has the e-mail
 */
export async function confirmEmailChange(
  ctx: Ctx,
  token: string,
  secret: string | null,
): Promise<{ email: string }> {
  try {
    return await transaction(ctx.db, async (tx) => {
      const accountId = await findTokenOwner(tx, ctx.now, 'email_change', token);
      if (accountId === null) throw await linkOver(tx, 'email_change', token);
      await lockSubscriptionOf(tx, accountId);
      const taken = await takeToken(tx, ctx.now, 'email_change', token);
      if (taken?.email == null) throw await linkOver(tx, 'email_change', token);
      const [account] = await tx
        .select()
        .from(accounts)
        .where(and(eq(accounts.id, accountId), isNull(accounts.deletedAt)));
      if (!account) throw new AppError('TOKEN_EXPIRED');
      await changeEmail(tx, ctx.now, account, taken.email);
      await endOtherSessions(tx, accountId, secret === null ? null : hashSecret(secret));
      return { email: taken.email };
    });
  } catch (error) {
    if (violatedConstraint(error) === 'accounts_email_once') throw new AppError('EMAIL_TAKEN');
    throw error;
  }
}

async function changeEmail(tx: Tx, now: Date, account: Account, email: string): Promise<void> {
  const emailNorm = normaliseEmail(email);
  await requireFreeEmail(tx, account.id, emailNorm);
  await tx
    .update(accounts)
    .set({ email, emailNorm, emailVerifiedAt: now })
    .where(eq(accounts.id, account.id));
  await requireUnreserved(tx, now, account.id, emailNorm);
  await endMailedLinks(tx, now, account.id);
  await queueMessage(tx, now, {
    kind: 'email_changed',
    accountId: account.id,
    dedupeKey: `email_changed:${newId('message')}`,
    asked: true,
    toAddress: account.email,
    // An unverified old e-mail gets no undo link, because it may belong to a stranger.
    payload: {
      firstName: account.firstName,
      notMeUrl:
        account.emailVerifiedAt &&
        (await writeNotMeLink(tx, now, account, { change: 'email_changed', email: account.email })),
    },
  });
  await writeAudit(tx, now, { actor: account.id, subject: account.id, what: 'account.email_changed' });
}
