import { and, eq, isNotNull, isNull } from 'drizzle-orm';
import { normaliseEmail } from '@/domain/contact';
import { networkOf } from '@/domain/throttle';
import { transaction, type Db } from '../../db';
import { staff } from '../../db/schema';
import type { Caller } from '../../platform/caller';
import type { Ctx } from '../../platform/context';
import { newId } from '../../platform/ids';
import { addJob } from '../../platform/job-queue';
import { byNetwork, countTogether, countWithReserve, type Use } from '../../platform/throttle';
import { countCode, takeCode } from './authenticator-app';
import { findMembersDevice } from './devices';
import { startStaffSession } from './sessions';
import { endLinks, mailStaffLink, requireLink, takeLink } from './staff-links';

/**
 * Queues a job that mails a link for a log-in with an authenticator app. Does the same work for an e-mail without such a
 * member, so that neither the response nor its time reveals who works here. A browser from which the member has logged
 * in has its own limit. All other browsers share a limit per e-mail. After this limit, an IP network with few requests
 * still gets a link, so that strangers cannot lock a member out.
 * @param caller `deskDevice`: the device cookie of the desk
 * @throws AppError THROTTLED
 */
export async function requestStaffLink(
  { db }: Ctx,
  email: string,
  caller: Caller & { deskDevice: string | null },
): Promise<void> {
  const emailNorm = normaliseEmail(email);
  const [member] = await db
    .select()
    .from(staff)
    .where(and(eq(staff.emailNorm, emailNorm), MAY_GET_LINK));
  const device = findMembersDevice(caller.deskDevice, emailNorm, member);
  if (device) await countTogether(db, deviceUses(emailNorm, device.nonce));
  else await countUnknownDevice(db, emailNorm, caller);
  const staffId = member?.id ?? null;
  await transaction(db, (tx) => addJob(tx, 'send_staff_link', { staffId }, `staff_link:${newId('token')}`));
}

/** The members who log in with a mailed link: they have joined with an authenticator app. */
const MAY_GET_LINK = and(isNull(staff.removedAt), isNotNull(staff.joinedAt), isNotNull(staff.totpSealed));

const deviceUses = (emailNorm: string, nonce: string): Use[] => [
  { name: 'mailDevice', subject: `staff:${emailNorm}:${nonce}` },
  { name: 'mailKnown', subject: `staff:${emailNorm}` },
];

async function countUnknownDevice(db: Db, emailNorm: string, caller: Caller): Promise<void> {
  await countTogether(db, [{ name: 'mail', subject: caller.address }, ...byNetwork('mailNetwork', caller)]);
  const own: Use = { name: 'staffMailNetwork', subject: `${emailNorm}:${networkOf(caller.address)}` };
  const together: Use = { name: 'staffMailReserve', subject: emailNorm };
  await countWithReserve(db, { name: 'staffMail', subject: emailNorm }, { own, together });
}

/** Runs the job that mails a requested link. Does nothing without a member, or for one who was removed meanwhile. */
export async function sendStaffLink(
  { db, now }: Ctx,
  { staffId }: { staffId: string | null },
): Promise<void> {
  if (staffId === null) return;
  await transaction(db, async (tx) => {
    const [member] = await tx
      .select()
      .from(staff)
      .where(and(eq(staff.id, staffId), MAY_GET_LINK))
      .for('update');
    if (member) await mailStaffLink(tx, now, member, 'log_in');
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
    await endLinks(tx, member.id, 'log_in');
    return startStaffSession(tx, now, member.id, { method: 'totp', device });
  });
}
