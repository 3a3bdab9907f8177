import { integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { instant } from './columns';

/** Leases of work that only one process may do at a time. A row is not deleted when its lease ends. */
export const leases = pgTable('leases', {
  name: text('name').primaryKey(),
  /** The fencing token of the holder, new with every acquisition; null after a release. */
  holder: text('holder'),
  takenAt: instant('taken_at').notNull(),
  /** The end of the lease without renewal, by the database's clock plus the offset of the product clock. */
  until: instant('until').notNull(),
});

/** Token buckets that all processes share. */
export const rateLimits = pgTable('rate_limits', {
  name: text('name').primaryKey(),
  /** When the next token is available, by the database's own clock. */
  nextAt: instant('next_at').notNull(),
});

/** Rows of due work that a job failed to handle. The job retries them with growing delays. Operators see them. */
export const failedRows = pgTable(
  'failed_rows',
  {
    job: text('job').notNull(),
    rowId: text('row_id').notNull(),
    failures: integer('failures').notNull(),
    failedAt: instant('failed_at').notNull(),
    /** When the job retries the row; null if an operator has to act first. */
    nextTryAt: instant('next_try_at'),
    error: text('error').notNull(),
  },
  (table) => [primaryKey({ columns: [table.job, table.rowId] })],
);
