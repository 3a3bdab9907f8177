import { Baht } from '@/components/values';
import { YearlessDay } from '@/components/yearless-day';
import type { Locale } from '@/domain/locale';
import { laterTotal } from '@/domain/price';
import { yearText } from '@/locales/calendar-format';
import { getI18n } from '@/locales/server';
import { api } from '@/trpc/server';
import classes from './calendar.module.css';

/** The first three boxes of a registration that waits for its payment, as they come if it is paid today. */
export async function FirstBoxes({ locale }: { locale: Locale }) {
  const [t, { registration }] = await Promise.all([getI18n(), api()]);
  const current = await registration.current();
  if (!current) return null;
  const { dates, totals } = current;
  return (
    <section className={classes.calendar} aria-labelledby="calendar-title">
      <div className={classes.head}>
        <h2 id="calendar-title">{t('account.calendar.oncePaid')}</h2>
        <p className="muted small">{t('account.calendar.fromPayment')}</p>
      </div>
      <ol className={classes.ahead} data-ahead>
        {dates.map((date, at) => {
          const isOfNewYear = date.slice(0, 4) !== dates[0].slice(0, 4);
          return (
            <li key={date} className={classes.item}>
              {isOfNewYear && date.slice(0, 4) !== dates[at - 1]?.slice(0, 4) && (
                <p className={classes.year}>{yearText(date, locale)}</p>
              )}
              <div className={classes.row} data-state={at === 0 ? 'due' : undefined}>
                <span className={classes.main}>
                  <span className={classes.dot} aria-hidden />
                  <span className={classes.when}>
                    <YearlessDay day={date} locale={locale} />
                    {isOfNewYear && <span className={classes.inYear}> {yearText(date, locale)}</span>}
                  </span>
                  <span className={classes.amount}>
                    <Baht satang={at === 0 ? totals.total : laterTotal(totals)} locale={locale} />
                    {at === 0 && <small>{t('account.calendar.paidToday')}</small>}
                  </span>
                </span>
              </div>
            </li>
          );
        })}
      </ol>
    </section>
  );
}
