import { and, asc, eq, gt, inArray } from 'drizzle-orm';
import { afterAnswer, afterClose, afterReopen } from '@/domain/conversation';
import { AppError } from '@/domain/errors';
import type { Tx } from '../db';
import { accounts, conversationMessages, conversations, messages } from '../db/schema';
import { newId } from '../platform/ids';
import { siteUrl } from '../platform/site-url';
import { writeAudit } from './audit';
import { lockConversation, nextAt, openText, sealText, writeTalkToken } from './conversations';
import { queueMessage } from './outbox';

type Conversation = typeof conversations.$inferSelect;

/** A member of the staff who acts on a conversation. `actor`: the member in audit events. */
export interface OnConversation {
  conversationId: string;
  staffId: string;
  actor: string;
}

/** The key of the message that brings an answer to its reader. */
export const answerKey = (messageId: string): string => `conversation_answer:${messageId}`;

/**
 * Writes an answer, queues its message, and gives a conversation that nobody has to its author.
 * @param answer `key`: what the answer is sent once by; `seenId`: the last message that its author has seen; `close`:
 *   whether the conversation is closed, unless a later message has come
 * @throws AppError NOT_FOUND
 */
export async function answerConversation(
  tx: Tx,
  now: Date,
  on: OnConversation,
  { key, text, seenId, close }: { key: string; text: string; seenId: string; close: boolean },
): Promise<void> {
  const held = await lockIt(tx, on);
  const at = nextAt(held, now);
  const unseenSince = await findUnseen(tx, held, seenId);
  const messageId = await addStaffMessage(tx, at, { ...on, author: 'staff', key, text });
  if (messageId === null) return;
  await tx
    .update(conversations)
    .set({
      ...afterAnswer(held, { at, close, unseenSince }),
      lastAt: at,
      staffId: held.staffId ?? on.staffId,
      // LINE accepts it once.
      replyToken: null,
      replyUntil: null,
    })
    .where(eq(conversations.id, held.id));
  await sendAnswer(tx, now, held, messageId, text);
  await record(tx, now, held, on, close && unseenSince === null ? 'answered_and_closed' : 'answered');
}

/** Writes a note, which only the staff reads. @throws AppError NOT_FOUND */
export async function noteInConversation(
  tx: Tx,
  now: Date,
  on: OnConversation,
  { key, text }: { key: string; text: string },
): Promise<void> {
  const held = await lockIt(tx, on);
  const at = nextAt(held, now);
  const noteId = await addStaffMessage(tx, at, { ...on, author: 'note', key, text });
  if (noteId === null) return;
  await tx.update(conversations).set({ lastAt: at }).where(eq(conversations.id, held.id));
  await record(tx, now, held, on, 'noted');
}

/** Assigns a conversation to a member of the staff; null removes the assignment. @throws AppError NOT_FOUND */
export async function assignConversation(
  tx: Tx,
  now: Date,
  on: OnConversation,
  to: string | null,
): Promise<void> {
  const held = await lockIt(tx, on);
  if (held.staffId === to) return;
  await tx.update(conversations).set({ staffId: to }).where(eq(conversations.id, held.id));
  await record(tx, now, held, on, 'assigned');
}

/**
 * Closes a conversation without an answer.
 * @param seenId the last message that the member has seen
 * @throws AppError NOT_FOUND, STALE if the person has written since
 */
export async function closeConversation(
  tx: Tx,
  now: Date,
  on: OnConversation,
  seenId: string,
): Promise<void> {
  const held = await lockIt(tx, on);
  if (held.state === 'closed') return;
  if ((await findUnseen(tx, held, seenId)) !== null) throw new AppError('STALE');
  await tx.update(conversations).set(afterClose(held, now)).where(eq(conversations.id, held.id));
  await record(tx, now, held, on, 'closed');
}

/** Opens a closed conversation again, as it was before it was closed. @throws AppError NOT_FOUND */
export async function reopenConversation(tx: Tx, now: Date, on: OnConversation): Promise<void> {
  const held = await lockIt(tx, on);
  if (held.state !== 'closed') return;
  const written = await tx
    .select({ author: conversationMessages.author, at: conversationMessages.createdAt })
    .from(conversationMessages)
    .where(eq(conversationMessages.conversationId, held.id))
    .orderBy(asc(conversationMessages.createdAt));
  const answered = written.findLastIndex(({ author }) => author === 'staff');
  const unanswered = written.slice(answered + 1).find(({ author }) => author === 'person');
  await tx
    .update(conversations)
    .set(afterReopen(held, unanswered?.at ?? null))
    .where(eq(conversations.id, held.id));
  await record(tx, now, held, on, 'reopened');
}

