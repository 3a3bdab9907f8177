'use client';

import { useEffect, useCallback, useRef, useState, useTransition } from 'react';
import { linkFollowed } from '../shell/navigation';
import classes from './connection-notice.module.css';
import { useRouter } from 'next/navigation';
import { useOffline } from 'next/offline';
import { announceReadAgain, useLostAnswer } from './connection';

interface ConnectionNoticeProps {
  words: { lost: string; back: string };
}

/** Shows that the connection is lost or restored. While it is lost, links to other pages do nothing. */
export function ConnectionNotice({ words }: ConnectionNoticeProps) {
  const connection = useConnection();
  const isLost = connection === 'lost';

  useEffect(() => {
    if (!isLost) return;
    const stay = (event: MouseEvent) => {
      if (!linkFollowed(event)) return;
      event.preventDefault();
      event.stopPropagation();
    };
    window.addEventListener('click', stay, { capture: true });
    return () => window.removeEventListener('click', stay, { capture: true });
  }, [isLost]);

  return (
    <div role="status" className={classes.place}>
      {connection !== 'fine' && (
        <p className={classes.notice} data-connection={connection}>
          {words[connection]}
        </p>
      )}
    </div>
  );
}

const RETRY_MS = 3000;
const BACK_SHOWN_MS = 8000;

type Connection = 'fine' | 'lost' | 'back';

/**
 * Returns the state of the connection. After a lost connection or response, waits until the server responds
 * and then loads the page's data again.
 */
function useConnection(): Connection {
  const router = useRouter();
  const isOffline = useOffline();
  const [connection, setConnection] = useState<Connection>('fine');
  const [isRefreshing, startRefresh] = useTransition();
  const phase = useRef<'idle' | 'waiting' | 'refreshing'>('idle');

  const readAgain = useCallback(async () => {
    if (phase.current === 'waiting') return;
    phase.current = 'waiting';
    while (!(await isServerReady())) {
      setConnection('lost');
      await onlineOrAfter(RETRY_MS);
    }
    phase.current = 'refreshing';
    startRefresh(() => router.refresh());
  }, [router]);
  useLostAnswer(() => void readAgain());
  useEffect(() => {
    // oxlint-disable-next-line react/set-state-in-effect -- it calls the server first
    if (isOffline) void readAgain();
  }, [isOffline, readAgain]);

  useEffect(() => {
    if (isRefreshing || phase.current !== 'refreshing') return;
    phase.current = 'idle';
    announceReadAgain();
    setConnection('back');
  }, [isRefreshing]);

  useEffect(() => {
    if (connection !== 'back') return;
    const timer = window.setTimeout(() => setConnection('fine'), BACK_SHOWN_MS);
    return () => window.clearTimeout(timer);
  }, [connection]);

  return isOffline ? 'lost' : connection;
}

async function isServerReady(): Promise<boolean> {
  try {
    return (await fetch('/api/ready', { cache: 'no-store' })).ok;
  } catch {
    return false;
  }
}

/** Resolves when the browser reports a connection, or after `ms` milliseconds. */
function onlineOrAfter(ms: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = window.setTimeout(resolve, ms);
    window.addEventListener('online', () => (window.clearTimeout(timer), resolve()), { once: true });
  });
}
