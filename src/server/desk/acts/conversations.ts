import { and, eq, isNull } from 'drizzle-orm';
import { openFields } from '@/domain/conversation';
import { AppError } from '@/domain/errors';
import { mayDo } from '@/domain/staff';
import { transaction, violatedConstraint } from '../../db';
import { savedAnswers, staff } from '../../db/schema';
import {
  answerConversation,
  assignConversation,
  closeConversation,
  deleteConversation,
  noteInConversation,
  reopenConversation,
  type OnConversation,
} from '../../lifecycle/conversation-acts';
import { writeAudit } from '../../lifecycle/audit';
import { actorOf } from '../../login/staff/sessions';
import type { Ctx } from '../../platform/context';
import { newId } from '../../platform/ids';

const on = (staffId: string, conversationId: string): OnConversation => ({
  conversationId,
  staffId,
  actor: actorOf(staffId),
});

/**
 * Answers a conversation.
 * @throws AppError NOT_FOUND, INPUT_INVALID for a text with a field of a saved answer that is not filled
 */
export async function answer(
  { db, now }: Ctx,
  staffId: string,
  input: { conversationId: string; key: string; text: string; seenId: string; close: boolean },
): Promise<void> {
  if (openFields(input.text).length > 0)
    throw new AppError('INPUT_INVALID', { fieldErrors: { text: ['validation.openField'] } });
  await transaction(db, (tx) => answerConversation(tx, now, on(staffId, input.conversationId), input));
}

/** Writes a note that only the staff reads. @throws AppError NOT_FOUND */
export async function note(
  { db, now }: Ctx,
  staffId: string,
  input: { conversationId: string; key: string; text: string },
): Promise<void> {
  await transaction(db, (tx) => noteInConversation(tx, now, on(staffId, input.conversationId), input));
}

/** Assigns a conversation to a member who may answer it; null removes the assignment. @throws AppError NOT_FOUND */
export async function assign(
  { db, now }: Ctx,
  staffId: string,
  { conversationId, staffId: to }: { conversationId: string; staffId: string | null },
): Promise<void> {
  await transaction(db, async (tx) => {
    if (to !== null) {
      const [member] = await tx
        .select({ role: staff.role })
        .from(staff)
        .where(and(eq(staff.id, to), isNull(staff.removedAt)));
      if (!member || !mayDo(member.role, 'conversations.use')) throw new AppError('NOT_FOUND');
    }
    await assignConversation(tx, now, on(staffId, conversationId), to);
  });
}

/** Closes a conversation without an answer. @throws AppError NOT_FOUND, STALE if the person has written since */
export async function close(
  { db, now }: Ctx,
  staffId: string,
  { conversationId, seenId }: { conversationId: string; seenId: string },
): Promise<void> {
  await transaction(db, (tx) => closeConversation(tx, now, on(staffId, conversationId), seenId));
}

/** Opens a closed conversation again. @throws AppError NOT_FOUND */
export async function reopen({ db, now }: Ctx, staffId: string, conversationId: string): Promise<void> {
  await transaction(db, (tx) => reopenConversation(tx, now, on(staffId, conversationId)));
}

/** Deletes a conversation for ever, because its writer asks for it. @throws AppError NOT_FOUND */
export async function remove({ db, now }: Ctx, staffId: string, conversationId: string): Promise<void> {
  await transaction(db, (tx) => deleteConversation(tx, now, on(staffId, conversationId)));
}

/** Writes or changes a saved answer. @throws AppError NOT_FOUND, INPUT_INVALID for a title that another one has */
export async function saveAnswer(
  { db, now }: Ctx,
  staffId: string,
  { savedAnswerId, ...texts }: { savedAnswerId?: string | undefined; title: string; en: string; th: string },
): Promise<void> {
  const id = savedAnswerId ?? newId('savedAnswer');
  try {
    await transaction(db, async (tx) => {
      if (savedAnswerId === undefined) await tx.insert(savedAnswers).values({ id, ...texts, createdAt: now });
      else {
        const changed = await tx.update(savedAnswers).set(texts).where(eq(savedAnswers.id, id)).returning();
        if (changed.length === 0) throw new AppError('NOT_FOUND');
      }
      await writeAudit(tx, now, { actor: actorOf(staffId), subject: id, what: 'conversation.answer_saved' });
    });
  } catch (error) {
    if (violatedConstraint(error) !== 'saved_answers_once') throw error;
    throw new AppError('INPUT_INVALID', { fieldErrors: { title: ['validation.titleTaken'] } });
  }
}

/** Deletes a saved answer; does nothing for an unknown one. */
export async function deleteSavedAnswer({ db, now }: Ctx, staffId: string, id: string): Promise<void> {
  await transaction(db, async (tx) => {
    await tx.delete(savedAnswers).where(eq(savedAnswers.id, id));
    await writeAudit(tx, now, { actor: actorOf(staffId), subject: id, what: 'conversation.answer_deleted' });
  });
}
