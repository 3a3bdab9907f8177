'use client';

import { useSyncExternalStore } from 'react';
import { useLocale } from '@/locales/client';
import { localePath } from '@/locales/paths';
import type { Locale } from '@/domain/locale';

/**
 * Returns the URL of a payment link in the given language. Returns a URL of another site unchanged. Browser
 * only.
 */
export function payAddress(paymentUrl: string, locale: Locale): string {
  const { origin, pathname } = new URL(paymentUrl);
  return origin === window.location.origin ? localePath(locale, pathname) : paymentUrl;
}

const neverChanges = () => () => undefined;

/**
 * Returns the URL of a payment link in the language of the page. For use in a component: on the server, where
 * `payAddress` would fail, it returns `paymentUrl` unchanged.
 */
export function usePayAddress(paymentUrl: string): string {
  const locale = useLocale();
  return useSyncExternalStore(
    neverChanges,
    () => payAddress(paymentUrl, locale),
    () => paymentUrl,
  );
}
