import { useEffect, useRef } from 'react';
import { useFailureText } from '@/components/forms/use-failure-text';
import { useI18n } from '@/locales/client';
import type { Refusal } from '@/trpc/react';

/**
 * Calls `onOpened` with the secret of the opened link, or with null if the link has none. Removes the secret
 * from the URL immediately, so that it is not in the history or in screenshots. The secret is in the
 * fragment, which servers and logs never receive.
 */
export function useLinkSecret(onOpened: (secret: string | null) => void): void {
  const opened = useRef(onOpened);
  const done = useRef(false);
  useEffect(() => {
    opened.current = onOpened;
  });
  useEffect(() => {
    const take = () => {
      const secret = window.location.hash.slice(1);
      window.history.replaceState(
        window.history.state,
        '',
        window.location.pathname + window.location.search,
      );
      opened.current(secret || null);
    };
    if (!done.current) take();
    done.current = true;
    // If the visitor opens a second link in the same tab, only the fragment changes.
    window.addEventListener('hashchange', take);
    return () => window.removeEventListener('hashchange', take);
  }, []);
}

/**
 * Returns a function that returns the message for a link that could not be used: the reason, or, without a
 * response, that the link is still valid.
 */
export function useLinkFailureText(): (refusal: Refusal) => string {
  const t = useI18n();
  const failureText = useFailureText('command');
  return (refusal) => (refusal.code === null ? t('auth.open.failedText') : failureText(refusal));
}
