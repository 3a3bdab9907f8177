'use client';

import { useEffect } from 'react';

/** Deletes the draft on this device. Render it on a page that follows the registration. */
export function ForgetDraft() {
  useEffect(() => {
    const forget = async () => (await import('@/components/registration/draft')).forgetDraft();
    // The next page tries again.
    forget().catch(() => undefined);
  }, []);
  return null;
}
