import { monthOf } from '@/domain/day';
import { countText, monthText } from '@/locales/desk-format';
import { dayText } from '@/locales/format';
import { getI18n } from '@/locales/server';
import classes from '../../../../_components/desk.module.css';
import type { ResultProps } from './result-props';

/** How many price notices leave in each month and on each day. */
export async function Notices({ result: { notices, noticesAnyway }, locale }: ResultProps) {
  const t = await getI18n();
  const [first, last] = [notices[0], notices.at(-1)];
  const sumOf = (days: typeof notices) => days.reduce((sum, { count }) => sum + count, 0);
  const months = [...new Set(notices.map(({ day }) => monthOf(day)))];
  return (
    <section className="card mt-5">
      <h2>{t('deskCatalogue.notices')}</h2>
      <p className="lead">
        {first && last
          ? t('deskCatalogue.noticesSum', {
              count: countText(sumOf(notices), locale),
              first: dayText(first.day, locale),
              last: dayText(last.day, locale),
            })
          : t('deskCatalogue.noticesNone')}{' '}
        {noticesAnyway > 0 && t('deskCatalogue.noticesAnyway', { count: countText(noticesAnyway, locale) })}
      </p>
      <ul className={classes.rows}>
        {months.map((month) => {
          const days = notices.filter(({ day }) => monthOf(day) === month);
          return (
            <li key={month} className={classes.row}>
              {t('deskCatalogue.noticeMonth', {
                month: monthText(month, locale),
                count: countText(sumOf(days), locale),
                most: countText(Math.max(...days.map(({ count }) => count)), locale),
              })}
            </li>
          );
        })}
      </ul>
      {notices.length > 0 && (
        <details>
          <summary className={`tap ${classes.summary}`}>{t('deskCatalogue.byDay')}</summary>
          <ul className={classes.rows}>
            {notices.map(({ day, count }) => (
              <li key={day}>
                {t('deskCatalogue.noticeDay', { day: dayText(day, locale), count: countText(count, locale) })}
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}
