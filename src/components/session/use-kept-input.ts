'use client';

import { useEffect, useRef, useState } from 'react';
import { takeKeptInput, watchInput, type Input } from './kept-input';

/**
 * Stores the unsaved input of a form. Restores it once after an expired session, a log-in at LINE, a reload
 * or a language switch. The tab and the account must be the same. Deletes it when the form is saved or
 * closed.
 * @param form the name of the form; undefined disables storage
 * @param unsaved the unsaved input, or null if there is none
 * @param restore fills in the stored input, which an earlier version of the page may have written
 * @returns whether stored input was restored
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
      // oxlint-disable-next-line react/set-state-in-effect -- the stored input is known only in the browser
      setCameBack(true);
    }
    return watchInput(form, () => latest.current);
    // oxlint-disable-next-line exhaustive-deps -- once, when the form appears
  }, [form]);

  return cameBack;
}
