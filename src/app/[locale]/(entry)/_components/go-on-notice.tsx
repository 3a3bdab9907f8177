'use client';

import { useSyncExternalStore } from 'react';
import { Notice } from '@/components/notice';
import { isInputWaiting } from '@/components/session/kept-input';
import { useI18n } from '@/locales/client';

const never = () => () => undefined;

/**
 * Why somebody who was on the way to a page is asked to log in first, and that what they typed there waits for them.
 * @param silent another notice tells why they are here
 */
export function GoOnNotice({ silent }: { silent: boolean }) {
  const t = useI18n();
  // Only the tab knows; the server says nothing of it.
  const isKept = useSyncExternalStore(never, isInputWaiting, () => false);
  if (silent && !isKept) return null;
  return (
    <Notice tone="info">
      {!silent && <p>{t('auth.next')}</p>}
      {isKept && <p>{t('auth.kept')}</p>}
    </Notice>
  );
}
