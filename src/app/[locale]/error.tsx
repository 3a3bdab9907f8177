'use client';

import { useParams } from 'next/navigation';
import { useEffect } from 'react';
import { RainArt } from '@/components/art/rain';
import { buttonClass } from '@/components/button-anchor';
import { reportError } from '@/components/monitoring/tracing';
import { announceArrival } from '@/components/shell/navigation';
import classes from '@/components/shell/stop-page.module.css';
import { FAILURE_WORDS } from '@/locales/failure-words';

/** The page that replaces a page after an error. */
export default function ErrorPage({ error, reset }: { error: Error; reset: () => void }) {
  const { locale } = useParams<{ locale: string }>();
  const words = locale === 'th' ? FAILURE_WORDS.th : FAILURE_WORDS.en;
  useEffect(() => announceArrival(), []);
  useEffect(() => reportError(error), [error]);
  return (
    <main className={`stack ${classes.page}`}>
      <RainArt className={classes.art} />
      <h1>{words.title}</h1>
      <p>{words.text}</p>
      <button type="button" className={buttonClass('primary')} onClick={reset}>
        {words.again}
      </button>
    </main>
  );
}
