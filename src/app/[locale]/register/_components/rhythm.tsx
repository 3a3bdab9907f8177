'use client';

import { Baht, DayText } from '@/components/values';
import { FREQUENCIES } from '@/domain/subscription';
import { useI18n, useLocale } from '@/locales/client';
import { useFlow, useQuote } from './flow';
import classes from './rhythm.module.css';

/** How often, as three segments. */
export function FrequencyChoice() {
  const t = useI18n();
  const { draft, update } = useFlow();
  return (
    <fieldset className={classes.field}>
      <legend className={classes.legend}>{t('register.plan.frequency')}</legend>
      <div className={classes.segments}>
        {FREQUENCIES.map((frequency) => (
          <label key={frequency} className={classes.segment}>
            <input
              type="radio"
              name="frequency"
              className="visually-hidden"
              checked={draft.frequency === frequency}
              onChange={() => update({ frequency })}
            />
            <span>{t(`common.perMonths${frequency}`)}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

const DAYS = Array.from({ length: 31 }, (_, index) => index + 1);

/** On which day of the month, as a leaf of a calendar without weekdays. */
export function PaymentDayChoice() {
  const t = useI18n();
  const { draft, update } = useFlow();
  return (
    <fieldset className={classes.field} aria-describedby="payment-day-hint">
      <legend className={classes.legend}>{t('register.plan.paymentDay')}</legend>
      <p id="payment-day-hint" className={classes.hint}>
        {t('register.plan.paymentDayHint')}
      </p>
      <div className={classes.days}>
        {DAYS.map((day) => (
          <label key={day} className={classes.day}>
            <input
              type="radio"
              name="paymentDay"
              className="visually-hidden"
              aria-label={t('register.plan.paymentDayChosen', { day })}
              checked={draft.paymentDay === day}
              onChange={() => update({ paymentDay: day })}
            />
            <span>{day}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** The first three payments with what each of them costs. */
export function FirstDates() {
  const t = useI18n();
  const locale = useLocale();
  const quote = useQuote();
  if (!quote) return null;
  return (
    <section className={classes.field} aria-labelledby="dates-title">
      <h2 id="dates-title" className={classes.legend}>
        {t('register.plan.dates')}
      </h2>
      <ol className={classes.dates}>
        {quote.dates.map((day, index) => (
          <li key={day} className={classes.date}>
            <span>
              <DayText day={day} locale={locale} />
              {index === 0 && <span className={classes.today}>{t('register.plan.today')}</span>}
            </span>
            <span>
              <Baht satang={quote.totals.total} locale={locale} />
              {!quote.isFree && (
                <span className={classes.plus}>+ {t('register.summary.delivery').toLowerCase()}</span>
              )}
            </span>
          </li>
        ))}
      </ol>
      <p className={classes.hint}>{t('register.plan.datesHint')}</p>
    </section>
  );
}
