import { FieldFrame, type FieldProps } from './field';

interface TextInputProps extends FieldProps, Omit<React.ComponentProps<'input'>, keyof FieldProps> {
  /** The class of the input. */
  inputClass?: string;
  /** A button of 48 px inside the field. */
  button?: React.ReactNode;
}

const WIDTH = {
  '--input-right-section-width': 'calc(3rem * var(--mantine-scale))',
  '--input-right-section-pointer-events': 'all',
} as React.CSSProperties;

export function TextInput({
  label,
  description,
  error,
  id,
  className,
  inputClass,
  button,
  ...props
}: TextInputProps) {
  const frame = { label, description, error, id, className, inputClass, disabled: props.disabled };
  return (
    <FieldFrame {...frame} section={button} sectionStyle={button ? WIDTH : undefined}>
      {(inner) => <input {...props} {...inner} data-disabled={props.disabled || undefined} />}
    </FieldFrame>
  );
}
