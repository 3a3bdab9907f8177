import { randomBytes } from 'node:crypto';
import { and, asc, eq, isNull } from 'drizzle-orm';
import { normaliseEmail } from '@/domain/contact';
import { AppError, enforce } from '@/domain/errors';
import type { Locale } from '@/domain/locale';
import type { Satang } from '@/domain/money';
import { canChangeStaff, mayDo, type StaffRole } from '@/domain/staff';
import { transaction, violatedConstraint, type Tx } from '../../db';
import { staff, staffPasskeys } from '../../db/schema';
import { writeAudit } from '../../lifecycle/audit';
import type { Ctx } from '../../platform/context';
import { newId } from '../../platform/ids';
import { endTokensOf } from './api-tokens';
import { endStaffSessions } from './sessions';
import { endLinks, mailStaffLink, type Member } from './staff-links';

/** A member of the staff as the desk lists them. The state `invited` ends when the invitation is accepted. */
export interface ListedMember {
  staffId: string;
  email: string;
  name: string;
  role: StaffRole;
  state: 'invited' | 'active' | 'removed';
  /** What a member of the support may refund in a day, in satang. */
  refundLimit: Satang;
}

const toListed = ({ id, email, name, role, joinedAt, removedAt, refundLimit }: Member): ListedMember => ({
  staffId: id,
  email,
  name,
  role,
  state: removedAt !== null ? 'removed' : joinedAt === null ? 'invited' : 'active',
  refundLimit,
});

/** Returns all members of the staff in the order of their invitation. */
export async function listStaff({ db }: Ctx): Promise<ListedMember[]> {
  return (await db.select().from(staff).orderBy(asc(staff.invitedAt), asc(staff.id))).map(toListed);
}

/**
 * Invites a member by mail. A member who was removed can be invited again, and keeps the id.
 * @param actor the actor for the audit, such as `staff:stf_…` or `operator:mali`
 * @returns the link, which works for 72 hours
 * @throws AppError STAFF_TAKEN when the e-mail belongs to a member
 */
export async function inviteStaff(
  { db, now }: Ctx,
  actor: string,
  { email, role, locale }: { email: string; role: StaffRole; locale: Locale },
): Promise<{ member: ListedMember; link: string }> {
  const emailNorm = normaliseEmail(email);
  try {
    return await transaction(db, async (tx) => {
      const [known] = await tx.select().from(staff).where(eq(staff.emailNorm, emailNorm)).for('update');
      if (known && known.removedAt === null) throw new AppError('STAFF_TAKEN');
      const invited = {
        email,
        role,
        locale,
        invitedAt: now,
        joinedAt: null,
        removedAt: null,
        refundLimit: 0,
      };
      const passkeyHandle = randomBytes(32).toString('base64url');
      const [member] = known
        ? await tx.update(staff).set(invited).where(eq(staff.id, known.id)).returning()
        : await tx
            .insert(staff)
            .values({ id: newId('staff'), emailNorm, passkeyHandle, ...invited })
            .returning();
      if (!member) throw new Error('no member was written');
      return invite(tx, now, actor, member);
    });
  } catch (error) {
    if (violatedConstraint(error) === 'staff_email_once') throw new AppError('STAFF_TAKEN');
    throw error;
  }
}

async function invite(tx: Tx, now: Date, actor: string, member: Member) {
  const link = await mailStaffLink(tx, now, member, 'invitation');
  const detail = { role: member.role };
  await writeAudit(tx, now, { actor, subject: member.id, what: 'staff.invited', detail });
  return { member: toListed(member), link };
}

/**
 * Sends a new invitation to a member who lost the way in. Passkeys, authenticator app and sessions of the member end.
 * @param evenLastOwner allows it for the only owner, who then has no access until the invitation is accepted
 * @throws AppError NOT_FOUND, LAST_OWNER
 */
