'use client';

import { useSyncExternalStore } from 'react';
import { useLocale } from '@/locales/client';
import { localePath } from '@/locales/paths';
import type { Locale } from '@/domain/locale';

/** Returns a payment link in the reader's language if it is a page of this site; another app's address unchanged. */
export function payAddress(paymentUrl: string, locale: Locale): string {
  const { origin, pathname } = new URL(paymentUrl);
  return origin === window.location.origin ? localePath(locale, pathname) : paymentUrl;
}

const neverChanges = () => () => undefined;

/** Returns the same address during rendering; the server does not know the address of the page. */
export function usePayAddress(paymentUrl: string): string {
  const locale = useLocale();
  return useSyncExternalStore(
    neverChanges,
    () => payAddress(paymentUrl, locale),
    () => paymentUrl,
  );
}
