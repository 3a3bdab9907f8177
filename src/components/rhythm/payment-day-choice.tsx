'use client';

import { memo } from 'react';
import { useI18n } from '@/locales/client';
import classes from './rhythm.module.css';

const DAYS = Array.from({ length: 31 }, (_, index) => index + 1);

interface PaymentDayChoiceProps {
  legend: string;
  hint: string;
  value: number;
  /** Keep the same function between renders: a tap then redraws two days instead of 31. */
  onChange: (day: number) => void;
}

/** Lets the user choose the payment day on a calendar page without weekdays. */
export const PaymentDayChoice = memo(function PaymentDayChoice({
  legend,
  hint,
  value,
  onChange,
}: PaymentDayChoiceProps) {
  const t = useI18n();
  return (
    <fieldset className="mt-6" aria-describedby="payment-day-hint">
      <legend className={classes.legend}>{legend}</legend>
      <p id="payment-day-hint" className="lead small">
        {hint}
      </p>
      <div className={classes.days}>
        {DAYS.map((day) => (
          <DayOption
            key={day}
            day={day}
            label={t('common.dayOfMonth', { day })}
            isChosen={value === day}
            onChange={onChange}
          />
        ))}
      </div>
    </fieldset>
  );
});

interface DayOptionProps extends Pick<PaymentDayChoiceProps, 'onChange'> {
  day: number;
  label: string;
  isChosen: boolean;
}

const DayOption = memo(function DayOption({ day, label, isChosen, onChange }: DayOptionProps) {
  return (
    <label className={classes.day}>
      <input
        type="radio"
        name="paymentDay"
        value={day}
        className="visually-hidden"
        aria-label={label}
        checked={isChosen}
        onChange={() => onChange(day)}
      />
      <span>{day}</span>
    </label>
  );
});
