import { useId } from 'react';
import classes from './choices.module.css';

interface ChoicesProps<Value extends string> {
  legend: string;
  options: readonly { value: Value; label: string }[];
  value: Value | null;
  onChange: (value: Value) => void;
  /** The message if nothing is chosen. */
  error?: string | undefined;
}

/** Radio buttons side by side, for a few short answers. */
export function Choices<Value extends string>({
  legend,
  options,
  value,
  onChange,
  error,
}: ChoicesProps<Value>) {
  const name = useId();
  return (
    <fieldset aria-describedby={error ? `${name}-error` : undefined}>
      <legend className={classes.legend}>{legend}</legend>
      {error && (
        <p id={`${name}-error`} role="alert" className="problem small">
          {error}
        </p>
      )}
      <div className={classes.choices}>
        {options.map((option) => (
          <label key={option.value} className={classes.choice}>
            <input
              type="radio"
              name={name}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
            />
            {option.label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
