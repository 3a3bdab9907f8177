'use client';

import { useEffect } from 'react';
import { forgetPersonalAnswers } from './forget-personal-answers';

/** Runs `forgetPersonalAnswers` on a page with client navigation. */
export function ForgetPersonalAnswers() {
  useEffect(() => {
    const stop = new AbortController();
    forgetPersonalAnswers(stop.signal);
    return () => stop.abort();
  }, []);
  return null;
}
