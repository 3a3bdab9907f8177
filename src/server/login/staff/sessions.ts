import { and, desc, eq, lt, ne } from 'drizzle-orm';
import { HOUR_MS } from '@/domain/duration';
import { AppError } from '@/domain/errors';
import type { Locale } from '@/domain/locale';
import { STAFF_SEEN_SECONDS, STAFF_SESSION_HOURS, staffSessionEnd, type StaffRole } from '@/domain/staff';
import { describeDevice, type Device } from '@/schemas/device';
import { newLinkSecret } from '../one-time-tokens';
import { hashSecret } from '../session';
import { transaction, type Tx } from '../../db';
import { staff, staffSessions } from '../../db/schema';
import { writeAudit } from '../../lifecycle/audit';
import type { Ctx } from '../../platform/context';

export type StaffMethod = 'passkey' | 'totp';

/** The logged-in member of the staff. */
export interface StaffSession {
  id: string;
  staffId: string;
  name: string;
  email: string;
  role: StaffRole;
  locale: Locale;
  method: StaffMethod;
  createdAt: Date;
  provenAt: Date;
  endsAt: Date;
}

/** Returns the actor of a member of the staff in audit events. */
export const actorOf = (staffId: string) => `staff:${staffId}`;

/**
 * Starts a session and deletes the ended ones of the same member.
 * @returns the secret for the cookie
 */
export async function startStaffSession(
  tx: Tx,
  now: Date,
  staffId: string,
  { method, device }: { method: StaffMethod; device: string | null },
): Promise<string> {
  const secret = newLinkSecret();
  await tx
    .delete(staffSessions)
    .where(
      and(
        eq(staffSessions.staffId, staffId),
        lt(staffSessions.createdAt, new Date(now.getTime() - STAFF_SESSION_HOURS * HOUR_MS)),
      ),
    );
  const id = hashSecret(secret);
  await tx.insert(staffSessions).values({
    id,
    staffId,
    method,
    device,
    createdAt: now,
    provenAt: now,
    seenAt: now,
  });
  await writeAudit(tx, now, {
    actor: actorOf(staffId),
    subject: staffId,
    what: 'staff.logged_in',
    detail: { method },
  });
  return secret;
}

/** Returns the open session of a secret, and extends it; null when it has ended or its member was removed. */
export async function findStaffSession(ctx: Ctx, secret: string | null): Promise<StaffSession | null> {
  if (secret === null) return null;
  const { db, now } = ctx;
  const [found] = await db
    .select({ session: staffSessions, member: staff })
    .from(staffSessions)
    .innerJoin(staff, eq(staff.id, staffSessions.staffId))
    .where(eq(staffSessions.id, hashSecret(secret)));
  if (!found || found.member.removedAt !== null || staffSessionEnd(found.session) <= now) return null;
  const { session, member } = found;
  const isStale = now.getTime() - session.seenAt.getTime() >= STAFF_SEEN_SECONDS * 1000;
  const seenAt = isStale ? now : session.seenAt;
  if (isStale) await extend(ctx, session.id);
  const { name, email, role, locale } = member;
  const endsAt = staffSessionEnd({ createdAt: session.createdAt, seenAt });
  const { id, method, createdAt, provenAt } = session;
  return { id, staffId: member.id, name, email, role, locale, method, createdAt, provenAt, endsAt };
}

/**
 * Records that the member of a session has proved the identity again. The session gets a new secret, so that a copied
 * cookie ends.
 * @returns the new secret
 * @throws AppError NOT_LOGGED_IN when the session has ended meanwhile
 */
export async function renewProof(tx: Tx, now: Date, session: StaffSession): Promise<string> {
  const secret = newLinkSecret();
  const renewed = await tx
    .update(staffSessions)
    .set({ id: hashSecret(secret), provenAt: now, seenAt: now })
    .where(eq(staffSessions.id, session.id))
    .returning({ id: staffSessions.id });
  if (renewed.length === 0) throw new AppError('NOT_LOGGED_IN');
  const { staffId, method } = session;
  await writeAudit(tx, now, {
    actor: actorOf(staffId),
    subject: staffId,
    what: 'staff.proved',
    detail: { method },
  });
  return secret;
}

