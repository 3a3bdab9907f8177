'use client';

import { memo } from 'react';
import { FREQUENCIES, type Frequency } from '@/domain/subscription';
import { useI18n } from '@/locales/client';
import classes from './rhythm.module.css';

interface FrequencyChoiceProps {
  legend: string;
  value: Frequency;
  onChange: (frequency: Frequency) => void;
}

/** Lets the user choose the frequency from three options. */
export const FrequencyChoice = memo(function FrequencyChoice({
  legend,
  value,
  onChange,
}: FrequencyChoiceProps) {
  const t = useI18n();
  return (
    <fieldset className="mt-6">
      <legend className={classes.legend}>{legend}</legend>
      <div className="actions mt-2">
        {FREQUENCIES.map((frequency) => (
          <label key={frequency} className={classes.segment}>
            <input
              type="radio"
              name="frequency"
              value={frequency}
              className="visually-hidden"
              checked={value === frequency}
              onChange={() => onChange(frequency)}
            />
            <span>{t(`common.perMonths${frequency}`)}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
});
