import type { Day } from '@/domain/day';
import type { Locale } from '@/domain/locale';
import { bahtText, dayText, shortBahtText, shortDayText } from '@/locales/format';

/** An amount of satang; never broken across lines. */
export function Baht({ satang, locale, short }: { satang: number; locale: Locale; short?: boolean }) {
  return <span className="number">{short ? shortBahtText(satang, locale) : bahtText(satang, locale)}</span>;
}

/** A calendar day, machine-readable too. */
export function DayText({ day, locale, short }: { day: Day; locale: Locale; short?: boolean }) {
  return (
    <time dateTime={day} className="number">
      {short ? shortDayText(day, locale) : dayText(day, locale)}
    </time>
  );
}
