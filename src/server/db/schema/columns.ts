import { bigint, date, timestamp } from 'drizzle-orm/pg-core';
import type { Day } from '@/domain/day';

/** An instant: timestamptz, a JavaScript Date. */
export const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date', precision: 3 });

/** A calendar day in Bangkok: `date`, a `Day`. */
export const dayColumn = (name: string) => date(name, { mode: 'string' }).$type<Day>();

/** Whole satang. */
export const satang = (name: string) => bigint(name, { mode: 'number' });
