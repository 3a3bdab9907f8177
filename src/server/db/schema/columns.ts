import { bigint, date, text, timestamp, type AnyPgColumn } from 'drizzle-orm/pg-core';
import type { Day } from '@/domain/day';

/** Creates a `timestamptz` column for an instant, a JavaScript `Date` with milliseconds. */
export const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date', precision: 3 });

/** Creates a `date` column for a calendar day in Bangkok, a `Day`. */
export const dayColumn = (name: string) => date(name, { mode: 'string' }).$type<Day>();

/** Creates a `bigint` column for a whole number of satang. */
export const satang = (name: string) => bigint(name, { mode: 'number' });

/** Creates a column for the id of the row with which this one is deleted. */
export const ownedBy = (name: string, id: () => AnyPgColumn) =>
  text(name).references(id, { onDelete: 'cascade' });
