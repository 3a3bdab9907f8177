import { useId } from 'react';
import { FieldError } from './field';
import classes from './fields.module.css';

interface CheckboxProps extends Omit<React.ComponentProps<'input'>, 'className'> {
  label: React.ReactNode;
  error?: React.ReactNode;
}

const STYLE = {
  '--checkbox-size': 'var(--checkbox-size-md)',
  '--checkbox-radius': 'var(--mantine-radius-sm)',
  '--checkbox-color': 'var(--mantine-color-ira-filled)',
  '--label-fz': 'var(--mantine-font-size-md)',
  '--label-lh': 'var(--label-lh-md)',
} as React.CSSProperties;

/** A tick with its label, made like the other fields: see `field.tsx`. */
export function Checkbox({ label, error, id: wanted, ...props }: CheckboxProps) {
  const own = useId();
  const id = wanted ?? own;
  const { checked, disabled } = props;
  return (
    <div
      className="m_bf2d988c m_5f75b09e"
      style={STYLE}
      data-variant="filled"
      data-size="md"
      data-label-position="right"
      data-checked={checked || undefined}
    >
      <div className={`${classes.checkBody} m_5f6e695e`}>
        <div className="m_26062bec" data-label-position="right">
          <input
            {...props}
            className={`mantine-focus-auto ${classes.check} m_26063560`}
            id={id}
            type="checkbox"
            aria-describedby={error ? `${id}-error` : undefined}
            data-error={error ? true : undefined}
            data-with-error-styles
          />
          <svg viewBox="0 0 10 7" fill="none" aria-hidden className="m_bf295423">
            <path
              d="M4 4.586L1.707 2.293A1 1 0 1 0 .293 3.707l3 3a.997.997 0 0 0 1.414 0l5-5A1 1 0 1 0 8.293.293L4 4.586z"
              fill="currentColor"
              fillRule="evenodd"
              clipRule="evenodd"
            />
          </svg>
        </div>
        <div className="m_d3ea56bb" data-disabled={disabled || undefined}>
          <label
            className={`${classes.checkLabel} m_8ee546b8`}
            htmlFor={id}
            data-disabled={disabled || undefined}
          >
            {label}
          </label>
          <FieldError id={id} error={error} className={`${classes.checkError} m_8e8a99cc m_8f816625`} />
        </div>
      </div>
    </div>
  );
}
