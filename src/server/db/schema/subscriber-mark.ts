import { sql } from 'drizzle-orm';
import { check, index, pgTable, text } from 'drizzle-orm/pg-core';
import { accounts } from './account';
import { dayColumn, instant, ownedBy } from './columns';

/** What the staff keeps about a subscriber: tags, the day on which to come back, and who cares. Erased with the account. */
export const subscriberMarks = pgTable(
  'subscriber_marks',
  {
    accountId: ownedBy('account_id', () => accounts.id).primaryKey(),
    tags: text('tags').array().notNull(),
    followUpOn: dayColumn('follow_up_on'),
    /** The member who cares; null for anyone. */
    staffId: text('staff_id'),
    changedAt: instant('changed_at').notNull(),
  },
  (t) => [
    index('subscriber_marks_to_follow')
      .on(t.followUpOn)
      .where(sql`${t.followUpOn} is not null`),
    index('subscriber_marks_by_tag').using('gin', t.tags),
    check('subscriber_marks_tags', sql`cardinality(${t.tags}) <= 10`),
  ],
);
