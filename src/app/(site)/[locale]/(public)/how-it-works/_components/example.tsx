import { DayText } from '@/components/values';
import { addDays, type Day } from '@/domain/day';
import { RECEIVE_BY_DAYS } from '@/domain/delivery';
import type { Locale } from '@/domain/locale';
import { firstDates } from '@/domain/schedule';
import { getI18n } from '@/locales/server';
import section from '../../_components/section.module.css';
import classes from './example.module.css';

const PAYMENT_DAY = 25;

/** Shows the dates of an example subscription that starts today. The business rules calculate the dates. */
export async function Example({ locale, today }: { locale: Locale; today: Day }) {
  const t = await getI18n();
  const dates = firstDates(today, PAYMENT_DAY, 1);
  return (
    <section className={`wrap ${section.section}`} aria-labelledby="example">
      <h2 id="example">{t('pages.how.exampleTitle')}</h2>
      <p className={section.lead}>
        {t('pages.how.exampleLead', {
          today: <DayText day={today} locale={locale} short />,
          day: PAYMENT_DAY,
        })}
      </p>
      <ol className="stack-4 mt-5 columns-3">
        {dates.map((day) => (
          <li key={day} className="card">
            <dl className={classes.facts}>
              <div>
                <dt>{t('pages.how.paid')}</dt>
                <dd className="strong">
                  <DayText day={day} locale={locale} />
                </dd>
              </div>
              <div>
                <dt>{t('pages.how.by')}</dt>
                <dd>
                  <DayText day={addDays(day, RECEIVE_BY_DAYS)} locale={locale} />
                </dd>
              </div>
            </dl>
          </li>
        ))}
      </ol>
      <p className="muted mt-3">{t('pages.how.exampleNote')}</p>
    </section>
  );
}
