import { createHash, randomBytes } from 'node:crypto';
import { and, eq, inArray, isNotNull, isNull, ne, or, sql } from 'drizzle-orm';
import {
  afterMessage,
  languageOf,
  REPLY_SECONDS,
  type ContactTopic,
  type MessageContent,
} from '@/domain/conversation';
import type { Locale } from '@/domain/locale';
import type { Tx } from '../db';
import {
  accounts,
  conversationMessages,
  conversationPictures,
  conversations,
  identities,
  messages,
} from '../db/schema';
import { newId } from '../platform/ids';
import { seal, unseal } from '../platform/sealed-text';

type Conversation = typeof conversations.$inferSelect;

const TOKEN_BYTES = 24;

export const sealText = (text: string): string => seal('conversation', text);

/** Returns a stored text; null if it was sealed with an APP_SECRET that is no longer accepted. */
export const openText = (sealed: string): string | null => unseal('conversation', sealed)?.text ?? null;

/** Returns the hash under which the token of a conversation's page is stored. */
export const hashOfConversation = (token: string): string =>
  createHash('sha256').update(token).digest('base64url');

/** A LINE message. `text`: null for all contents but `text`. */
export interface LineMessage {
  /** The `webhookEventId` of LINE. An event is received once, however often it is delivered. */
  eventId: string;
  /** The LINE user id of the sender in a one-to-one chat. Never call it for a group or a room. */
  subject: string;
  messageId: string;
  content: Exclude<MessageContent, 'unsent'>;
  text: string | null;
  /** The picture, decoded and encoded again; left out if it is not known, or if there is none. */
  jpeg?: Buffer | null;
  /** Null if the caller has used it, or if it was missing. */
  replyToken: string | null;
}

/**
 * Puts a LINE message into the conversation of its sender, which it opens again. Call it in the transaction that
 * stores or settles the event, for each text that nothing else has answered, and for each sticker, picture and other
 * content. Reads no clock and calls nobody.
 * @returns the id of the conversation; null if the event was received before
 */
export async function receiveMessage(tx: Tx, now: Date, message: LineMessage): Promise<string | null> {
  const { subject, eventId, messageId, content, text, jpeg, replyToken } = message;
  const eventKey = `line:${eventId}`;
  const [known] = await tx
    .select({ id: conversationMessages.id })
    .from(conversationMessages)
    .where(eq(conversationMessages.eventKey, eventKey));
  if (known) return null;
  const owner = await findOwner(tx, subject);
  await leaveFormerOwner(tx, subject, owner?.id ?? null);
  const locale = owner?.locale ?? languageOf(text ?? '');
  await tx
    .insert(conversations)
    .values({ ...newConversation(now), channel: 'line', lineSubject: subject, locale })
    .onConflictDoNothing({ target: conversations.lineSubject });
  const held = await lockConversation(tx, eq(conversations.lineSubject, subject));
  if (!held) throw new Error('the conversation of a LINE user was not found');
  const replyUntil = replyToken === null ? null : new Date(now.getTime() + REPLY_SECONDS * 1000);
  const changes = { accountId: owner?.id ?? null, locale, replyToken, replyUntil };
  const isNew = await addPersonMessage(tx, now, held, { eventKey, content, text, jpeg, messageId }, changes);
  return isNew ? held.id : null;
}

/** Deletes the text and the picture of a LINE message that its sender has taken back. */
export async function unsendMessage(tx: Tx, subject: string, messageId: string): Promise<void> {
  // A message that is received now is seen after it, or sees this event.
  const held = await lockConversation(tx, eq(conversations.lineSubject, subject));
  if (!held) return;
  const unsent = await tx
    .update(conversationMessages)
    .set({ content: 'unsent', bodySealed: null })
    .where(
      and(
        eq(conversationMessages.lineMessageId, messageId),
        eq(conversationMessages.conversationId, held.id),
      ),
    )
    .returning({ id: conversationMessages.id });
  const ids = unsent.map(({ id }) => id);
  if (ids.length > 0)
    await tx.delete(conversationPictures).where(inArray(conversationPictures.messageId, ids));
}

/** Returns a new token of a page with its columns. */
function newToken() {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  return { token, columns: { tokenHash: hashOfConversation(token), tokenSealed: sealText(token) } };
}

/** Gives the page of a conversation a new token, which ends the former one. @returns the token */
export async function writeTalkToken(tx: Tx, conversationId: string): Promise<string> {
  const { token, columns } = newToken();
  await tx.update(conversations).set(columns).where(eq(conversations.id, conversationId));
  return token;
}

/** Ends the pages of an account's conversations. The next answer has a link to a new one. */
export async function endTalkTokens(tx: Tx, accountId: string): Promise<void> {
  await tx
    .update(conversations)
    .set({ tokenHash: null, tokenSealed: null })
    .where(eq(conversations.accountId, accountId));
}

/** A contact form. `key`: what it is received once by. */
export interface ContactForm {
  key: string;
  /** The account of the session that sent it; null without a log-in. */
  accountId: string | null;
  writer: { name: string; email: string } | null;
  locale: Locale;
  topic: ContactTopic;
  orderId: string | null;
  text: string;
}

