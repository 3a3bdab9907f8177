import { sql } from 'drizzle-orm';
import { check, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import type { BroadcastPurpose } from '@/domain/broadcast';
import type { SubscriberFilter } from '@/schemas/subscriber-filter';
import { instant } from './columns';

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
