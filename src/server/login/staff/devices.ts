import { eq } from 'drizzle-orm';
import { findDevice, rememberDevice, type Device } from '../devices';
import { hashSecret } from '../session';
import { staff, staffSessions } from '../../db/schema';
import type { Ctx } from '../../platform/context';
import type { Member } from './staff-links';

/* The device cookie of the desk has the form of the shop's: a member who has logged in from this browser before. */

const ownerOf = ({ id, emailNorm, joinedAt }: Member) => ({ id, emailNorm, emailVerifiedAt: joinedAt });

/** Returns the device if this member has logged in from this browser before; null otherwise. Runs no query. */
export function findMembersDevice(
  cookie: string | null,
  emailNorm: string,
  member: Member | undefined,
): Device | null {
  const device = findDevice(cookie, emailNorm);
  return member && device?.isOf(ownerOf(member)) ? device : null;
}

/** Returns the new value of the device cookie after a log-in; null without a session of this secret. */
export async function rememberMembersDevice(
  { db }: Ctx,
  cookie: string | null,
  secret: string,
): Promise<string | null> {
  const [found] = await db
    .select({ member: staff })
    .from(staffSessions)
    .innerJoin(staff, eq(staff.id, staffSessions.staffId))
    .where(eq(staffSessions.id, hashSecret(secret)));
  return found ? rememberDevice(cookie, ownerOf(found.member)) : null;
}
