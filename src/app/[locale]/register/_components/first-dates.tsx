'use client';

import rhythm from '@/components/rhythm/rhythm.module.css';
import { Baht, DayText } from '@/components/values';
import { laterTotal } from '@/domain/price';
import { useI18n, useLocale } from '@/locales/client';
import classes from './first-dates.module.css';
import { useQuote } from './flow';

/** Shows the first three payments with their amounts. */
export function FirstDates() {
  const t = useI18n();
  const locale = useLocale();
  const quote = useQuote();
  if (!quote) return null;
  return (
    <section className="mt-6" aria-labelledby="dates-title">
      <h2 id="dates-title" className={rhythm.legend}>
        {t('register.plan.dates')}
      </h2>
      <ol className={classes.dates}>
        {quote.dates.map((day, index) => (
          <li key={day} className={`row ${classes.date}`}>
            <span>
              <DayText day={day} locale={locale} />
              {index === 0 && <span className="tag bad">{t('register.plan.today')}</span>}
            </span>
            <span>
              <Baht satang={index === 0 ? quote.totals.total : laterTotal(quote.totals)} locale={locale} />
              {!quote.isFree && <span className={classes.plus}>{t('box.plusDelivery')}</span>}
            </span>
          </li>
        ))}
      </ol>
      <p className="lead small">{t('register.plan.datesHint')}</p>
    </section>
  );
}
