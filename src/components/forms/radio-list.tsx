import classes from './radio-list.module.css';

interface RadioOption<Value extends string> {
  value: Value;
  label: string;
  note?: React.ReactNode;
  /** A picture before the label. */
  picture?: React.ReactNode;
}

interface RadioListProps<Value extends string> {
  name: string;
  legend: string;
  hint?: string;
  options: readonly RadioOption<Value>[];
  value: Value | null;
  onChange: (value: Value) => void;
  /** The message if the selected value is invalid, or null. */
  error?: string | null;
  /** Id of the first option, for links from the error summary. */
  id?: string;
}

/** A list of radio buttons, one per line. */
export function RadioList<Value extends string>({
  name,
  legend,
  hint,
  options,
  value,
  onChange,
  error,
  id,
}: RadioListProps<Value>) {
  const about = [hint && `${name}-hint`, error && `${name}-error`].filter(Boolean).join(' ');
  return (
    <fieldset className="mt-5" aria-describedby={about || undefined}>
      <legend className={classes.legend}>{legend}</legend>
      {hint && (
        <p id={`${name}-hint`} className="lead small">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${name}-error`} role="alert" className="problem mt-2">
          {error}
        </p>
      )}
      <div className="stack-2 mt-2">
        {options.map((option, index) => (
          <label
            key={option.value}
            className={classes.option}
            data-pictured={option.picture ? true : undefined}
          >
            <input
              type="radio"
              name={name}
              value={option.value}
              id={index === 0 ? id : undefined}
              className={classes.radio}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
            />
            {option.picture && <span className={`picture ${classes.picture}`}>{option.picture}</span>}
            <span>
              <span className={classes.label}>{option.label}</span>
              {option.note && <span className={classes.note}>{option.note}</span>}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
