import type { Day } from '@/domain/day';
import type { Locale } from '@/domain/locale';
import { BUDDHIST_ERA, gap, MONTHS, WEEKDAYS } from './format';

/* Apart from format.ts, which is part of every page's script. */

/** Formats a day whose year is shown elsewhere: 'Fri 20 Nov', in Thai 'ศ. 20 พ.ย.'. */
export function yearlessDayText(day: Day, locale: Locale): string {
  const weekday = WEEKDAYS[locale][new Date(`${day}T00:00:00Z`).getUTCDay()];
  return [weekday, Number(day.slice(8, 10)), MONTHS[locale][Number(day.slice(5, 7)) - 1]].join(gap(locale));
}

/** Formats a month: 'Nov 2026', in Thai 'พ.ย. 2569'. @param day any day of the month */
export function monthText(day: Day, locale: Locale): string {
  return [MONTHS[locale][Number(day.slice(5, 7)) - 1], yearText(day, locale)].join(gap(locale));
}

/** Returns the number of a year as the language counts it: '2026', in Thai '2569'. */
export function yearText(day: Day, locale: Locale): string {
  return String(Number(day.slice(0, 4)) + (locale === 'th' ? BUDDHIST_ERA : 0));
}
