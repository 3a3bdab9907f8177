import {
  addDays,
  addMonthsTo,
  dayOf,
  daysBetween,
  monthOf,
  parseDay,
  startOfDay,
  type Day,
  type Month,
} from './day';
import { HOUR_MS } from './duration';
import { LOCALES, type Locale } from './locale';
import { CANCEL_REASONS } from './cancel-reason';
import type { StaffRole } from './staff';

/** What the roll-up stores of a month. Each figure is the count and the sum of rows. */
export const FIGURES = [
  ...(['received', 'refunded', 'new', 'returned', 'paused', 'lost'] as const),
  ...(['active', 'onPause', 'registered', 'planned'] as const),
] as const;
export type Figure = (typeof FIGURES)[number];

/** What the roll-up stores for the stock of a large shop: packs, not rows that the desk lists. */
export const PACK_FIGURES = ['packsPlanned', 'packsOwed', 'packsLeft'] as const;
export type PackFigure = (typeof PACK_FIGURES)[number];

/** What the desk opens: a figure, or the active and the paused subscriptions of a cohort together. */
export const NUMBER_LISTS = [...FIGURES, 'subscribed'] as const;
export type NumberList = (typeof NUMBER_LISTS)[number];

/** Why a subscription was lost: the reason of its subscriber, or a payment that failed for good. */
export const LOSS_REASONS = [...CANCEL_REASONS, 'paymentFailed'] as const;
export type LossReason = (typeof LOSS_REASONS)[number];

/** The steps of a registration, in their order. The first one creates the account; earlier ones are not stored. */
export const REGISTRATION_STEPS = ['details', 'delivery', 'payment', 'paid'] as const;
export type RegistrationStep = (typeof REGISTRATION_STEPS)[number];

/** The days ahead for which planned orders are counted. Three orders are planned, which are 90 days of monthly ones. */
export const FORECAST_DAYS = 90;
/** A group of fewer is hidden, so that a figure does not tell about a person. */
export const GROUP_MIN = 10;
/** The days after the end of a month in which its figures can still change: a bank transfer may be matched late. */
export const MONTH_OPEN_DAYS = 14;
/** A roll-up waits for this multiple of its duration before the next one, and at least an hour. */
const REST_FACTOR = 60;

/** The first instant of a month in Bangkok, and the first instant after it. */
export function boundsOf(month: Month): { from: Date; end: Date } {
  const first = (one: Month) => startOfDay(parseDay(`${one}-01`));
  return { from: first(month), end: first(addMonthsTo(month, 1)) };
}

/** Returns the months from `first` to `last`, both included. */
export function monthsThrough(first: Month, last: Month): Month[] {
  const months: Month[] = [];
  for (let month = first; month <= last; month = addMonthsTo(month, 1)) months.push(month);
  return months;
}

/**
 * Whether the figures of a month must be computed. A month that is over is computed a last time 14 days after its end.
 * @param last when it was computed last, and how long that took; null before
 */
export function isRollUpDue(month: Month, last: { at: Date; tookMs: number } | null, now: Date): boolean {
  if (!last) return true;
  const closesAt = startOfDay(addDays(dayOf(boundsOf(month).end), MONTH_OPEN_DAYS));
  if (last.at >= closesAt) return false;
  return now.getTime() >= last.at.getTime() + Math.max(HOUR_MS, REST_FACTOR * last.tookMs);
}

/**
 * Returns the counts of groups; null for a hidden one. Hides groups of one to nine. If the hidden groups have fewer than
 * ten together, the total would reveal them: then the smallest other group is hidden too.
 */
export function hideSmallGroups(counts: readonly number[]): (number | null)[] {
  const isHidden = counts.map((count) => count > 0 && count < GROUP_MIN);
  const hidden = counts.reduce((sum, count, at) => sum + (isHidden[at] ? count : 0), 0);
  const others = counts.filter((count, at) => count > 0 && !isHidden[at]);
  if (hidden > 0 && hidden < GROUP_MIN && others.length > 0)
    isHidden[counts.findIndex((count, at) => !isHidden[at] && count === Math.min(...others))] = true;
  return counts.map((count, at) => (isHidden[at] ? null : count));
}

/** Whether a role sees small groups: an owner sees every person anyway. */
export const seesSmallGroups = (role: StaffRole): boolean => role === 'owner';

/** Returns the counts of groups as a role sees them; null for a hidden one. */
export const shownGroups = (counts: readonly number[], role: StaffRole): (number | null)[] =>
  seesSmallGroups(role) ? [...counts] : hideSmallGroups(counts);

/** Returns the Monday on or before a day. */
export function mondayOf(day: Day): Day {
  const since = daysBetween(parseDay('2024-01-01'), day) % 7;
  return addDays(day, -(since < 0 ? since + 7 : since));
}

export interface Sum {
  count: number;
  amount: number;
}

/** Returns the sums of days by week (its Monday) or by month, in the order of time. */
export function sumDays<Key extends Day | Month>(
  days: readonly (Sum & { day: Day })[],
  keyOf: (day: Day) => Key,
): (Sum & { key: Key })[] {
  const sums = new Map<Key, Sum>();
  for (const { day, count, amount } of days) {
    const sum = sums.get(keyOf(day)) ?? { count: 0, amount: 0 };
    sums.set(keyOf(day), { count: sum.count + count, amount: sum.amount + amount });
  }
  return [...sums].map(([key, sum]) => ({ key, ...sum })).sort((a, b) => (a.key < b.key ? -1 : 1));
}

const stepsFrom = (step: RegistrationStep) => REGISTRATION_STEPS.slice(REGISTRATION_STEPS.indexOf(step));

/** Returns how many registrations reached each step, from the counts of the last step that each one reached. */
export function reachedSteps(last: Readonly<Partial<Record<RegistrationStep, number>>>): number[] {
  return REGISTRATION_STEPS.map((step) => stepsFrom(step).reduce((sum, one) => sum + (last[one] ?? 0), 0));
}

/** Returns the name of a group of registrations: a language and the last step that they reached. */
export const registrationPart = (locale: Locale, step: RegistrationStep) => `${locale}:${step}`;

/**
 * Returns the stored parts that a part of a list stands for: the steps from one on, or the days of a week or a month.
 * @param part null for the whole list
 * @returns null for all parts, `invalid` for a part that the list does not have
 */
export function partsOf(list: NumberList, part: string | null, today: Day): string[] | null | 'invalid' {
  if (list === 'subscribed') return part !== null && isMonth(part) ? [part] : 'invalid';
  if (part === null) return null;
  if (list === 'lost') return LOSS_REASONS.some((reason) => reason === part) ? [part] : 'invalid';
  if (list === 'planned') {
    const days = Array.from({ length: FORECAST_DAYS }, (_, ahead) => addDays(today, ahead));
    const found = days.filter((day) => mondayOf(day) === part || monthOf(day) === part);
    return found.length > 0 ? found : 'invalid';
  }
  if (list === 'registered') {
    const [language, step] = part.split(':');
    const known = REGISTRATION_STEPS.find((one) => one === step);
    const locales = LOCALES.filter((one) => one === language || language === 'all');
    if (!known || locales.length === 0) return 'invalid';
    return locales.flatMap((locale) => stepsFrom(known).map((one) => registrationPart(locale, one)));
  }
  return 'invalid';
}

const isMonth = (text: string): text is Month => /^20\d{2}-(0[1-9]|1[0-2])$/.test(text);
