import { and, eq, isNull, sql } from 'drizzle-orm';
import { BROADCAST_WAIT_SECONDS, isGroupAsShown, mayWriteTo, SUPPORT_GROUP_MAX } from '@/domain/broadcast';
import { AppError } from '@/domain/errors';
import { LOCALES } from '@/domain/locale';
import type { StaffRole } from '@/domain/staff';
import type { BroadcastInput } from '@/schemas/broadcasts';
import { transaction, type Tx } from '../../db';
import { broadcasts, messages, staff } from '../../db/schema';
import { queueMessages } from '../../lifecycle/outbox';
import type { Ctx } from '../../platform/context';
import { addJob } from '../../platform/job-queue';
import { newId } from '../../platform/ids';
import { countGroup, listReaders, messageFor } from './broadcast-group';
import { auditOperator, OperatorRefusal, type OperatorCtx } from './operator';

const SET = 500;

type Member = { staffId: string; role: StaffRole };

/**
 * Writes a text for a group; a job queues its messages some seconds later. A repeated request changes nothing.
 * @param input `people`: the number of readers that the member saw
 * @throws AppError STALE if the group has another size; OperatorRefusal for a group above the limit of the role, or a
 *   text that is missing in a language of the group
 */
export async function sendBroadcast(
  ctx: OperatorCtx,
  { staffId, role }: Member,
  { people, key, ...input }: BroadcastInput & { people: number; key: string },
): Promise<{ broadcastId: string }> {
  const { filter } = input;
  const counted = await countGroup(ctx.db, ctx.now, input);
  const size = counted.line + counted.email;
  if (!mayWriteTo(role, size)) throw new OperatorRefusal('groupTooLarge', { max: SUPPORT_GROUP_MAX });
  if (LOCALES.some((locale) => counted[locale] > 0 && input[locale] === ''))
    throw new OperatorRefusal('broadcastTextMissing');
  return transaction(ctx.db, async (tx) => {
    const row = { id: newId('broadcast'), key, staffId, ...input, people, createdAt: ctx.now };
    const [written] = await tx.insert(broadcasts).values(row).onConflictDoNothing().returning();
    if (!written) {
      const [known] = await tx.select().from(broadcasts).where(eq(broadcasts.key, key));
      if (known?.staffId !== staffId) throw new AppError('NOT_FOUND');
      return { broadcastId: known.id };
    }
    if (!isGroupAsShown(people, size)) throw new AppError('STALE');
    await auditOperator(tx, ctx, {
      ...(filter.accountId === undefined
        ? { subject: row.id, what: 'broadcast.sent' }
        : { subject: filter.accountId, what: 'broadcast.written' }),
      detail: { broadcastId: row.id, people, purpose: input.purpose },
    });
    await addJob(tx, 'queue_broadcast', { broadcastId: row.id }, `queue_broadcast:${row.id}`, {
      afterSeconds: BROADCAST_WAIT_SECONDS,
    });
    return { broadcastId: row.id };
  });
}

/** Mails a text to its author in both languages, with invented values of the fields. */
export async function sendTest({ db, now }: Ctx, staffId: string, input: BroadcastInput): Promise<void> {
  await transaction(db, async (tx) => {
    const [author] = await tx.select().from(staff).where(eq(staff.id, staffId));
    if (!author) throw new AppError('NOT_FOUND');
    const person = { accountId: '', name: '', firstName: author.name, date: '2027-01-05', amount: 37_525 };
    await queueMessages(
      tx,
      now,
      LOCALES.filter((locale) => input[locale] !== '').map((locale) => {
        const { kind, firstName, text } = messageFor({ ...person, locale }, input);
        return {
          kind,
          accountId: null,
          toAddress: author.email,
          dedupeKey: `broadcast_test:${staffId}:${locale}:${now.toISOString()}`,
          payload: { firstName, text, broadcastId: null, locale },
          asked: true,
        };
      }),
    );
  });
}

/** Queues the messages of a broadcast in sets. A repeated job continues where the last one ended. */
export async function queueBroadcast({ db, now }: Ctx, id: string): Promise<void> {
  while (await transaction(db, (tx) => queueSet(tx, now, id)));
}

/** @returns whether there can be more readers */
async function queueSet(tx: Tx, now: Date, id: string): Promise<boolean> {
  const [open] = await tx
    .select()
    .from(broadcasts)
    .where(and(eq(broadcasts.id, id), isNull(broadcasts.doneAt), isNull(broadcasts.stoppedAt)))
    .for('update');
  if (!open) return false;
  const readers = await listReaders(tx, now, open, { after: open.cursor, limit: SET });
  const texts = readers.map((one) => ({ one, message: messageFor(one, open) }));
  // A language that had no reader when the text was written has none.
  const written = texts.filter(({ message }) => message.text !== '');
  await queueMessages(
    tx,
    now,
    written.map(({ one: { accountId }, message: { kind, firstName, text } }) => ({
      kind,
      accountId,
      dedupeKey: `broadcast:${id}:${accountId}`,
      payload: { firstName, text, broadcastId: id },
    })),
  );
  const isLast = readers.length < SET;
  await tx
    .update(broadcasts)
    .set({
      cursor: readers.at(-1)?.accountId ?? open.cursor,
      queued: open.queued + written.length,
      doneAt: isLast ? now : null,
    })
    .where(eq(broadcasts.id, id));
  return !isLast;
}

/** Stops a broadcast and deletes its messages that no try may have sent. @returns how many were deleted */
export async function stopBroadcast(ctx: OperatorCtx, id: string): Promise<{ withdrawn: number }> {
  return transaction(ctx.db, async (tx) => {
    const [found] = await tx.select().from(broadcasts).where(eq(broadcasts.id, id)).for('update');
    if (!found) throw new AppError('NOT_FOUND');
    await tx.update(broadcasts).set({ stoppedAt: ctx.now }).where(eq(broadcasts.id, id));
    const gone = await tx
      .delete(messages)
      .where(
        and(
          eq(messages.status, 'queued'),
          isNull(messages.channel),
          isNull(messages.leaseUntil),
          sql`${messages.payload} ->> 'broadcastId' = ${id}`,
        ),
      )
      .returning({ id: messages.id });
    const { accountId = id } = found.filter;
    await auditOperator(tx, ctx, {
      subject: accountId,
      what: 'broadcast.stopped',
      detail: { broadcastId: id, withdrawn: gone.length },
    });
    return { withdrawn: gone.length };
  });
}
