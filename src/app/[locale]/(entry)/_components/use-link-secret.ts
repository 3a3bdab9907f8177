import { useEffect, useRef } from 'react';
import { useFailureText } from '@/components/forms/use-failure-text';
import { useI18n } from '@/locales/client';
import type { Refusal } from '@/trpc/react';

/**
 * Hands over the secret of the link that was opened, and takes it out of the address at once, so that it is neither
 * in the history nor on anybody's screenshot. No server and no log ever sees a fragment. Null when there is none.
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
    // A second link opened in the same tab changes nothing but the fragment.
    window.addEventListener('hashchange', take);
    return () => window.removeEventListener('hashchange', take);
  }, []);
}

/** What to say about a link that could not be opened: why, or that it is as good as before. */
export function useLinkFailureText(): (refusal: Refusal) => string {
  const t = useI18n();
  const failureText = useFailureText('command');
  return (refusal) => (refusal.code === null ? t('auth.open.failedText') : failureText(refusal));
}
