'use client';

import { useEffect, useRef } from 'react';

/** Focuses an element on mount, for content that replaces the clicked element. */
export function useFocusOnMount<E extends HTMLElement>(takesFocus = true) {
  const element = useRef<E>(null);
  useEffect(() => {
    if (takesFocus) element.current?.focus();
    // eslint-disable-next-line react-hooks/exhaustive-deps -- when it appears, and not again
  }, []);
  return element;
}

/** Focuses an element after each failure, for error messages. */
export function useFocusOnFailure<E extends HTMLElement>(failures: number) {
  const element = useRef<E>(null);
  useEffect(() => {
    if (failures > 0) element.current?.focus();
  }, [failures]);
  return element;
}