export function inviteAgain(
  { db, now }: Ctx,
  actor: string,
  { staffId, evenLastOwner = false }: { staffId: string; evenLastOwner?: boolean },
): Promise<{ member: ListedMember; link: string }> {
  return transaction(db, async (tx) => {
    const member = await lockForChange(tx, staffId, evenLastOwner ? 'owner' : null);
    await takeAccess(tx, member.id);
    await tx.update(staff).set({ joinedAt: null, invitedAt: now }).where(eq(staff.id, member.id));
    return invite(tx, now, actor, { ...member, joinedAt: null });
  });
}

/**
 * Changes the role of a member. Their open pages follow at the next request. The API tokens of a former owner end.
 * @throws AppError NOT_FOUND, LAST_OWNER
 */
export function changeRole(
  { db, now }: Ctx,
  actor: string,
  { staffId, role }: { staffId: string; role: StaffRole },
): Promise<ListedMember> {
  return transaction(db, async (tx) => {
    const member = await lockForChange(tx, staffId, role);
    if (member.role === role) return toListed(member);
    await tx.update(staff).set({ role }).where(eq(staff.id, staffId));
    if (!mayDo(role, 'tokens.manage')) await endTokensOf(tx, now, actor, staffId);
    const detail = { from: member.role, to: role };
    await writeAudit(tx, now, { actor, subject: staffId, what: 'staff.role_changed', detail });
    return toListed({ ...member, role });
  });
}

/** Sets what a member of the support may refund in a day. @throws AppError NOT_FOUND */
export function setRefundLimit(
  { db, now }: Ctx,
  actor: string,
  { staffId, limit }: { staffId: string; limit: Satang },
): Promise<ListedMember> {
  return transaction(db, async (tx) => {
    const [member] = await tx
      .select()
      .from(staff)
      .where(and(eq(staff.id, staffId), isNull(staff.removedAt)))
      .for('update');
    if (!member) throw new AppError('NOT_FOUND');
    if (member.refundLimit === limit) return toListed(member);
    await tx.update(staff).set({ refundLimit: limit }).where(eq(staff.id, staffId));
    const detail = { from: member.refundLimit, amount: limit };
    await writeAudit(tx, now, { actor, subject: staffId, what: 'staff.refund_limit_changed', detail });
    return toListed({ ...member, refundLimit: limit });
  });
}

/** Removes a member: sessions, passkeys, links and API tokens end at once. @throws AppError NOT_FOUND, LAST_OWNER */
export function removeStaff({ db, now }: Ctx, actor: string, staffId: string): Promise<ListedMember> {
  return transaction(db, async (tx) => {
    const member = await lockForChange(tx, staffId, null);
    await takeAccess(tx, staffId);
    await endTokensOf(tx, now, actor, staffId);
    await tx.update(staff).set({ removedAt: now, joinedAt: null }).where(eq(staff.id, staffId));
    await writeAudit(tx, now, { actor, subject: staffId, what: 'staff.removed' });
    return toListed({ ...member, removedAt: now });
  });
}

/** Locks all members, so that two owners cannot remove each other at once. */
async function lockForChange(tx: Tx, staffId: string, role: StaffRole | null): Promise<Member> {
  const all = await tx.select().from(staff).orderBy(asc(staff.id)).for('update');
  const member = all.find(({ id, removedAt }) => id === staffId && removedAt === null);
  if (!member) throw new AppError('NOT_FOUND');
  const facts = all.map(({ id, role: present, joinedAt, removedAt }) => ({
    id,
    role: present,
    isActive: joinedAt !== null && removedAt === null,
  }));
  enforce(canChangeStaff(facts, staffId, role));
  return member;
}

async function takeAccess(tx: Tx, staffId: string): Promise<void> {
  await endStaffSessions(tx, staffId, null);
  await endLinks(tx, staffId);
  await tx.delete(staffPasskeys).where(eq(staffPasskeys.staffId, staffId));
  await tx.update(staff).set({ totpSealed: null, totpStep: null }).where(eq(staff.id, staffId));
}
