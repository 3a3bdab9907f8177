import { sql } from 'drizzle-orm';
import { check, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { instant } from './columns';
import { staff } from './staff';

/** A list of the desk with filter and columns, under a name that a member gave it. */
export const deskViews = pgTable(
  'desk_views',
  {
    id: text('id').primaryKey(),
    staffId: text('staff_id')
      .notNull()
      .references(() => staff.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    /** The query of the list's address. */
    query: text('query').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    uniqueIndex('desk_views_once').on(t.staffId, t.name),
    check('desk_views_lengths', sql`length(${t.name}) between 1 and 40 and length(${t.query}) <= 1000`),
  ],
);
