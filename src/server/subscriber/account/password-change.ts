import { eq } from 'drizzle-orm';
import { AppError } from '@/domain/errors';
import { canActAsSubscriber } from '@/domain/subscription';
import { normalisePassword } from '@/domain/text';
import { requirePassword, requireStillProven } from '../../login/current-password';
import { endMailedLinks } from '../../login/one-time-tokens';
import { aboutAccount, hashNewPassword } from '../../login/password';
import { notifyOfPassword } from '../../login/password-reset';
import { endOtherSessions, requireOpenSession, type Session } from '../../login/session';
import type { Ctx } from '../../platform/context';
import { transaction } from '../../db';
import { accounts } from '../../db/schema';
import { lockAccount, requireAccount } from '../../lifecycle/require-subscriber';

/**
 * Changes the password, or sets the first password. Ends all other sessions and all mailed links that log in or change
 * the account. Notifies the owner by mail. Only one of two concurrent changes succeeds.
 * @throws AppError PASSWORDS_DIFFER, PASSWORD_INCORRECT, PROOF_REQUIRED for an account without a password, THROTTLED,
 * NOT_ALLOWED, PAYMENT_PENDING
 */
export async function updatePassword(
  ctx: Ctx,
  session: Session,
  input: { currentPassword?: string; password: string; confirmPassword: string },
): Promise<Record<string, never>> {
  const { accountId } = session;
  if (normalisePassword(input.password) !== normalisePassword(input.confirmPassword)) {
    throw new AppError('PASSWORDS_DIFFER', {
      fieldErrors: { confirmPassword: ['validation.passwordsMatch'] },
    });
  }
  const { account: person } = await requireAccount(ctx.db, accountId, canActAsSubscriber);
  const proven = await requirePassword(ctx, session, input.currentPassword);
  const passwordHash = await hashNewPassword(input.password, aboutAccount(person));
  await transaction(ctx.db, async (tx) => {
    const { account } = await lockAccount(tx, accountId, canActAsSubscriber);
    requireStillProven(account, proven);
    await requireOpenSession(tx, session);
    await tx.update(accounts).set({ passwordHash }).where(eq(accounts.id, accountId));
    await endOtherSessions(tx, accountId, session.id);
    await endMailedLinks(tx, ctx.now, accountId, 'verify_email');
    await notifyOfPassword(tx, ctx.now, account, 'account.password_changed');
  });
  return {};
}
