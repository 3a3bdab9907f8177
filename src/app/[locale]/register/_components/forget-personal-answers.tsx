'use client';

import { useEffect } from 'react';
import { deviceNow } from '@/components/device-clock';
import { DRAFT_KEY, personalUntil, withoutOldPersonal } from './personal-answers';

/** Deletes the personal answers of a registration after 24 hours, on any page that this device opens. */
export function ForgetPersonalAnswers() {
  useEffect(() => {
    let timer: number | undefined;
    const forget = () => {
      window.clearTimeout(timer);
      const until = forgetOldPersonal(deviceNow());
      if (until !== null) timer = window.setTimeout(forget, until - deviceNow());
    };
    forget();
    document.addEventListener('visibilitychange', forget);
    return () => {
      window.clearTimeout(timer);
      document.removeEventListener('visibilitychange', forget);
    };
  }, []);
  return null;
}

/** @returns the instant (ms) of the next call; null without personal answers */
function forgetOldPersonal(now: number): number | null {
  try {
    const saved = JSON.parse(window.localStorage.getItem(DRAFT_KEY) ?? 'null') as object | null;
    if (saved === null) return null;
    const left = withoutOldPersonal(saved, now);
    if (left !== saved) window.localStorage.setItem(DRAFT_KEY, JSON.stringify(left));
    return personalUntil(left);
  } catch {
    return null;
  }
}
