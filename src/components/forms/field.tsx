import { useId } from 'react';
import classes from './fields.module.css';

export interface FieldProps {
  label?: React.ReactNode;
  description?: React.ReactNode;
  error?: React.ReactNode;
  /** The id of the input. */
  id?: string;
  /** The class of the field, not of the input. */
  className?: string;
}

interface InnerProps {
  id: string;
  className: string;
  'aria-invalid'?: true;
  'aria-describedby'?: string;
  'data-variant': 'default';
  'data-error'?: true;
}

interface FieldFrameProps extends FieldProps {
  disabled?: boolean;
  /** Whether a tap anywhere in the field opens it. */
  isPointed?: boolean;
  isMultiline?: boolean;
  /** What stands inside the field after the input. */
  section?: React.ReactNode;
  /** The variables of the space for it. */
  sectionStyle?: React.CSSProperties;
  inputClass?: string;
  children: (props: InnerProps) => React.ReactNode;
}

const TEXT = 'var(--mantine-font-size-md)';
const SMALLER = `calc(${TEXT} - calc(0.125rem * var(--mantine-scale)))`;
const GAP = 'calc(var(--mantine-spacing-xs) / 2)';
const SIZE = { '--input-height': 'var(--input-height-md)', '--input-fz': TEXT };
const HIGHER = { '--input-padding-y': 'var(--input-padding-y-md)' };

const sized = (name: string, size: string) => ({ [`--input-${name}-size`]: size }) as React.CSSProperties;

/**
 * The label, hint, error and border of a field, with the elements and classes of Mantine's inputs. Mantine's style
 * sheets draw it; its scripts are not loaded. `fields.test.tsx` compares it with Mantine.
 */
export function FieldFrame({
  label,
  description,
  error,
  id: wanted,
  className,
  disabled,
  isPointed,
  isMultiline,
  section,
  sectionStyle,
  inputClass,
  children,
}: FieldFrameProps) {
  const own = useId();
  const id = wanted ?? own;
  const flags = { 'data-size': 'md', 'data-error': error ? true : undefined } as const;
  const described = [error && `${id}-error`, description && `${id}-description`].filter(Boolean).join(' ');
  const style = {
    ...(description && { '--input-margin-top': GAP }),
    ...(error && { '--input-margin-bottom': GAP }),
    ...SIZE,
    ...(isMultiline && HIGHER),
    ...sectionStyle,
  } as React.CSSProperties;
  return (
    <div className={`${className ? `${className} ` : ''}m_46b77525`} {...flags}>
      {label && (
        <label
          className={`${classes.label} m_8fdc1311`}
          style={sized('label', TEXT)}
          data-size="md"
          htmlFor={id}
          id={`${id}-label`}
        >
          {label}
        </label>
      )}
      {description && (
        <p
          className={`${classes.hint} m_fe47ce59`}
          style={sized('description', SMALLER)}
          data-size="md"
          id={`${id}-description`}
        >
          {description}
        </p>
      )}
      <div
        className="m_6c018570"
        style={style}
        data-variant="default"
        {...flags}
        data-disabled={disabled || undefined}
        data-pointer={isPointed}
        data-multiline={isMultiline}
        data-with-right-section={section ? true : undefined}
      >
        {children({
          id,
          className: `${classes.input}${inputClass ? ` ${inputClass}` : ''} m_8fb7ebe7`,
          'aria-invalid': error ? true : undefined,
          'aria-describedby': described || undefined,
          'data-variant': 'default',
          'data-error': error ? true : undefined,
        })}
        {section && (
          <div data-position="right" className="m_82577fc2">
            {section}
          </div>
        )}
      </div>
      <FieldError id={id} error={error} className={`${classes.error} m_8f816625`} />
    </div>
  );
}

/** The error below a field, which its input names as its description. @param id the id of the input */
export function FieldError({
  id,
  error,
  className,
}: {
  id: string;
  error: React.ReactNode;
  className: string;
}) {
  if (!error) return null;
  return (
    <p className={className} style={sized('error', SMALLER)} data-size="md" id={`${id}-error`}>
      {error}
    </p>
  );
}
