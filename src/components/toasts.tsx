'use client';

import { useEffect, useState } from 'react';
import { useI18n } from '@/locales/client';
import type { Toast } from './toaster';

const SHOW = 'ira:toast';

/**
 * Shows a toast at the top of the page for three seconds, or for ten if it offers to undo the action. If the message is
 * important, the page must also show it in its content.
 */
export function showToast(toast: Toast): void {
  window.dispatchEvent(new CustomEvent<Toast>(SHOW, { detail: toast }));
}

type Toaster = typeof import('./toaster');

/** Renders the toasts. Mantine's notifications are loaded with the first toast. */
export function Toasts() {
  const t = useI18n();
  const [toaster, setToaster] = useState<Toaster | null>(null);
  const closeLabel = t('common.close');
  const undoLabel = t('common.undo');

  useEffect(() => {
    const onShow = (event: Event) => {
      const toast = (event as CustomEvent<Toast>).detail;
      void import('./toaster').then((loaded) => {
        setToaster(loaded);
        loaded.show(toast, { closeLabel, undoLabel });
      });
    };
    window.addEventListener(SHOW, onShow);
    return () => window.removeEventListener(SHOW, onShow);
  }, [closeLabel, undoLabel]);

  return toaster && <toaster.Toaster />;
}
