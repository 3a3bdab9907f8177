'use client';

import { useEffect } from 'react';
import type { Day } from '@/domain/day';
import { forgetOldDraft, keepDraft } from './draft';

/** Puts the code of an invitation among the answers that this device keeps, and takes it out of the address. */
export function KeepCode({ code, today }: { code: string; today: Day }) {
  useEffect(() => {
    forgetOldDraft(today);
    keepDraft(today, { code, refusedCode: '' });
    const { pathname, search } = window.location;
    // Else a reload would put in again what was removed.
    if (search) window.history.replaceState(null, '', pathname);
  }, [code, today]);
  return null;
}
