'use client';

import { useEffect, useRef, useState } from 'react';
import { takeKeptInput, watchInput, type Input } from './kept-input';

/**
 * Lets what is typed outlive the page: an expired session, a walk to LINE, a reload, the other language. It comes
 * back once, in the same tab, for the same account, unless it was saved or left on purpose.
 * @param form names the form; undefined where nothing is to be kept
 * @param unsaved what would be lost; null when that is nothing
 * @param restore puts back what was kept, which an earlier version of the page may have written
 * @returns whether something came back and is not saved yet
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
      // eslint-disable-next-line react-hooks/set-state-in-effect -- what this tab kept is known only here
      setCameBack(true);
    }
    return watchInput(form, () => latest.current);
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once, when the form appears
  }, [form]);

  return cameBack;
}
