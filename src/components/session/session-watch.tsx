'use client';

import { usePathname } from 'next/navigation';
import { useEffect, useRef } from 'react';
import { shouldRefresh } from '@/domain/session';
import { request } from '@/trpc/request';
import { loadPage } from '../load-page';
import { localePath } from '@/locales/paths';

const ONE_MINUTE_MS = 60_000;

interface SessionWatchProps {
  signedIn: boolean;
  guarded?: boolean;
}

/**
 * Keeps a session alive while somebody is there: asks on load and when the tab becomes visible again, and at most
 * once a minute while they type or navigate; ten minutes or less left, it asks for more. Without a session it is silent.
 */
export function SessionWatch({ signedIn, guarded }: SessionWatchProps) {
  const pathname = usePathname();
  const stir = useRef<() => void>(undefined);

  useEffect(() => {
    if (!signedIn) return;
    let resting: number | undefined;
    const look = () => {
      window.clearTimeout(resting);
      resting = window.setTimeout(() => (resting = undefined), ONE_MINUTE_MS);
      void watchOver(guarded ?? false);
    };
    const onActivity = () => {
      if (resting === undefined) look();
    };
    const onVisible = () => {
      if (document.visibilityState === 'visible') look();
    };
    stir.current = onActivity;
    look();
    document.addEventListener('visibilitychange', onVisible);
    document.addEventListener('input', onActivity);
    document.addEventListener('keydown', onActivity);
    return () => {
      window.clearTimeout(resting);
      stir.current = undefined;
      document.removeEventListener('visibilitychange', onVisible);
      document.removeEventListener('input', onActivity);
      document.removeEventListener('keydown', onActivity);
    };
  }, [signedIn, guarded]);

  useEffect(() => stir.current?.(), [pathname]);

  return null;
}

async function watchOver(guarded: boolean): Promise<void> {
  try {
    const { data } = await request<{ expiresInMinutes: number }>('/api/me');
    if (shouldRefresh(data.expiresInMinutes)) await request('/api/refresh');
  } catch (refusal) {
    if (guarded && isLoggedOut(refusal)) leaveForLogin();
  }
}

function isLoggedOut(refusal: unknown): boolean {
  return (
    typeof refusal === 'object' && refusal !== null && 'code' in refusal && refusal.code === 'NOT_LOGGED_IN'
  );
}

function leaveForLogin(): void {
  const { pathname, search } = window.location;
  const locale = document.documentElement.lang === 'th' ? 'th' : 'en';
  loadPage(`${localePath(locale, '/login')}?next=${encodeURIComponent(pathname + search)}`);
}
