import { useEffect, useRef } from 'react';

/**
 * Reads the radio button that was selected before hydration: only the browser's field contains it.
 * @param values the values of the buttons
 */
export function useTappedEarly<Value extends string | number>(
  values: readonly Value[],
  value: Value | null,
  onChange: (value: Value) => void,
) {
  const field = useRef<HTMLFieldSetElement>(null);
  useEffect(() => {
    const tapped = field.current?.querySelector<HTMLInputElement>('input:checked')?.value;
    const found = values.find((one) => String(one) === tapped);
    if (found !== undefined && found !== value) onChange(found);
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once, before the first change
  }, []);
  return field;
}
