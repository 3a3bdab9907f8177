'use client';

import { useSyncExternalStore } from 'react';
import { Notice } from '@/components/notice';
import { isInputWaiting } from '@/components/session/kept-input';
import { useI18n } from '@/locales/client';

const never = () => () => undefined;

/**
 * Explains why a visitor has to log in before a page, and that its unsaved input is stored.
 * @param silent another notice already gives the reason
 */
export function GoOnNotice({ silent }: { silent: boolean }) {
  const t = useI18n();
  // Only the tab knows about stored input; the server renders the page without it.
  const isKept = useSyncExternalStore(never, isInputWaiting, () => false);
  if (silent && !isKept) return null;
  return (
    <Notice tone="info">
      {!silent && <p>{t('auth.next')}</p>}
      {isKept && <p>{t('auth.kept')}</p>}
    </Notice>
  );
}
