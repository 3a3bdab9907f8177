import type { Day } from '@/domain/day';
import type { Locale } from '@/domain/locale';
import { yearlessDayText } from '@/locales/calendar-format';

/** Shows a calendar day whose year is clear from what stands around it, in a `<time>` element. */
export function YearlessDay({ day, locale }: { day: Day; locale: Locale }) {
  return (
    <time dateTime={day} className="number">
      {yearlessDayText(day, locale)}
    </time>
  );
}
