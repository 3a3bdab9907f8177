import { integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { instant } from './columns';

/** Work that one process does at a time. A row stays after its lease has ended. */
export const leases = pgTable('leases', {
  name: text('name').primaryKey(),
  /** Changes with every acquisition: the fencing token. Null after a release. */
  holder: text('holder'),
  takenAt: instant('taken_at').notNull(),
  /** The latest end of the lease; by the database's clock plus the product clock's offset. */
  until: instant('until').notNull(),
});

/** Token buckets that all processes share. */
export const rateLimits = pgTable('rate_limits', {
  name: text('name').primaryKey(),
  /** When the next token is free, by the database's own clock. */
  nextAt: instant('next_at').notNull(),
});

/** Rows of due work that failed alone, so that they are tried again ever less often and an operator sees them. */
export const failedRows = pgTable(
  'failed_rows',
  {
    job: text('job').notNull(),
    rowId: text('row_id').notNull(),
    failures: integer('failures').notNull(),
    failedAt: instant('failed_at').notNull(),
    /** Null: it waits for an operator. */
    nextTryAt: instant('next_try_at'),
    error: text('error').notNull(),
  },
  (table) => [primaryKey({ columns: [table.job, table.rowId] })],
);
