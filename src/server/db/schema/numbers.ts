import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import type { Month } from '@/domain/day';
import type { Locale } from '@/domain/locale';
import type { Figure, PackFigure, RegistrationStep } from '@/domain/numbers';
import { dayColumn, instant, satang } from './columns';

/** The months whose figures are computed, and when. Its row is the lock of a roll-up. */
export const numberMonths = pgTable(
  'number_months',
  {
    month: text('month').$type<Month>().primaryKey(),
    /** The instant as of which the figures are: later rows are not in them. */
    computedAt: instant('computed_at').notNull(),
    tookMs: integer('took_ms').notNull(),
  },
  (t) => [check('number_months_month', sql`${t.month} ~ '^[0-9]{4}-[0-9]{2}$'`)],
);

/** The figures of each month: counts and sums of rows, by group. Computed again from the rows at any time. */
export const numbers = pgTable(
  'numbers',
  {
    month: text('month')
      .$type<Month>()
      .notNull()
      .references(() => numberMonths.month, { onDelete: 'cascade' }),
    figure: text('figure').$type<Figure | PackFigure>().notNull(),
    /** The group: a reason, a cohort, a language and a step, a day, or a product; `all` for a figure without groups. */
    part: text('part').notNull(),
    count: integer('count').notNull(),
    amount: satang('amount').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.month, t.figure, t.part] }),
    check('numbers_count', sql`${t.count} > 0`),
    check('numbers_amount', sql`${t.amount} >= 0`),
  ],
);

/**
 * A registration that expired without a payment and was deleted: the last step that it reached, and nothing that leads
 * to a person.
 */
export const endedRegistrations = pgTable(
  'ended_registrations',
  {
    id: text('id').primaryKey(),
    registeredOn: dayColumn('registered_on').notNull(),
    locale: text('locale').$type<Locale>().notNull(),
    step: text('step').$type<RegistrationStep>().notNull(),
  },
  (t) => [
    index('ended_registrations_by_day').on(t.registeredOn),
    check('ended_registrations_locale', sql`${t.locale} in ('en','th')`),
    check('ended_registrations_step', sql`${t.step} in ('details','delivery','payment')`),
  ],
);
