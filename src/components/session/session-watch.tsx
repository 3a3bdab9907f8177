'use client';

import { usePathname } from 'next/navigation';
import { useEffect, useRef } from 'react';
import { shouldRefresh } from '@/domain/session';
import { siteApi } from '@/trpc/rest-clients';
import { hasUnsavedInput, keepInput } from './kept-input';
import { leaveForLogin } from './leave-for-login';
import { isLoggedOut } from './logged-out';

const ONE_MINUTE_MS = 60_000;
/** The delay in milliseconds after a tab switch. Further tab switches restart it. */
const SETTLE_MS = 300;

interface SessionWatchProps {
  signedIn: boolean;
  guarded?: boolean;
}

/**
 * Extends the session while the subscriber uses the page. Reads the session on load, when the tab becomes
 * visible, and at most once a minute during typing or navigation. If ten minutes or less remain, requests an
 * extension. Does nothing without a session. Stores unsaved input before a redirect to log-in.
 */
export function SessionWatch({ signedIn, guarded }: SessionWatchProps) {
  const pathname = usePathname();
  const stir = useRef<() => void>(undefined);

  useEffect(() => {
    if (!signedIn) return;
    let [resting, settling]: (number | undefined)[] = [];
    let asking: Promise<void> | null = null;
    const look = ({ typing }: { typing: boolean }) => {
      window.clearTimeout(resting);
      resting = window.setTimeout(() => (resting = undefined), ONE_MINUTE_MS);
      asking ??= watchOver({ guarded, typing }).finally(() => (asking = null));
    };
    const onActivity = () => {
      if (resting === undefined) look({ typing: true });
    };
    const onVisible = () => {
      if (document.visibilityState !== 'visible') return keepInput();
      window.clearTimeout(settling);
      settling = window.setTimeout(() => look({ typing: false }), SETTLE_MS);
    };
    stir.current = onActivity;
    look({ typing: false });
    const stop = new AbortController();
    document.addEventListener('visibilitychange', onVisible, stop);
    document.addEventListener('input', onActivity, stop);
    document.addEventListener('keydown', onActivity, stop);
    window.addEventListener('pagehide', keepInput, stop);
    return () => {
      window.clearTimeout(resting);
      window.clearTimeout(settling);
      stir.current = undefined;
      stop.abort();
    };
  }, [signedIn, guarded]);

  useEffect(() => stir.current?.(), [pathname]);

  return null;
}

async function watchOver({ guarded, typing }: { guarded?: boolean; typing: boolean }): Promise<void> {
  try {
    const api = siteApi();
    const { data } = await api.get('/api/me');
    if (shouldRefresh(data.expiresInMinutes)) await api.get('/api/refresh');
  } catch (refusal) {
    if (!guarded || !isLoggedOut(refusal)) return;
    // Does not interrupt typing by a redirect. Sending the form also leads to log-in.
    if (typing && hasUnsavedInput()) keepInput();
    else leaveForLogin();
  }
}
