import { bigint, date, timestamp } from 'drizzle-orm/pg-core';
import type { Day } from '@/domain/day';

/** Creates a `timestamptz` column for an instant, a JavaScript `Date` with milliseconds. */
export const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date', precision: 3 });

/** Creates a `date` column for a calendar day in Bangkok, a `Day`. */
export const dayColumn = (name: string) => date(name, { mode: 'string' }).$type<Day>();

/** Creates a `bigint` column for a whole number of satang. */
export const satang = (name: string) => bigint(name, { mode: 'number' });
