import { and, eq, isNull } from 'drizzle-orm';
import { AppError } from '@/domain/errors';
import type { Tx } from '../db';
import { accounts, staffNotes } from '../db/schema';
import { newId } from '../platform/ids';
import { writeAudit } from './audit';

/** A note about a subscriber, to be written. `actor`: its author, a member of the staff or an API token. */
export interface NewNote {
  accountId: string;
  actor: string;
  body: string;
}

/** Writes a note about a subscriber. @throws AppError NOT_FOUND for an unknown or a deleted account */
export async function writeNote(tx: Tx, now: Date, { accountId, actor, body }: NewNote): Promise<void> {
  // Waits for a deletion in progress, which would otherwise leave the note.
  const [account] = await tx
    .select({ id: accounts.id })
    .from(accounts)
    .where(and(eq(accounts.id, accountId), isNull(accounts.deletedAt)))
    .for('share');
  if (!account) throw new AppError('NOT_FOUND');
  const id = newId('note');
  const [, staffId = actor] = actor.split(':');
  await tx.insert(staffNotes).values({ id, accountId, staffId, body, createdAt: now });
  await writeAudit(tx, now, { actor, subject: accountId, what: 'desk.note_added', detail: { noteId: id } });
}
