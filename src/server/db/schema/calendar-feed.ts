import { pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { accounts } from './account';
import { instant } from './columns';

/** The calendar feed of an account that has turned it on. A new address replaces the row. */
export const calendarFeeds = pgTable(
  'calendar_feeds',
  {
    accountId: text('account_id')
      .primaryKey()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    /** The SHA-256 of the token in the address. The address itself is shown once and not stored. */
    tokenHash: text('token_hash').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [uniqueIndex('calendar_feeds_hash_once').on(t.tokenHash)],
);
