import { FieldFrame, type FieldProps } from './field';

type TextAreaProps = FieldProps & Omit<React.ComponentProps<'textarea'>, keyof FieldProps>;

export function TextArea({ label, description, error, id, className, ...props }: TextAreaProps) {
  const frame = { label, description, error, id, className, disabled: props.disabled };
  return (
    <FieldFrame {...frame} isMultiline>
      {(inner) => <textarea {...props} {...inner} data-disabled={props.disabled || undefined} />}
    </FieldFrame>
  );
}
