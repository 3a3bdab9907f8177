import { and, asc, eq, inArray, isNull, or } from 'drizzle-orm';
import type { Undo } from '@/domain/link';
import type { Tx } from '../../db';
import {
  auditEvents,
  conversationMessages,
  conversationPictures,
  conversations,
  identities,
  messages,
  oneTimeTokens,
  sessions,
  staffNotes,
  subscriberMarks,
} from '../../db/schema';
import { openText } from '../../lifecycle/conversations';

/* Queries for the data download: messages, conversations, sessions, mailed links, audit events and notes of an account. */

export function collectMessages(tx: Tx, accountId: string) {
  return tx
    .select({
      kind: messages.kind,
      status: messages.status,
      channel: messages.channel,
      createdAt: messages.createdAt,
      sentAt: messages.sentAt,
    })
    .from(messages)
    .where(eq(messages.accountId, accountId))
    .orderBy(asc(messages.createdAt), asc(messages.id));
}

export function collectSessions(tx: Tx, accountId: string) {
  return tx
    .select({ device: sessions.device, createdAt: sessions.createdAt, expiresAt: sessions.expiresAt })
    .from(sessions)
    .where(eq(sessions.userId, accountId))
    .orderBy(asc(sessions.createdAt));
}

export async function collectMailedLinks(tx: Tx, accountId: string) {
  const rows = await tx
    .select({
      kind: oneTimeTokens.kind,
      email: oneTimeTokens.email,
      createdAt: oneTimeTokens.createdAt,
      expiresAt: oneTimeTokens.expiresAt,
      usedAt: oneTimeTokens.usedAt,
      undoes: oneTimeTokens.undo,
    })
    .from(oneTimeTokens)
    .where(eq(oneTimeTokens.accountId, accountId))
    .orderBy(asc(oneTimeTokens.createdAt), asc(oneTimeTokens.id));
  return rows.map(({ undoes, ...link }) => ({ ...link, undoes: withoutKey(undoes) }));
}

/** Leaves out the key of a removed passkey. */
function withoutKey(undo: Undo | null) {
  if (undo?.change !== 'passkey_removed') return undo;
  const { name, createdAt, lastUsedAt } = undo.passkey;
  return { change: undo.change, passkey: { name, createdAt, lastUsedAt } };
}

/** Leaves out the member in charge, who is another person. */
export function collectMarks(tx: Tx, accountId: string) {
  const { tags, followUpOn, changedAt } = subscriberMarks;
  return tx
    .select({ tags, followUpOn, changedAt })
    .from(subscriberMarks)
    .where(eq(subscriberMarks.accountId, accountId));
}

/** Leaves out the author, who is another person. */
export function collectNotes(tx: Tx, accountId: string) {
  return tx
    .select({ body: staffNotes.body, createdAt: staffNotes.createdAt })
    .from(staffNotes)
    .where(eq(staffNotes.accountId, accountId))
    .orderBy(asc(staffNotes.createdAt), asc(staffNotes.id));
}

export async function collectEvents(tx: Tx, accountId: string, subscriptionId: string) {
  const rows = await tx
    .select()
    .from(auditEvents)
    .where(inArray(auditEvents.subject, [accountId, subscriptionId]))
    .orderBy(asc(auditEvents.at), asc(auditEvents.what), asc(auditEvents.id));
  return rows.map(({ at, what, actor, detail }) => ({ at, what, byYou: actor === accountId, detail }));
}

/** Includes the notes of the staff, without their authors, and what the LINE user wrote before it was linked. */
export async function collectConversations(tx: Tx, accountId: string) {
  const subjects = tx
    .select({ subject: identities.subject })
    .from(identities)
    .where(eq(identities.accountId, accountId));
  const rows = await tx
    .select({
      conversation: conversations,
      message: conversationMessages,
      picture: conversationPictures.jpegSealed,
    })
    .from(conversationMessages)
    .leftJoin(conversationPictures, eq(conversationPictures.messageId, conversationMessages.id))
    .innerJoin(conversations, eq(conversations.id, conversationMessages.conversationId))
    .where(
      or(
        eq(conversations.accountId, accountId),
        and(isNull(conversations.accountId), inArray(conversations.lineSubject, subjects)),
      ),
    )
    .orderBy(asc(conversationMessages.createdAt), asc(conversationMessages.id));
  return rows.map(({ conversation: { id, channel, topic, orderId, state }, message, picture }) => ({
    conversationId: id,
    channel,
    topic,
    orderId,
    state,
    author: message.author,
    content: message.content,
    text: message.bodySealed && openText(message.bodySealed),
    /** A JPEG in base64. */
    picture: picture && openText(picture),
    createdAt: message.createdAt,
  }));
}
