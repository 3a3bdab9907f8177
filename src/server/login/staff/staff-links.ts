import { and, eq, gt } from 'drizzle-orm';
import { AppError } from '@/domain/errors';
import { HOUR_MS, MINUTE_MS } from '@/domain/duration';
import { INVITATION_HOURS, STAFF_LINK_MINUTES } from '@/domain/staff';
import { localePath } from '@/locales/paths';
import { newLinkSecret } from '../one-time-tokens';
import { hashSecret } from '../session';
import type { Db, Tx } from '../../db';
import { staff, staffLinks } from '../../db/schema';
import { queueMessage } from '../../lifecycle/outbox';
import { deskUrl } from './desk-url';

export type Member = typeof staff.$inferSelect;
type Purpose = 'invitation' | 'log_in';

const LASTS_MS: Record<Purpose, number> = {
  invitation: INVITATION_HOURS * HOUR_MS,
  log_in: STAFF_LINK_MINUTES * MINUTE_MS,
};

/** The page of each link. The secret is in the fragment, so that it reaches no log. */
const PAGES: Record<Purpose, string> = { invitation: '/desk/join', log_in: '/desk/login/link' };

/**
 * Writes a link and queues its mail. A new invitation ends the earlier ones. A link to log in ends none, because a
 * stranger may have requested it; the log-in ends them all.
 * @returns the address of the link
 */
export async function mailStaffLink(tx: Tx, now: Date, member: Member, purpose: Purpose): Promise<string> {
  if (purpose === 'invitation') await endLinks(tx, member.id, purpose);
  const secret = newLinkSecret();
  const tokenHash = hashSecret(secret);
  const expiresAt = new Date(now.getTime() + LASTS_MS[purpose]);
  await tx.insert(staffLinks).values({ tokenHash, staffId: member.id, purpose, expiresAt });
  const link = `${deskUrl()}${localePath(member.locale, PAGES[purpose])}#${secret}`;
  await queueMessage(tx, now, {
    kind: purpose === 'invitation' ? 'staff_invitation' : 'staff_log_in',
    accountId: null,
    toAddress: member.email,
    dedupeKey: `staff:${tokenHash}`,
    payload: { locale: member.locale, firstName: member.name, role: member.role, link },
    asked: true,
  });
  return link;
}

/** Ends the links of a member; all purposes without `purpose`. */
export async function endLinks(tx: Tx, staffId: string, purpose?: Purpose): Promise<void> {
  await tx
    .delete(staffLinks)
    .where(
      and(
        eq(staffLinks.staffId, staffId),
        purpose === undefined ? undefined : eq(staffLinks.purpose, purpose),
      ),
    );
}

/** Returns the member of a valid link. @throws AppError TOKEN_EXPIRED */
export async function requireLink(db: Db | Tx, now: Date, purpose: Purpose, secret: string): Promise<Member> {
  const [found] = await db
    .select({ member: staff })
    .from(staffLinks)
    .innerJoin(staff, eq(staff.id, staffLinks.staffId))
    .where(
      and(
        eq(staffLinks.tokenHash, hashSecret(secret)),
        eq(staffLinks.purpose, purpose),
        gt(staffLinks.expiresAt, now),
      ),
    );
  if (!found || found.member.removedAt !== null) throw new AppError('TOKEN_EXPIRED');
  return found.member;
}

/**
 * Uses up a valid link and locks its member. Only the first of several concurrent callers succeeds.
 * @throws AppError TOKEN_EXPIRED
 */
export async function takeLink(tx: Tx, now: Date, purpose: Purpose, secret: string): Promise<Member> {
  const { id } = await requireLink(tx, now, purpose, secret);
  const taken = await tx
    .delete(staffLinks)
    .where(eq(staffLinks.tokenHash, hashSecret(secret)))
    .returning({ staffId: staffLinks.staffId });
  const [member] = await tx.select().from(staff).where(eq(staff.id, id)).for('update');
  if (taken.length === 0 || !member || member.removedAt !== null) throw new AppError('TOKEN_EXPIRED');
  return member;
}
