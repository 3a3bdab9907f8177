import { desc, eq } from 'drizzle-orm';
import { transaction } from '../../db';
import { apiTokens, orders, staff, staffNotes } from '../../db/schema';
import { writeNote, type NewNote } from '../../lifecycle/notes';
import type { OnBehalf } from '../../lifecycle/requester';
import type { Ctx } from '../../platform/context';

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
    .select({ note: staffNotes, name: staff.name, token: apiTokens.name })
    .from(staffNotes)
    .leftJoin(staff, eq(staff.id, staffNotes.staffId))
    .leftJoin(apiTokens, eq(apiTokens.id, staffNotes.staffId))
    .where(eq(staffNotes.accountId, accountId))
    .orderBy(desc(staffNotes.createdAt), desc(staffNotes.id));
  return rows.map(({ note, name, token }) => ({
    noteId: note.id,
    by: name ?? token ?? note.staffId,
    body: note.body,
    at: note.createdAt.toISOString(),
  }));
}

/** Adds a note about a subscriber. @throws AppError NOT_FOUND for an unknown or a deleted account */
export async function addNote(
  { db, now }: Ctx,
  actor: string,
  { accountId, body }: { accountId: string; body: string },
): Promise<void> {
  await transaction(db, (tx) => writeNote(tx, now, { accountId, actor, body }));
}

/**
 * Returns the member or the API token as the one who requests a change. A reason becomes a note: the audit is never
 * changed, so that a reason with personal data could not be erased from it. A change of the own account is refused.
 */
export function onBehalf(actor: string, accountId: string, reason: string | undefined): OnBehalf {
  return { actor, accountId, ...(reason && { note: { accountId, actor, body: reason } }) };
}

/** Returns a note about the subscriber of an order, to be written; undefined without a text or an order. */
export async function noteOnOrder(
  { db }: Ctx,
  actor: string,
  orderId: string,
  body: string | undefined,
): Promise<NewNote | undefined> {
  if (!body) return undefined;
  const [order] = await db.select().from(orders).where(eq(orders.id, orderId));
  return order && { accountId: order.accountId, actor, body };
}
