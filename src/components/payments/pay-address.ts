'use client';

import { useSyncExternalStore } from 'react';
import { useLocale } from '@/locales/client';
import { localePath } from '@/locales/paths';
import type { Locale } from '@/domain/locale';

/** A payment link in the reader's language where the page is one of this site; another app's address as it is. */
export function payAddress(paymentUrl: string, locale: Locale): string {
  const { origin, pathname } = new URL(paymentUrl);
  return origin === window.location.origin ? localePath(locale, pathname) : paymentUrl;
}

const neverChanges = () => () => undefined;

/** The same while drawing; the server does not know under which address it is read. */
export function usePayAddress(paymentUrl: string): string {
  const locale = useLocale();
  return useSyncExternalStore(
    neverChanges,
    () => payAddress(paymentUrl, locale),
    () => paymentUrl,
  );
}
