'use client';

import { useI18n } from '@/locales/client';
import classes from './rhythm.module.css';

const DAYS = Array.from({ length: 31 }, (_, index) => index + 1);

interface PaymentDayChoiceProps {
  legend: string;
  hint: string;
  value: number;
  onChange: (day: number) => void;
}

/** Lets the user choose the payment day on a calendar page without weekdays. */
export function PaymentDayChoice({ legend, hint, value, onChange }: PaymentDayChoiceProps) {
  const t = useI18n();
  return (
    <fieldset className={classes.field} aria-describedby="payment-day-hint">
      <legend className={classes.legend}>{legend}</legend>
      <p id="payment-day-hint" className={classes.hint}>
        {hint}
      </p>
      <div className={classes.days}>
        {DAYS.map((day) => (
          <label key={day} className={classes.day}>
            <input
              type="radio"
              name="paymentDay"
              className="visually-hidden"
              aria-label={t('common.dayOfMonth', { day })}
              checked={value === day}
              onChange={() => onChange(day)}
            />
            <span>{day}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
