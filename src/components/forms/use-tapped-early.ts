import { useEffect, useState } from 'react';
import { isFirstPage, markFirstPageShown } from './first-page';

const chosenIn = (name: string) =>
  document.querySelector<HTMLInputElement>(`input[name="${CSS.escape(name)}"]:checked`)?.value;

/**
 * Calls `onChange` with the value of a radio button that was selected before hydration. Only the DOM contains
 * this selection.
 * @param name the name of the radio buttons
 * @param values their values
 */
export function useTappedEarly<Value extends string | number>(
  name: string,
  values: readonly Value[],
  value: Value | null,
  onChange: (value: Value) => void,
): void {
  const [seenFirst] = useState(() => (isFirstPage() ? chosenIn(name) : undefined));
  useEffect(() => {
    const tapped = seenFirst ?? chosenIn(name);
    markFirstPageShown();
    const found = values.find((one) => String(one) === tapped);
    if (found !== undefined && found !== value) onChange(found);
    // oxlint-disable-next-line exhaustive-deps -- once, before the first change
  }, []);
}
