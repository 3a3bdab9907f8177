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
import type { MessageStatus } from '@/domain/lifecycle/transitions';
import type { BroadcastPurpose } from '@/domain/broadcast';
import type { SubscriberFilter } from '@/schemas/subscriber-filter';
import { accounts } from './account';
import { instant, ownedBy } from './columns';

/**
 * The outbox of messages. A message is written in the transaction that causes it, and sent after the commit. A second
 * message with the same `dedupeKey` is not written.
 */
export const messages = pgTable(
  'messages',
  {
    id: text('id').primaryKey(),
    accountId: ownedBy('account_id', () => accounts.id),
    kind: text('kind').notNull(),
    dedupeKey: text('dedupe_key').notNull(),
    /** The recipient's e-mail address if it is not the account's e-mail, for example after an e-mail change. Else null. */
    toAddress: text('to_address'),
    payload: jsonb('payload').$type<Record<string, unknown>>().notNull(),
    status: text('status').$type<MessageStatus>().notNull(),
    /** Whether the subscriber requested the message. A requested message is also sent in quiet hours. */
    asked: boolean('asked').notNull(),
    /** The earliest time of sending, because of quiet hours, a planned reminder or a retry. */
    notBefore: instant('not_before').notNull(),
    /** The retry key of a push to LINE, equal in all retries, so that LINE accepts the message only once. */
    retryKey: uuid('retry_key').notNull(),
    /**
     * The channel of the message; null before the first try. LINE may already have accepted a queued message with
     * 'line'. A retry with `retryKey` shows whether it has.
     */
    channel: text('channel').$type<'email' | 'line'>(),
    tries: integer('tries').notNull().default(0),
    /** The deadline (system clock) of the job that sends the message. Afterwards a new job is added. Null without a job. */
    jobUntil: instant('job_until'),
    /** The end (system clock) of the lease of the process that sends the message; null without a lease. */
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

/** Responses to requests with an Idempotency-Key. A repeated request gets the stored response. */
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

/** A text of the staff for one subscriber or a group. A job queues one message for each. */
export const broadcasts = pgTable(
  'broadcasts',
  {
    id: text('id').primaryKey(),
    /** Drawn by the form, so that a repeated request is written once. */
    key: uuid('key').notNull().unique(),
    staffId: text('staff_id').notNull(),
    purpose: text('purpose').$type<BroadcastPurpose>().notNull(),
    filter: jsonb('filter').$type<SubscriberFilter>().notNull(),
    /** Empty if no subscriber of the group reads this language. */
    en: text('en').notNull(),
    th: text('th').notNull(),
    /** The size of the group that the author saw. */
    people: integer('people').notNull(),
    /** The account up to which messages are queued; '' before the first. */
    cursor: text('cursor').notNull().default(''),
    queued: integer('queued').notNull().default(0),
    createdAt: instant('created_at').notNull(),
    /** When the last message was queued. */
    doneAt: instant('done_at'),
    stoppedAt: instant('stopped_at'),
  },
  (t) => [
    index('broadcasts_by_time').on(t.createdAt),
    check('broadcasts_purpose', sql`${t.purpose} in ('service','news')`),
    check('broadcasts_texts', sql`length(${t.en}) <= 1500 and length(${t.th}) <= 1500`),
    check('broadcasts_queued', sql`${t.queued} between 0 and 2147483647 and ${t.people} >= 1`),
  ],
);
