import { eq, inArray, min } from 'drizzle-orm';
import { addMonthsTo, dayOf, monthOf, type Day, type Month } from '@/domain/day';
import { AppError } from '@/domain/errors';
import { LOCALES } from '@/domain/locale';
import {
  GROUP_MIN,
  LOSS_REASONS,
  mondayOf,
  monthsThrough,
  reachedSteps,
  REGISTRATION_STEPS,
  registrationPart,
  seesSmallGroups,
  shownGroups,
  sumDays,
  type Figure,
  type LossReason,
  type RegistrationStep,
  type Sum,
} from '@/domain/numbers';
import type { StaffRole } from '@/domain/staff';
import { numberMonths, numbers } from '../../db/schema';
import type { Ctx } from '../../platform/context';

/** The months that the page shows: a year, and the same month of the year before. */
const SHOWN_MONTHS = 13;
const SUMMED = ['received', 'refunded', 'new', 'returned', 'paused', 'lost', 'active', 'onPause'] as const;

/** The figures of a month. The amount of `active` is the monthly recurring revenue in satang. */
export type MonthFigures = Record<(typeof SUMMED)[number], Sum> & { month: Month };

/** A count of a group; null if the group is hidden because it is small. */
type Shown = number | null;

export interface Numbers {
  /** The month whose groups are shown. */
  month: Month;
  /** The instant (ISO 8601) as of which the month is computed; null before the first roll-up. */
  computedAt: string | null;
  present: Month;
  /** The first month with figures; null before the first roll-up. */
  first: Month | null;
  /** The figures of the month; null if they are not computed. */
  chosen: MonthFigures | null;
  /** The months of a year up to the present one that are computed, the earliest first. */
  months: MonthFigures[];
  reasons: { reason: LossReason; count: Shown }[];
  /** The share of each cohort that still has a subscription after 0, 1, 2, … months, as counts. */
  cohorts: { cohort: Month; kept: { month: Month; count: Shown }[] }[];
  funnel: { step: RegistrationStep; all: number; byLocale: { locale: 'en' | 'th'; count: Shown }[] }[];
  forecast: { weeks: (Sum & { key: Day })[]; months: (Sum & { key: Month })[] };
}

type Row = typeof numbers.$inferSelect;

/**
 * Returns the figures of a year, and the groups of one month.
 * @param asked default: the present month
 * @throws AppError INPUT_INVALID for a month in the future
 */
export async function readNumbers({ db, now }: Ctx, role: StaffRole, asked?: Month): Promise<Numbers> {
  const today = dayOf(now);
  const present = monthOf(today);
  const month = asked ?? present;
  if (month > present) throw futureMonth();
  const shown = monthsThrough(addMonthsTo(present, 1 - SHOWN_MONTHS), present);
  const [[earliest], computed, rows] = await Promise.all([
    db.select({ month: min(numberMonths.month) }).from(numberMonths),
    db
      .select()
      .from(numberMonths)
      .where(inArray(numberMonths.month, [...shown, month]))
      .orderBy(numberMonths.month),
    db
      .select()
      .from(numbers)
      .where(inArray(numbers.month, [...shown, month])),
  ]);
  const known = computed.filter((row) => shown.includes(row.month)).map((row) => row.month);
  const computedAt = computed.find((row) => row.month === month)?.computedAt;
  const ofMonth = rows.filter((row) => row.month === month);
  const planned = rows.filter((row) => row.month === present && row.figure === 'planned');
  const days = planned.map(({ part, count, amount }) => ({ day: part as Day, count, amount }));
  return {
    month,
    present,
    first: earliest?.month ?? null,
    computedAt: computedAt?.toISOString() ?? null,
    chosen: computedAt ? figuresOf(month, rows) : null,
    months: known.map((one) => figuresOf(one, rows)),
    reasons: reasonsOf(ofMonth, role),
    cohorts: cohortsOf(known, rows, role),
    funnel: funnelOf(ofMonth, role),
    forecast: { weeks: sumDays(days, mondayOf), months: sumDays(days, monthOf) },
  };
}

