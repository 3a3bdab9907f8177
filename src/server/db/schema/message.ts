import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { accounts } from './account';
import { instant } from './columns';

/** The outbox: a message is written in the transaction that causes it and sent after it, once per `dedupeKey`. */
export const messages = pgTable(
  'messages',
  {
    id: text('id').primaryKey(),
    accountId: text('account_id').references(() => accounts.id, { onDelete: 'cascade' }),
    kind: text('kind').notNull(),
    dedupeKey: text('dedupe_key').notNull(),
    /** The recipient if it is not the account's own address: an e-mail change notifies the old one. */
    toAddress: text('to_address'),
    payload: jsonb('payload').$type<Record<string, unknown>>().notNull(),
    status: text('status').$type<'queued' | 'sent' | 'failed' | 'dropped'>().notNull(),
    /** The recipient has just requested it: quiet hours do not apply. */
    asked: boolean('asked').notNull(),
    /** Not sent before: quiet hours, reminders, retries. */
    notBefore: instant('not_before').notNull(),
    /** The same on every push, so that LINE accepts it once. */
    retryKey: uuid('retry_key').notNull(),
    /** The channel used; 'line' while queued: LINE may have accepted it, and `retryKey` tells. */
    channel: text('channel').$type<'email' | 'line'>(),
    tries: integer('tries').notNull().default(0),
    /** A job handles it until then, by the system clock; after that it is given to another one. */
    jobUntil: instant('job_until'),
    /** The lease of the sending process, by the system clock. */
    leaseUntil: instant('lease_until'),
    lastError: text('last_error'),
    createdAt: instant('created_at').notNull(),
    sentAt: instant('sent_at'),
  },
  (t) => [
    uniqueIndex('messages_once').on(t.dedupeKey),
    index('messages_queued')
      .on(t.notBefore, t.id)
      .where(sql`${t.status} = 'queued'`),
    index('messages_of_account').on(t.accountId),
    index('messages_by_age').on(t.createdAt),
    index('messages_failed')
      .on(t.createdAt)
      .where(sql`${t.status} = 'failed'`),
    check('messages_status', sql`${t.status} in ('queued','sent','failed','dropped')`),
    check('messages_sent_when', sql`(${t.status} = 'sent') = (${t.sentAt} is not null)`),
  ],
);

/** The first response to a request with an Idempotency-Key. */
export const idempotencyRecords = pgTable(
  'idempotency_records',
  {
    scope: text('scope').notNull(),
    key: text('key').notNull(),
    requestHash: text('request_hash').notNull(),
    status: integer('status'),
    body: jsonb('body').$type<Record<string, unknown>>(),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.scope, t.key] }), index('idempotency_records_by_age').on(t.createdAt)],
);
