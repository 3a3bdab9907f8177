'use client';

import { useEffect, useRef } from 'react';

/** Returns a ref whose element takes the focus on mount. For content that replaces the clicked element. */
export function useFocusOnMount<E extends HTMLElement>(takesFocus = true) {
  const element = useRef<E>(null);
  useEffect(() => {
    if (takesFocus) element.current?.focus();
    // oxlint-disable-next-line exhaustive-deps -- when it appears, and not again
  }, []);
  return element;
}

/**
 * Returns a ref whose element takes the focus after each failure. For error messages.
 * @param failures the number of failures
 */
export function useFocusOnFailure<E extends HTMLElement>(failures: number) {
  const element = useRef<E>(null);
  useEffect(() => {
    if (failures > 0) element.current?.focus();
  }, [failures]);
  return element;
}
