'use client';

import { useRouter } from 'next/navigation';
import { useEffect } from 'react';
import { desk } from '@/trpc/desk';

const ASK_AGAIN_MS = 10_000;
/** Without a key or a pointer for so long the page asks no more: its session ends as that of any other page. */
const AWAY_MS = 10 * 60_000;

/**
 * Reads the inbox again when something has changed, while its tab is seen and used. What is being typed stays. It asks
 * for a stamp, because each reading of the inbox is recorded.
 */
export function RefreshInbox() {
  const router = useRouter();
  useEffect(() => {
    let known: string | null = null;
    let usedAt = performance.now();
    const use = () => {
      usedAt = performance.now();
    };
    const ask = async () => {
      if (document.visibilityState !== 'visible' || performance.now() - usedAt > AWAY_MS) return;
      const stamp = await desk.conversations.stamp.query().catch(() => known);
      if (known !== null && stamp !== known) router.refresh();
      known = stamp;
    };
    void ask();
    const asking = setInterval(() => void ask(), ASK_AGAIN_MS);
    for (const event of ['pointerdown', 'keydown']) document.addEventListener(event, use);
    return () => {
      clearInterval(asking);
      for (const event of ['pointerdown', 'keydown']) document.removeEventListener(event, use);
    };
  }, [router]);
  return null;
}
