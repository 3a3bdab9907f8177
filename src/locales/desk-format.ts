import { dayOf, startOfDay, type Month } from '@/domain/day';
import type { Locale } from '@/domain/locale';
import { bahtText, BUDDHIST_ERA, dayText, gap, momentText, MONTHS } from './format';

/* Texts that only the desk shows. Every page of a subscriber loads format.ts, so that they stand apart. */

/** Formats a difference of satang with its sign: '+฿30.00', '-฿5.00', '฿0.00'. */
export function differenceText(satang: number, locale: Locale): string {
  return `${satang > 0 ? '+' : ''}${bahtText(satang, locale)}`;
}

/** Formats a whole number: '1,234,567', the same digits in both languages. */
export function countText(count: number, locale: Locale): string {
  return new Intl.NumberFormat(locale === 'th' ? 'th-TH-u-nu-latn' : 'en-GB').format(count);
}

/** Formats a month: 'Mar 2027', in Thai 'มี.ค. 2570'. */
export function monthText(month: Month, locale: Locale): string {
  const year = Number(month.slice(0, 4)) + (locale === 'th' ? BUDDHIST_ERA : 0);
  return [MONTHS[locale][Number(month.slice(5)) - 1], year].join(gap(locale));
}

/** Formats the instant from which something applies: the start of a day as that day, any other with its time. */
export function sinceText(moment: string, locale: Locale): string {
  const day = dayOf(new Date(moment));
  return startOfDay(day).toISOString() === moment ? dayText(day, locale) : momentText(moment, locale);
}
