import { inArray } from 'drizzle-orm';
import { staffNotes } from '../../db/schema';
import { pageTimeline, type PagedEntry } from '../acts/timeline';
import type { Ctx } from '../../platform/context';
import { VIEWED } from './record-view';

const PAGE = 30;

/** Who caused an entry. `name`: of a member of the staff, an operator or an API token. */
export type EntryActor = { kind: 'subscriber' | 'system' | 'unknown' } | { kind: 'team'; name: string };

/** An entry of a subscriber's history. `amount`: satang, or points for an entry about points. */
export interface DeskEntry extends Pick<
  PagedEntry,
  'id' | 'at' | 'what' | 'orderId' | 'orderNumber' | 'paymentDate' | 'amount'
> {
  actor: EntryActor | null;
  /** The text of the note that the entry is about; null without one, or after it was erased. */
  note: string | null;
  /** The facts as the records have them, for a reader who needs more than the sentence. */
  detail: string | null;
}

/** Returns a page of the history of an account, newest first. A page after the last one is empty. */
export async function listHistory(
  ctx: Ctx,
  accountId: string,
  page: number,
): Promise<{ entries: DeskEntry[]; page: number; hasOlder: boolean }> {
  const part = { limit: PAGE + 1, offset: (page - 1) * PAGE, except: VIEWED };
  const rows = await pageTimeline(ctx, accountId, part);
  const noteIds = rows.flatMap(({ facts }) => (typeof facts?.noteId === 'string' ? [facts.noteId] : []));
  const notes =
    noteIds.length === 0 ? [] : await ctx.db.select().from(staffNotes).where(inArray(staffNotes.id, noteIds));
  const entries = withoutRepeats(rows.slice(0, PAGE)).map((row) => ({
    id: row.id,
    at: row.at,
    what: row.what,
    orderId: row.orderId,
    orderNumber: row.orderNumber,
    paymentDate: row.paymentDate,
    amount: row.amount,
    actor: actorOfEntry(row, accountId),
    note: notes.find(({ id }) => id === row.facts?.noteId)?.body ?? null,
    detail: row.actor === null ? row.detail : row.facts && JSON.stringify(row.facts),
  }));
  return { entries, page, hasOlder: rows.length > PAGE };
}

/**
 * Leaves out what another entry says, too: that a sent message was written, and the row of a refund that a member asked
 * for.
 */
function withoutRepeats(rows: readonly PagedEntry[]): PagedEntry[] {
  const sent = new Set(rows.flatMap(({ what, id }) => (what === 'message.sent' ? [id] : [])));
  const asked = new Set(rows.map(({ facts }) => facts?.refundId));
  return rows.filter(
    ({ what, id, actor }) =>
      !(what === 'message.written' && sent.has(id)) &&
      !(what === 'refund.asked' && actor === null && asked.has(id)),
  );
}

function actorOfEntry({ actor, staffName }: PagedEntry, accountId: string): EntryActor | null {
  if (actor === null) return null;
  if (actor === accountId) return { kind: 'subscriber' };
  const [who, name] = actor.split(':', 2);
  if (who === 'staff' || who === 'operator' || who === 'token')
    return { kind: 'team', name: staffName ?? name ?? who };
  return { kind: actor === 'unknown' ? 'unknown' : 'system' };
}
