import { useEffect, useRef } from 'react';

/**
 * Takes over the radio button that was tapped before the page's scripts ran: the browser knows it, and nobody else.
 * @param values as the buttons of the returned field have them
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
