import { FieldFrame, type FieldProps } from './field';

interface NativeSelectProps extends FieldProps, Omit<React.ComponentProps<'select'>, keyof FieldProps> {
  /** The options; without it, the children are. */
  data?: readonly (string | { value: string; label: string })[];
}

const THROUGH = { '--input-right-section-pointer-events': 'none' } as React.CSSProperties;

export function NativeSelect({
  label,
  description,
  error,
  id,
  className,
  data,
  children,
  ...props
}: NativeSelectProps) {
  const frame = { label, description, error, id, className, disabled: props.disabled };
  return (
    <FieldFrame {...frame} isPointed section={<Chevron isWrong={Boolean(error)} />} sectionStyle={THROUGH}>
      {(inner) => (
        <select {...props} {...inner} data-disabled={props.disabled || undefined}>
          {data?.map((option) => {
            const { value, label: text } =
              typeof option === 'string' ? { value: option, label: option } : option;
            return (
              <option key={value} value={value}>
                {text}
              </option>
            );
          }) ?? children}
        </select>
      )}
    </FieldFrame>
  );
}

function Chevron({ isWrong }: { isWrong: boolean }) {
  return (
    <svg
      className="m_2943220b"
      style={{ '--combobox-chevron-size': 'var(--combobox-chevron-size-md)' } as React.CSSProperties}
      data-size="md"
      data-combobox-chevron
      data-error={isWrong || undefined}
      viewBox="0 0 15 15"
      fill="none"
    >
      <path
        d="M4.93179 5.43179C4.75605 5.60753 4.75605 5.89245 4.93179 6.06819C5.10753 6.24392 5.39245 6.24392 5.56819 6.06819L7.49999 4.13638L9.43179 6.06819C9.60753 6.24392 9.89245 6.24392 10.0682 6.06819C10.2439 5.89245 10.2439 5.60753 10.0682 5.43179L7.81819 3.18179C7.73379 3.0974 7.61933 3.04999 7.49999 3.04999C7.38064 3.04999 7.26618 3.0974 7.18179 3.18179L4.93179 5.43179ZM10.0682 9.56819C10.2439 9.39245 10.2439 9.10753 10.0682 8.93179C9.89245 8.75606 9.60753 8.75606 9.43179 8.93179L7.49999 10.8636L5.56819 8.93179C5.39245 8.75606 5.10753 8.75606 4.93179 8.93179C4.75605 9.10753 4.75605 9.39245 4.93179 9.56819L7.18179 11.8182C7.35753 11.9939 7.64245 11.9939 7.81819 11.8182L10.0682 9.56819Z"
        fill="currentColor"
        fillRule="evenodd"
        clipRule="evenodd"
      />
    </svg>
  );
}
