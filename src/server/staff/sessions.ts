import { and, eq, lt, ne } from 'drizzle-orm';
import { HOUR_MS } from '@/domain/duration';
import type { Locale } from '@/domain/locale';
import { STAFF_SEEN_SECONDS, STAFF_SESSION_HOURS, staffSessionEnd, type StaffRole } from '@/domain/staff';
import { newLinkSecret } from '../auth/one-time-tokens';
import { hashSecret } from '../auth/session';
import { transaction, type Tx } from '../db';
import { staff, staffSessions } from '../db/schema';
import { writeAudit } from '../lifecycle/audit';
import type { Ctx } from '../platform/context';

/** The logged-in member of the staff. */
export interface StaffSession {
  id: string;
  staffId: string;
  name: string;
  email: string;
  role: StaffRole;
  locale: Locale;
  createdAt: Date;
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
  { method, device }: { method: 'passkey' | 'totp'; device: string | null },
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
  await tx.insert(staffSessions).values({ id, staffId, method, device, createdAt: now, seenAt: now });
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
  return {
    id: session.id,
    staffId: member.id,
    name,
    email,
    role,
    locale,
    createdAt: session.createdAt,
    endsAt,
  };
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
