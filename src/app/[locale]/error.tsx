'use client';

import { useParams } from 'next/navigation';
import { useEffect } from 'react';
import { RainArt } from '@/components/art/scenes';
import { Button } from '@/components/button';
import { reportError } from '@/components/monitoring/tracing';
import { announceArrival } from '@/components/shell/navigation';
import classes from '@/components/shell/stop-page.module.css';

// The texts are here and not in a dictionary: this page is shown when anything else may be missing.
const WORDS = {
  en: {
    title: 'Oops, something went wrong.',
    text: 'We have a technical problem. You won’t be charged twice. Please try again in a moment.',
    again: 'Try again',
  },
  th: {
    title: 'ขออภัย เกิดข้อผิดพลาด',
    text: 'ระบบของเรามีปัญหา จะไม่มีการตัดเงินซ้ำ กรุณารอสักครู่แล้วลองใหม่',
    again: 'ลองใหม่',
  },
};

/** The page for any error of a page. */
export default function ErrorPage({ error, reset }: { error: Error; reset: () => void }) {
  const { locale } = useParams<{ locale: string }>();
  const words = locale === 'th' ? WORDS.th : WORDS.en;
  useEffect(() => announceArrival(), []);
  useEffect(() => reportError(error), [error]);
  return (
    <main className={classes.page}>
      <RainArt className={classes.art} />
      <h1>{words.title}</h1>
      <p>{words.text}</p>
      <Button onClick={reset}>{words.again}</Button>
    </main>
  );
}
