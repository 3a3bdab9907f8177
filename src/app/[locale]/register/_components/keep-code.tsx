'use client';

import { useEffect } from 'react';
import type { Day } from '@/domain/day';
import { forgetOldDraft, keepDraft } from '@/components/registration/draft';

/** Stores the invitation code in the draft, and removes it from the address. */
export function KeepCode({ code, today }: { code: string; today: Day }) {
  useEffect(() => {
    forgetOldDraft(today);
    keepDraft(today, { code, refusedCode: '' });
    const { pathname, search } = window.location;
    // Otherwise a reload would restore a removed code.
    if (search) window.history.replaceState(null, '', pathname);
  }, [code, today]);
  return null;
}
