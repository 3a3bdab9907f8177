import { buttonClass } from '@/components/button-anchor';
import type { Day, Month } from '@/domain/day';
import type { Locale } from '@/domain/locale';
import { localePath } from '@/locales/paths';
import { getI18n } from '@/locales/server';
import type { DeskOutputs } from '@/trpc/desk';
import { DayNumbers } from '../../_components/day-numbers';
import classes from '../../_components/desk.module.css';

interface DaysProps {
  days: DeskOutputs['numbers']['days'];
  month: Month | undefined;
  chosen: Day | undefined;
  locale: Locale;
}

/** The numbers of today and yesterday, and of a day that the member chooses. */
export async function Days({ days, month, chosen, locale }: DaysProps) {
  const t = await getI18n();
  const [today] = days;
  if (!today) return null;
  return (
    <>
      <form method="get" action={localePath(locale, '/desk/numbers')} className={classes.filter}>
        {month && <input type="hidden" name="month" value={month} />}
        <label>
          {t('deskNumbers.chooseDay')} <input type="date" name="day" max={today.day} defaultValue={chosen} />
        </label>
        <button type="submit" className={buttonClass('secondary')}>
          {t('deskParcels.show')}
        </button>
      </form>
      <DayNumbers days={days} locale={locale} />
    </>
  );
}
