'use client';

import { useEffect } from 'react';
import { forgetDraft } from '@/components/registration/draft';

/** Deletes this device's draft when the registration is over. */
export function ForgetDraft() {
  useEffect(forgetDraft, []);
  return null;
}
