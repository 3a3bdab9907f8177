'use client';

import { useEffect, useRef, useState } from 'react';
import { takeKeptInput, watchInput, type Input } from './kept-input';

/**
 * Keeps unsaved input beyond the page: after an expired session, a LINE round trip, a reload or a language switch. It is
 * restored once, in the same tab, for the same account, unless the form was saved or closed.
 * @param form the name of the form; undefined disables storage
 * @param unsaved returns the unsaved input; null without any
 * @param restore fills in the stored input, which an earlier version of the page may have written
 * @returns whether input was restored and is not saved yet
 */
export function useKeptInput(
  form: string | undefined,
  unsaved: Input | null,
  restore: (kept: Input) => void,
): boolean {
  const latest = useRef(unsaved);
  const [cameBack, setCameBack] = useState(false);
  useEffect(() => {
    latest.current = unsaved;
  });

  useEffect(() => {
    if (form === undefined) return;
    const kept = takeKeptInput(form);
    if (kept) {
      restore(kept);
      // eslint-disable-next-line react-hooks/set-state-in-effect -- the stored input is known only in the browser
      setCameBack(true);
    }
    return watchInput(form, () => latest.current);
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once, when the form appears
  }, [form]);

  return cameBack;
}
