'use client';

import { useRouter } from 'next/navigation';
import { useEffect } from 'react';

const READ_AGAIN_MS = 15_000;

/** Reads the inbox again while its tab is seen, so that new messages appear. What is being typed stays. */
export function RefreshInbox() {
  const router = useRouter();
  useEffect(() => {
    const reading = setInterval(
      () => document.visibilityState === 'visible' && router.refresh(),
      READ_AGAIN_MS,
    );
    return () => clearInterval(reading);
  }, [router]);
  return null;
}
