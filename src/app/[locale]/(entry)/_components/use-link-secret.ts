import { useEffect, useRef } from 'react';
import { useFailureText } from '@/components/forms/use-failure-text';
import { useI18n } from '@/locales/client';
import type { Refusal } from '@/trpc/react';

/**
 * Passes on the secret of the opened link and removes it from the address immediately, so that it is not in the history
 * or in screenshots. Servers and logs never receive a fragment. The secret is null if there is none.
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
    // A second link opened in the same tab changes only the fragment.
    window.addEventListener('hashchange', take);
    return () => window.removeEventListener('hashchange', take);
  }, []);
}

/** Returns the message for a link that could not be opened: the reason, or that it is still valid. */
export function useLinkFailureText(): (refusal: Refusal) => string {
  const t = useI18n();
  const failureText = useFailureText('command');
  return (refusal) => (refusal.code === null ? t('auth.open.failedText') : failureText(refusal));
}
