'use client';

import { useEffect, useState } from 'react';
import { Button } from '@/components/button';
import { request } from '@/trpc/request';

const LOOK_MS = 15_000;
/**
 * The maximum random delay of a retry in milliseconds, so that browsers do not all retry at the same time.
 */
const SPREAD_MS = 10_000;

interface ComeBackProps {
  waiting: string;
  back: string;
  tryAgain: string;
}

/** Polls the server until the maintenance ends, and then reloads the page. */
export function ComeBack({ waiting, back, tryAgain }: ComeBackProps) {
  const [isBack, setIsBack] = useState(false);

  useEffect(() => {
    let timer: number | undefined;
    const look = async () => {
      window.clearTimeout(timer);
      const isOpen = await request<{ maintenance: boolean }>('/api/settings').then(
        ({ data }) => !data.maintenance,
        () => false,
      );
      if (!isOpen) return wait();
      setIsBack(true);
      window.location.reload();
    };
    const wait = () => {
      timer = window.setTimeout(() => void look(), LOOK_MS + Math.random() * SPREAD_MS);
    };
    const onVisible = () => {
      if (document.visibilityState === 'visible') void look();
    };
    wait();
    document.addEventListener('visibilitychange', onVisible);
    return () => {
      window.clearTimeout(timer);
      document.removeEventListener('visibilitychange', onVisible);
    };
  }, []);

  return (
    <>
      <p role="status">{isBack ? back : waiting}</p>
      <Button onClick={() => window.location.reload()}>{tryAgain}</Button>
    </>
  );
}
