'use client';

import { useRouter } from 'next/navigation';
import { useEffect, useRef } from 'react';
import { useLocale } from '@/locales/client';
import { localePath } from '@/locales/paths';
import { showToast } from './toasts';
import type { Toast } from './toaster';

/**
 * Returns a function that opens a page, loads its data again, and shows a toast on the page.
 * @param path the path without language
 */
export function useDone(path: string): (message: string, undo?: Toast['undo']) => void {
  const locale = useLocale();
  const router = useRouter();
  const news = useRef<Toast | null>(null);
  useEffect(
    () => () => {
      // Shows the toast when the next page opens, because a toast disappears soon.
      if (news.current !== null) showToast(news.current);
      news.current = null;
    },
    [],
  );
  return (message, undo) => {
    news.current = { message, tone: 'good', undo };
    router.push(localePath(locale, path));
    // Cached pages are out of date after the action.
    router.refresh();
  };
}
