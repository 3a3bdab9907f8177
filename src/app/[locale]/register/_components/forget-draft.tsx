'use client';

import { useEffect } from 'react';
import { forgetDraft } from './draft';

/** Forgets this device's answers to the registration, where the registration is over. */
export function ForgetDraft() {
  useEffect(forgetDraft, []);
  return null;
}
