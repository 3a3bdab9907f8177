import { sql } from 'drizzle-orm';
import { check, index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import type {
  ContactTopic,
  ConversationChannel,
  ConversationState,
  MessageAuthor,
  MessageContent,
} from '@/domain/conversation';
import type { Locale } from '@/domain/locale';
import { accounts } from './account';
import { instant, ownedBy } from './columns';
import { orders } from './order';

/** A conversation of a person with the staff. It began with a LINE message or a contact form. */
export const conversations = pgTable(
  'conversations',
  {
    id: text('id').primaryKey(),
    channel: text('channel').$type<ConversationChannel>().notNull(),
    /**
     * Whose conversation it is: a log-in or a linked LINE user proves it. Null for others, on whose word nothing is told
     * or changed.
     */
    accountId: ownedBy('account_id', () => accounts.id),
    /** The LINE user; null for a form, and after the LINE user was linked with another account. */
    lineSubject: text('line_subject'),
    /** The name and e-mail in a form that was sent without a log-in. Nothing proves them. */
    writerName: text('writer_name'),
    writerEmail: text('writer_email'),
    locale: text('locale').$type<Locale>().notNull(),
    topic: text('topic').$type<ContactTopic>(),
    orderId: text('order_id').references(() => orders.id, { onDelete: 'set null' }),
    state: text('state').$type<ConversationState>().notNull(),
    /** Since when the person waits for an answer. */
    waitsSince: instant('waits_since'),
    /** The member of the staff to whom it is assigned; null for none. */
    staffId: text('staff_id'),
    /** SHA-256 of the token of the page of a form, and the token, sealed with APP_SECRET. */
    tokenHash: text('token_hash'),
    tokenSealed: text('token_sealed'),
    /** The reply token of the last LINE message. LINE accepts it once, until `replyUntil`. */
    replyToken: text('reply_token'),
    replyUntil: instant('reply_until'),
    createdAt: instant('created_at').notNull(),
    lastAt: instant('last_at').notNull(),
    firstAnswerAt: instant('first_answer_at'),
    closedAt: instant('closed_at'),
  },
  (t) => [
    uniqueIndex('conversations_line_once').on(t.lineSubject),
    uniqueIndex('conversations_token_once').on(t.tokenHash),
    index('conversations_of_account').on(t.accountId),
    index('conversations_of_order').on(t.orderId),
    index('conversations_by_state').on(t.state, t.lastAt),
    index('conversations_closed').on(t.closedAt),
    check('conversations_channel', sql`${t.channel} in ('line','form')`),
    check('conversations_state', sql`${t.state} in ('open','waiting','closed')`),
    check('conversations_open', sql`(${t.state} = 'open') = (${t.waitsSince} is not null)`),
    check('conversations_closed_when', sql`(${t.state} = 'closed') = (${t.closedAt} is not null)`),
    check('conversations_token', sql`(${t.tokenHash} is null) = (${t.tokenSealed} is null)`),
    check(
      'conversations_writer',
      sql`${t.accountId} is not null or ${t.channel} = 'line' or ${t.writerEmail} is not null`,
    ),
  ],
);

/** A message of a person, an answer or a note of the staff. Texts are sealed with APP_SECRET. */
export const conversationMessages = pgTable(
  'conversation_messages',
  {
    id: text('id').primaryKey(),
    conversationId: ownedBy('conversation_id', () => conversations.id).notNull(),
    author: text('author').$type<MessageAuthor>().notNull(),
    staffId: text('staff_id'),
    content: text('content').$type<MessageContent>().notNull(),
    bodySealed: text('body_sealed'),
    /** What it is received or sent once by: the LINE event, or the key of a form or an answer. */
    eventKey: text('event_key').notNull(),
    /** The id of a LINE message, by which LINE says that it was taken back. */
    lineMessageId: text('line_message_id'),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    uniqueIndex('conversation_messages_once').on(t.eventKey),
    index('conversation_messages_of').on(t.conversationId, t.createdAt),
    index('conversation_messages_line').on(t.lineMessageId),
    check('conversation_messages_author', sql`${t.author} in ('person','staff','note')`),
    check('conversation_messages_staff', sql`(${t.author} = 'person') = (${t.staffId} is null)`),
    check('conversation_messages_body', sql`(${t.content} = 'text') = (${t.bodySealed} is not null)`),
  ],
);

/** A picture that a person sent in LINE, as JPEG, encoded again here and sealed with APP_SECRET. */
export const conversationPictures = pgTable(
  'conversation_pictures',
  {
    messageId: ownedBy('message_id', () => conversationMessages.id).primaryKey(),
    jpegSealed: text('jpeg_sealed').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [index('conversation_pictures_by_time').on(t.createdAt)],
);

/** An answer that the staff sends often, in both languages. */
export const savedAnswers = pgTable(
  'saved_answers',
  {
    id: text('id').primaryKey(),
    title: text('title').notNull(),
    en: text('en').notNull(),
    th: text('th').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    uniqueIndex('saved_answers_once').on(t.title),
    check('saved_answers_title', sql`length(${t.title}) between 1 and 60`),
    check(
      'saved_answers_texts',
      sql`length(${t.en}) between 1 and 2000 and length(${t.th}) between 1 and 2000`,
    ),
  ],
);
