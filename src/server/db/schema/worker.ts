import { pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from './columns';

/** Work that one process does at a time. A row stays after its lease has ended. */
export const leases = pgTable('leases', {
  name: text('name').primaryKey(),
  /** Changes with every acquisition: the fencing token. Null once it was given back. */
  holder: text('holder'),
  takenAt: instant('taken_at').notNull(),
  /** Free from then on at the latest; by the database's clock, moved as far as the product's. */
  until: instant('until').notNull(),
});

/** Token buckets that all processes share. */
export const rateLimits = pgTable('rate_limits', {
  name: text('name').primaryKey(),
  /** When the next token is free, by the database's own clock. */
  nextAt: instant('next_at').notNull(),
});
