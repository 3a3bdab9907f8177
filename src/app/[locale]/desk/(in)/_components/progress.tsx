'use client';

import { useRouter } from 'next/navigation';
import { useEffect } from 'react';
import classes from './desk.module.css';

const READ_AGAIN_MS = 1500;

interface ProgressProps {
  count: number;
  whole: number;
  /** How far it is. */
  text: string;
  children?: React.ReactNode;
}

/** How far a long work is. Reads the page again until it has ended. */
export function Progress({ count, whole, text, children }: ProgressProps) {
  const router = useRouter();
  useEffect(() => {
    const reading = setInterval(() => router.refresh(), READ_AGAIN_MS);
    return () => clearInterval(reading);
  }, [router]);
  return (
    <div className="stack mt-4">
      <progress className={classes.progress} value={count} max={Math.max(whole, 1)} aria-label={text} />
      <p role="status">{text}</p>
      {children}
    </div>
  );
}
