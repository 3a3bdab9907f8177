'use client';

import { useEffect } from 'react';
import { forgetDraft } from '@/components/registration/draft';

/** Deletes the draft on this device. Render it on a page that follows the registration. */
export function ForgetDraft() {
  useEffect(forgetDraft, []);
  return null;
}