/** Returns the error for a month that has not begun. */
export const futureMonth = () =>
  new AppError('INPUT_INVALID', { fieldErrors: { month: ['validation.invalidInput'] } });

/** Returns the sum of the groups of a figure. */
function sumOf(rows: readonly Row[], figure: Figure): Sum {
  const own = rows.filter((row) => row.figure === figure);
  return own.reduce((sum, { count, amount }) => ({ count: sum.count + count, amount: sum.amount + amount }), {
    count: 0,
    amount: 0,
  });
}

function figuresOf(month: Month, rows: readonly Row[]): MonthFigures {
  const own = rows.filter((row) => row.month === month);
  const sums = Object.fromEntries(SUMMED.map((figure) => [figure, sumOf(own, figure)]));
  return { month, ...(sums as Record<(typeof SUMMED)[number], Sum>) };
}

const countOf = (rows: readonly Row[], part: string) =>
  rows.reduce((sum, row) => sum + (row.part === part ? row.count : 0), 0);

/** Returns the lost subscriptions of a month by reason. */
export function reasonsOf(rows: readonly Row[], role: StaffRole): Numbers['reasons'] {
  const lost = rows.filter((row) => row.figure === 'lost');
  const shown = shownGroups(
    LOSS_REASONS.map((reason) => countOf(lost, reason)),
    role,
  );
  return LOSS_REASONS.map((reason, at) => ({ reason, count: shown[at] ?? null }));
}

/** Returns the counts of a month's subscriptions by cohort. */
export function keptOf(rows: readonly Row[], role: StaffRole): Map<string, Shown> {
  const subscribed = rows.filter(({ figure }) => figure === 'active' || figure === 'onPause');
  const parts = [...new Set(subscribed.map(({ part }) => part))];
  const shown = shownGroups(
    parts.map((part) => countOf(subscribed, part)),
    role,
  );
  return new Map(parts.map((part, at) => [part, shown[at] ?? null]));
}

/** Whether a cohort is hidden whole: with so few, also an empty month would tell about a person. */
export const isHiddenCohort = (rows: readonly Row[], role: StaffRole): boolean =>
  !seesSmallGroups(role) && sumOf(rows, 'new').count < GROUP_MIN;

function cohortsOf(months: readonly Month[], rows: readonly Row[], role: StaffRole): Numbers['cohorts'] {
  const of = (month: Month) => rows.filter((row) => row.month === month);
  const kept = new Map(months.map((month) => [month, keptOf(of(month), role)]));
  const small = new Set(months.filter((month) => isHiddenCohort(of(month), role)));
  return months.map((cohort) => ({
    cohort,
    kept: months
      .filter((month) => month >= cohort)
      .map((month) => {
        const count = kept.get(month)?.get(cohort);
        return { month, count: small.has(cohort) ? null : count === undefined ? 0 : count };
      }),
  }));
}

/** Returns how many registrations of a month reached each step. */
export function funnelOf(rows: readonly Row[], role: StaffRole): Numbers['funnel'] {
  const own = rows.filter((row) => row.figure === 'registered');
  const reached = LOCALES.map((locale) =>
    reachedSteps(
      Object.fromEntries(
        REGISTRATION_STEPS.map((step) => [step, countOf(own, registrationPart(locale, step))]),
      ),
    ),
  );
  return REGISTRATION_STEPS.map((step, at) => {
    const counts = reached.map((steps) => steps[at] ?? 0);
    const shown = shownGroups(counts, role);
    return {
      step,
      all: counts.reduce((sum, count) => sum + count, 0),
      byLocale: LOCALES.map((locale, one) => ({ locale, count: shown[one] ?? null })),
    };
  });
}

/** Returns the roll-up of a month, and its instant; null before the first roll-up. */
export async function readMonth(
  { db }: Ctx,
  month: Month,
): Promise<{ computedAt: Date; rows: Row[] } | null> {
  const [[computed], rows] = await Promise.all([
    db.select().from(numberMonths).where(eq(numberMonths.month, month)),
    db.select().from(numbers).where(eq(numbers.month, month)),
  ]);
  return computed ? { computedAt: computed.computedAt, rows } : null;
}
