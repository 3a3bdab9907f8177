import { and, eq, isNotNull, isNull } from 'drizzle-orm';
import { normaliseEmail } from '@/domain/contact';
import { transaction } from '../db';
import { staff } from '../db/schema';
import type { Caller } from '../platform/caller';
import type { Ctx } from '../platform/context';
import { countUses } from '../platform/throttle';
import { countCode, takeCode } from './authenticator-app';
import { startStaffSession } from './sessions';
import { mailStaffLink, requireLink, takeLink } from './staff-links';

/**
 * Mails a link for a log-in with an authenticator app. Does nothing for an e-mail without such a member, and returns the
 * same, so that no caller learns who works here.
 * @throws AppError THROTTLED
 */
export async function requestStaffLink({ db, now }: Ctx, email: string, { address }: Caller): Promise<void> {
  const emailNorm = normaliseEmail(email);
  await transaction(db, async (tx) => {
    await countUses(tx, [
      { name: 'mail', subject: address },
      { name: 'staffMail', subject: emailNorm },
    ]);
    const [member] = await tx
      .select()
      .from(staff)
      .where(and(eq(staff.emailNorm, emailNorm), isNull(staff.removedAt), isNotNull(staff.totpSealed)));
    if (member && member.joinedAt !== null) await mailStaffLink(tx, now, member, 'log_in');
  });
}

/**
 * Logs in with a mailed link and a code of the authenticator app. A wrong code does not use up the link.
 * @returns the secret of the new session
 * @throws AppError TOKEN_EXPIRED, LOGIN_CODE_INCORRECT, THROTTLED
 */
export async function logInWithCode(
  { db, now }: Ctx,
  { secret, code }: { secret: string; code: string },
  { device }: Caller,
): Promise<string> {
  const { id } = await requireLink(db, now, 'log_in', secret);
  await transaction(db, (tx) => countCode(tx, id));
  return transaction(db, async (tx) => {
    const member = await takeLink(tx, now, 'log_in', secret);
    await takeCode(tx, now, member, code);
    return startStaffSession(tx, now, member.id, { method: 'totp', device });
  });
}
