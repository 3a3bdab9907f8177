'use client';

import { useRouter } from 'next/navigation';
import { useEffect, useRef } from 'react';
import { useLocale } from '@/locales/client';
import { localePath } from '@/locales/paths';
import { showToast } from './toasts';

/** Goes on to a page, which asks the server again, and says there that it is done. */
export function useDone(path: string): (message: string) => void {
  const locale = useLocale();
  const router = useRouter();
  const news = useRef<string | null>(null);
  useEffect(
    () => () => {
      // Not before the next page is there: a toast is soon gone.
      if (news.current !== null) showToast({ message: news.current, tone: 'good' });
      news.current = null;
    },
    [],
  );
  return (message) => {
    news.current = message;
    router.push(localePath(locale, path));
    // What the way back would show is out of date.
    router.refresh();
  };
}
