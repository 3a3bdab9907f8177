import { useEffect, useRef } from 'react';

/**
 * Calls `onChange` with the value of a radio button that was selected before hydration. Only the DOM contains
 * this selection.
 * @param values the values of the radio buttons
 * @returns the ref of the fieldset
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
    // oxlint-disable-next-line exhaustive-deps -- once, before the first change
  }, []);
  return field;
}
