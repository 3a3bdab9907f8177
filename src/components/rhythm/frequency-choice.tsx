'use client';

import { FREQUENCIES, type Frequency } from '@/domain/subscription';
import { useI18n } from '@/locales/client';
import classes from './rhythm.module.css';

interface FrequencyChoiceProps {
  legend: string;
  value: Frequency;
  onChange: (frequency: Frequency) => void;
}

/** How often, as three segments. */
export function FrequencyChoice({ legend, value, onChange }: FrequencyChoiceProps) {
  const t = useI18n();
  return (
    <fieldset className={classes.field}>
      <legend className={classes.legend}>{legend}</legend>
      <div className={classes.segments}>
        {FREQUENCIES.map((frequency) => (
          <label key={frequency} className={classes.segment}>
            <input
              type="radio"
              name="frequency"
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
}
