'use client';

import { useRouter } from 'next/navigation';
import { useEffect } from 'react';

const EVERY_MS = 4000;
const LOOKS = 30;
const LATER_EVERY = 8;

/** Polls the server while a payment is in progress, so that the page updates by itself. Less often after two minutes. */
export function PollPayment() {
  const router = useRouter();
  useEffect(() => {
    let looks = 0;
    const timer = window.setInterval(() => {
      if (document.visibilityState !== 'visible') return;
      looks += 1;
      if (looks <= LOOKS || looks % LATER_EVERY === 0) router.refresh();
    }, EVERY_MS);
    return () => window.clearInterval(timer);
  }, [router]);
  return null;
}
