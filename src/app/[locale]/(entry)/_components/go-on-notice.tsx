'use client';

import { useSyncExternalStore } from 'react';
import { Notice } from '@/components/notice';
import { isInputWaiting } from '@/components/session/kept-input';
import { useI18n } from '@/locales/client';

const never = () => () => undefined;

/**
 * Explains that the requested page needs a log-in, and that its unsaved input is stored.
 * @param silent whether another notice already gives the reason for the log-in
 */
export function GoOnNotice({ silent }: { silent: boolean }) {
  const t = useI18n();
  // Only the browser can read stored input. The server renders the page without this sentence.
  const isKept = useSyncExternalStore(never, isInputWaiting, () => false);
  if (silent && !isKept) return null;
  return (
    <Notice tone="info">
      {!silent && <p>{t('auth.next')}</p>}
      {isKept && <p>{t('auth.kept')}</p>}
    </Notice>
  );
}
