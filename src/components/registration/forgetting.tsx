'use client';

import { useEffect } from 'react';
import { forgetPersonalAnswers } from './forget-personal-answers';

/** Deletes old personal answers, on a page with the router. */
export function ForgetPersonalAnswers() {
  useEffect(() => {
    const stop = new AbortController();
    forgetPersonalAnswers(stop.signal);
    return () => stop.abort();
  }, []);
  return null;
}
