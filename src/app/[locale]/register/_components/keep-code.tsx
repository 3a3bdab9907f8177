'use client';

import { useEffect } from 'react';
import type { Day } from '@/domain/day';
import { forgetOldDraft, keepDraft } from '@/components/registration/draft';

/** Stores the invitation code in the draft, and removes it from the URL. */
export function KeepCode({ code, today }: { code: string; today: Day }) {
  useEffect(() => {
    forgetOldDraft(today);
    keepDraft(today, { code, refusedCode: '' });
    const { pathname, search } = window.location;
    // If the code stayed in the URL, a reload would restore a code that the visitor has removed.
    if (search) window.history.replaceState(null, '', pathname);
  }, [code, today]);
  return null;
}