/** Begins the conversation of a contact form. @returns its id and the token of its page; null if it was received before */
export async function receiveForm(
  tx: Tx,
  now: Date,
  { key, accountId, writer, locale, topic, orderId, text }: ContactForm,
): Promise<{ id: string; token: string } | null> {
  const { token, columns } = newToken();
  const [held] = await tx
    .insert(conversations)
    .values({
      ...newConversation(now),
      channel: 'form',
      accountId,
      locale,
      topic,
      orderId,
      writerName: writer?.name ?? null,
      writerEmail: writer?.email ?? null,
      ...columns,
    })
    .returning();
  if (!held) throw new Error('a conversation was not written');
  const isNew = await addPersonMessage(tx, now, held, { eventKey: `form:${key}`, content: 'text', text });
  if (isNew) return { id: held.id, token };
  await tx.delete(conversations).where(eq(conversations.id, held.id));
  return null;
}

/** Adds what a person writes on the page of a conversation. @returns false if the key was received before */
export async function receiveOnPage(
  tx: Tx,
  now: Date,
  conversationId: string,
  { key, text }: { key: string; text: string },
): Promise<boolean> {
  const held = await lockConversation(tx, eq(conversations.id, conversationId));
  if (!held) return false;
  return addPersonMessage(tx, now, held, { eventKey: `page:${held.id}:${key}`, content: 'text', text });
}

const newConversation = (now: Date) => ({
  id: newId('conversation'),
  state: 'open' as const,
  waitsSince: now,
  createdAt: now,
  lastAt: now,
});

/** Returns the time of the next message of a conversation. No two are equal, so that their order never changes. */
export const nextAt = ({ lastAt }: Pick<Conversation, 'lastAt'>, now: Date): Date =>
  new Date(Math.max(now.getTime(), lastAt.getTime() + 1));

/** Locks a conversation, so that messages, answers and closing follow each other. */
export async function lockConversation(
  tx: Tx,
  which: ReturnType<typeof eq>,
): Promise<Conversation | undefined> {
  const [held] = await tx.select().from(conversations).where(which).for('update');
  return held;
}

async function addPersonMessage(
  tx: Tx,
  now: Date,
  held: Conversation,
  message: {
    eventKey: string;
    content: MessageContent;
    text: string | null;
    jpeg?: Buffer | null | undefined;
    messageId?: string;
  },
  changes: Partial<Conversation> = {},
): Promise<boolean> {
  const { eventKey, content, text, jpeg, messageId } = message;
  const at = nextAt(held, now);
  const [added] = await tx
    .insert(conversationMessages)
    .values({
      id: newId('conversationMessage'),
      conversationId: held.id,
      author: 'person',
      content,
      bodySealed: text === null ? null : sealText(text),
      eventKey,
      lineMessageId: messageId ?? null,
      createdAt: at,
    })
    .onConflictDoNothing()
    .returning({ id: conversationMessages.id });
  if (!added) return false;
  if (jpeg)
    await tx.insert(conversationPictures).values({
      messageId: added.id,
      jpegSealed: sealText(jpeg.toString('base64')),
      createdAt: at,
    });
  await tx
    .update(conversations)
    .set({ ...changes, ...afterMessage(held, at), lastAt: at })
    .where(eq(conversations.id, held.id));
  return true;
}

/** Returns the account that a LINE user is linked with. Waits for an unlinking, which would otherwise leave the message. */
async function findOwner(tx: Tx, subject: string) {
  const [owner] = await tx
    .select({ id: accounts.id, locale: accounts.locale })
    .from(accounts)
    .innerJoin(identities, and(eq(identities.accountId, accounts.id), eq(identities.subject, subject)))
    .where(and(eq(identities.provider, 'line'), isNull(accounts.deletedAt)))
    .for('share', { of: identities });
  return owner;
}

/** A LINE user who is linked with another account now gets a new conversation. The former owner keeps the old one. */
async function leaveFormerOwner(tx: Tx, subject: string, accountId: string | null): Promise<void> {
  await tx
    .update(conversations)
    .set({ lineSubject: null, replyToken: null, replyUntil: null })
    .where(
      and(
        eq(conversations.lineSubject, subject),
        isNotNull(conversations.accountId),
        accountId === null ? undefined : ne(conversations.accountId, accountId),
      ),
    );
}

/**
 * Takes a LINE user who is no longer linked off the conversations of an account, and off its answers that no try may have
 * sent: they go to the account. What the LINE user writes later proves nothing.
 */
export async function leaveUnlinked(tx: Tx, accountId: string, subject: string): Promise<void> {
  await leaveFormerOwner(tx, subject, null);
  await tx
    .update(messages)
    .set({
      payload: sql`${messages.payload} || '{"lineSubject":null,"replyToken":null,"replyUntil":null}'::jsonb`,
    })
    .where(
      and(
        eq(messages.accountId, accountId),
        eq(messages.kind, 'conversation_answer'),
        eq(messages.status, 'queued'),
        isNull(messages.channel),
        isNull(messages.leaseUntil),
        sql`${messages.payload} ->> 'lineSubject' = ${subject}`,
      ),
    );
}

/** Deletes the conversations of an account, also what its LINE user wrote before the log-in. Call it before its LINE data go. */
export async function deleteConversations(tx: Tx, accountId: string): Promise<void> {
  const lines = await tx.select().from(identities).where(eq(identities.accountId, accountId)).for('update');
  // A message that is received now waits for the deletion, or is deleted with the others.
  await tx.select({ id: accounts.id }).from(accounts).where(eq(accounts.id, accountId)).for('update');
  const subjects = lines.map(({ subject }) => subject);
  await tx
    .delete(conversations)
    .where(
      or(
        eq(conversations.accountId, accountId),
        and(isNull(conversations.accountId), inArray(conversations.lineSubject, subjects)),
      ),
    );
}