/** A session as its own member sees it. The id is a hash, which cannot be used to log in. */
export interface ListedSession {
  sessionId: string;
  staffId: string;
  method: StaffMethod;
  device: Device;
  createdAt: Date;
  seenAt: Date;
  isCurrent: boolean;
}

/** Returns the open sessions of the member of a session or of all members, the present one first, then the latest. */
export async function listStaffSessions(
  { db, now }: Ctx,
  { id, staffId }: StaffSession,
  whose: 'own' | 'all' = 'own',
): Promise<ListedSession[]> {
  const rows = await db
    .select()
    .from(staffSessions)
    .where(whose === 'own' ? eq(staffSessions.staffId, staffId) : undefined)
    .orderBy(desc(eq(staffSessions.id, id)), desc(staffSessions.seenAt), desc(staffSessions.id));
  return rows
    .filter((row) => staffSessionEnd(row) > now)
    .map(({ id: sessionId, staffId: of, method, device, createdAt, seenAt }) => ({
      sessionId,
      staffId: of,
      method,
      createdAt,
      seenAt,
      device: describeDevice(device),
      isCurrent: sessionId === id,
    }));
}

/**
 * Ends another session of the member of a session, or all others (`sessionId` null).
 * @throws AppError NOT_FOUND for a session that has ended, the present one, and one of another member
 */
export function endOtherStaffSessions(
  { db, now }: Ctx,
  { id, staffId }: StaffSession,
  sessionId: string | null,
): Promise<void> {
  return transaction(db, async (tx) => {
    const ended = await tx
      .delete(staffSessions)
      .where(
        and(
          ...[eq(staffSessions.staffId, staffId), ne(staffSessions.id, id)],
          sessionId === null ? undefined : eq(staffSessions.id, sessionId),
        ),
      )
      .returning({ id: staffSessions.id });
    if (sessionId !== null && ended.length === 0) throw new AppError('NOT_FOUND');
    const detail = { count: ended.length };
    const event = { actor: actorOf(staffId), subject: staffId, what: 'staff.sessions_ended', detail };
    if (ended.length > 0) await writeAudit(tx, now, event);
  });
}

/**
 * Ends a session of any member, except the present one.
 * @throws AppError NOT_FOUND for a session that has ended, and the present one
 */
export function endMemberSession({ db, now }: Ctx, present: StaffSession, sessionId: string): Promise<void> {
  return transaction(db, async (tx) => {
    const [ended] = await tx
      .delete(staffSessions)
      .where(and(eq(staffSessions.id, sessionId), ne(staffSessions.id, present.id)))
      .returning({ staffId: staffSessions.staffId });
    if (!ended) throw new AppError('NOT_FOUND');
    await writeAudit(tx, now, {
      actor: actorOf(present.staffId),
      subject: ended.staffId,
      what: 'staff.sessions_ended',
      detail: { count: 1 },
    });
  });
}

async function extend({ db, now }: Ctx, id: string): Promise<void> {
  await transaction(db, (tx) =>
    tx
      .update(staffSessions)
      .set({ seenAt: now })
      .where(and(eq(staffSessions.id, id), lt(staffSessions.seenAt, now))),
  );
}

/** Ends the session of a secret. Does nothing for null or an ended session. */
export async function endStaffSession({ db, now }: Ctx, secret: string | null): Promise<void> {
  if (secret === null) return;
  await transaction(db, async (tx) => {
    const [ended] = await tx
      .delete(staffSessions)
      .where(eq(staffSessions.id, hashSecret(secret)))
      .returning({ staffId: staffSessions.staffId });
    if (!ended) return;
    await writeAudit(tx, now, {
      actor: actorOf(ended.staffId),
      subject: ended.staffId,
      what: 'staff.logged_out',
    });
  });
}

/** Ends all sessions of a member, except the session `keepId`. */
export async function endStaffSessions(tx: Tx, staffId: string, keepId: string | null): Promise<void> {
  await tx
    .delete(staffSessions)
    .where(
      and(eq(staffSessions.staffId, staffId), keepId === null ? undefined : ne(staffSessions.id, keepId)),
    );
}