/** Deletes a conversation with its texts, notes, page, and the messages of its answers, sent or not. @throws AppError NOT_FOUND */
export async function deleteConversation(tx: Tx, now: Date, on: OnConversation): Promise<void> {
  const held = await lockIt(tx, on);
  const written = await tx
    .select({ id: conversationMessages.id })
    .from(conversationMessages)
    .where(and(eq(conversationMessages.conversationId, held.id), eq(conversationMessages.author, 'staff')));
  const keys = written.map(({ id }) => answerKey(id));
  await tx.delete(messages).where(inArray(messages.dedupeKey, keys));
  await tx.delete(conversations).where(eq(conversations.id, held.id));
  await record(tx, now, held, on, 'deleted');
}

async function lockIt(tx: Tx, { conversationId }: OnConversation): Promise<Conversation> {
  const held = await lockConversation(tx, eq(conversations.id, conversationId));
  if (!held) throw new AppError('NOT_FOUND');
  return held;
}

/** Returns the time of the first message of the person after the one that was seen; null for none. */
async function findUnseen(tx: Tx, held: Conversation, seenId: string): Promise<Date | null> {
  const ofIt = eq(conversationMessages.conversationId, held.id);
  const [seen] = await tx
    .select({ at: conversationMessages.createdAt })
    .from(conversationMessages)
    .where(and(ofIt, eq(conversationMessages.id, seenId)));
  if (!seen) throw new AppError('NOT_FOUND');
  const [unseen] = await tx
    .select({ at: conversationMessages.createdAt })
    .from(conversationMessages)
    .where(and(ofIt, eq(conversationMessages.author, 'person'), gt(conversationMessages.createdAt, seen.at)))
    .orderBy(asc(conversationMessages.createdAt))
    .limit(1);
  return unseen?.at ?? null;
}

/** @returns the id of the message; null if its key was written before */
async function addStaffMessage(
  tx: Tx,
  at: Date,
  message: OnConversation & { author: 'staff' | 'note'; key: string; text: string },
): Promise<string | null> {
  const { conversationId, staffId, author, key, text } = message;
  const [added] = await tx
    .insert(conversationMessages)
    .values({
      id: newId('conversationMessage'),
      conversationId,
      author,
      staffId,
      content: 'text',
      bodySealed: sealText(text),
      eventKey: `${author}:${staffId}:${key}`,
      createdAt: at,
    })
    .onConflictDoNothing()
    .returning({ id: conversationMessages.id });
  return added?.id ?? null;
}

/** Queues the message of an answer. A form is answered by e-mail, a LINE user by LINE. */
async function sendAnswer(
  tx: Tx,
  now: Date,
  held: Conversation,
  messageId: string,
  text: string,
): Promise<void> {
  const { locale, accountId, channel, lineSubject, writerName, writerEmail, replyToken, replyUntil } = held;
  const [account] = await tx
    .select({ email: accounts.email, firstName: accounts.firstName })
    .from(accounts)
    .where(eq(accounts.id, accountId ?? ''));
  const toAddress = channel === 'form' ? (account?.email ?? writerEmail) : null;
  const token = channel === 'form' ? await tokenOf(tx, held) : null;
  await queueMessage(tx, now, {
    kind: 'conversation_answer',
    accountId,
    dedupeKey: answerKey(messageId),
    asked: true,
    ...(toAddress !== null && { toAddress }),
    payload: {
      firstName: account?.firstName ?? writerName ?? '',
      locale,
      lineSubject: channel === 'line' ? lineSubject : null,
      replyToken,
      replyUntil: replyUntil && replyUntil.toISOString(),
      text: sealText(text),
      link: token && sealText(siteUrl(locale, `/talk/${token}`)),
    },
  });
}

/** Returns the token of a form's page; a new one if APP_SECRET no longer opens the present one. */
async function tokenOf(tx: Tx, { id, tokenSealed }: Conversation): Promise<string> {
  return (tokenSealed !== null && openText(tokenSealed)) || writeTalkToken(tx, id);
}

function record(tx: Tx, now: Date, held: Conversation, { actor }: OnConversation, what: ConversationAct) {
  return writeAudit(tx, now, {
    actor,
    subject: held.accountId ?? held.id,
    what: `conversation.${what}`,
    detail: { conversationId: held.id },
  });
}

type ConversationAct =
  | 'answered'
  | 'answered_and_closed'
  | 'noted'
  | 'assigned'
  | 'closed'
  | 'reopened'
  | 'deleted';
