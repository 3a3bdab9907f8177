'use client';

import { useRouter } from 'next/navigation';
import { useEffect, useRef } from 'react';
import { useLocale } from '@/locales/client';
import { localePath } from '@/locales/paths';
import { showToast } from './toasts';

/** Opens a page with fresh data and shows there a toast that the action is done. */
export function useDone(path: string): (message: string) => void {
  const locale = useLocale();
  const router = useRouter();
  const news = useRef<string | null>(null);
  useEffect(
    () => () => {
      // Waits for the next page: a toast disappears soon.
      if (news.current !== null) showToast({ message: news.current, tone: 'good' });
      news.current = null;
    },
    [],
  );
  return (message) => {
    news.current = message;
    router.push(localePath(locale, path));
    // The cached previous page is out of date.
    router.refresh();
  };
}
