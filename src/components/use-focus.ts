'use client';

import { useEffect, useRef } from 'react';

/** For what takes the place of something that was tapped: it has the focus as soon as it is there. */
export function useFocusOnMount<E extends HTMLElement>(takesFocus = true) {
  const element = useRef<E>(null);
  useEffect(() => {
    if (takesFocus) element.current?.focus();
    // eslint-disable-next-line react-hooks/exhaustive-deps -- when it appears, and not again
  }, []);
  return element;
}

/** For what says that something was refused: it has the focus each time that it was. */
export function useFocusOnFailure<E extends HTMLElement>(failures: number) {
  const element = useRef<E>(null);
  useEffect(() => {
    if (failures > 0) element.current?.focus();
  }, [failures]);
  return element;
}
