import { and, desc, eq, isNull } from 'drizzle-orm';
import { AppError } from '@/domain/errors';
import { transaction, type Tx } from '../db';
import { accounts, staff, staffNotes } from '../db/schema';
import { writeAudit } from '../lifecycle/audit';
import type { OnBehalf } from '../lifecycle/requester';
import { requireStaffMay } from '../lifecycle/staff-limits';
import type { Ctx } from '../platform/context';
import { newId } from '../platform/ids';
import { actorOf } from '../staff/sessions';

/** A note about a subscriber. `by`: the name of its author. */
export interface ShownNote {
  noteId: string;
  by: string;
  body: string;
  at: string;
}

/** Returns the notes about a subscriber, newest first. */
export async function listNotes({ db }: Ctx, accountId: string): Promise<ShownNote[]> {
  const rows = await db
    .select({ note: staffNotes, name: staff.name })
    .from(staffNotes)
    .leftJoin(staff, eq(staff.id, staffNotes.staffId))
    .where(eq(staffNotes.accountId, accountId))
    .orderBy(desc(staffNotes.createdAt), desc(staffNotes.id));
  return rows.map(({ note, name }) => ({
    noteId: note.id,
    by: name ?? note.staffId,
    body: note.body,
    at: note.createdAt.toISOString(),
  }));
}

/** Adds a note about a subscriber. @throws AppError NOT_FOUND for an unknown or a deleted account */
export async function addNote(
  { db, now }: Ctx,
  staffId: string,
  { accountId, body }: { accountId: string; body: string },
): Promise<void> {
  await transaction(db, (tx) => writeNote(tx, now, { accountId, staffId, body }));
}

/**
 * Returns the member as the one who requests a change. A reason becomes a note: the audit is never changed, so that a
 * reason with personal data could not be erased from it. A change of the member's own account is refused.
 */
export function onBehalf(staffId: string, accountId: string, reason: string | undefined): OnBehalf {
  return {
    actor: actorOf(staffId),
    then: async (tx: Tx, now: Date) => {
      await requireStaffMay(tx, now, actorOf(staffId), { accountId });
      if (reason) await writeNote(tx, now, { accountId, staffId, body: reason });
    },
  };
}

async function writeNote(
  tx: Tx,
  now: Date,
  { accountId, staffId, body }: { accountId: string; staffId: string; body: string },
): Promise<void> {
  // Waits for a deletion in progress, which would otherwise leave the note.
  const [account] = await tx
    .select({ id: accounts.id })
    .from(accounts)
    .where(and(eq(accounts.id, accountId), isNull(accounts.deletedAt)))
    .for('share');
  if (!account) throw new AppError('NOT_FOUND');
  const id = newId('note');
  await tx.insert(staffNotes).values({ id, accountId, staffId, body, createdAt: now });
  const detail = { noteId: id };
  await writeAudit(tx, now, { actor: actorOf(staffId), subject: accountId, what: 'desk.note_added', detail });
}
