'use client';

import { useSyncExternalStore } from 'react';
import type { Locale } from '@/domain/locale';
import { useLocale } from '@/locales/client';
import { localePath } from '@/locales/paths';
import { ButtonAnchor } from '../button-anchor';

/**
 * Returns the URL of a payment link in the given language. Returns a URL of another site unchanged. Browser
 * only.
 */
export function payAddress(paymentUrl: string, locale: Locale): string {
  const { origin, pathname } = new URL(paymentUrl);
  return origin === window.location.origin ? localePath(locale, pathname) : paymentUrl;
}

const neverChanges = () => () => undefined;

interface PayButtonProps {
  paymentUrl: string;
  look?: 'primary' | 'secondary';
  wide?: boolean;
  children: React.ReactNode;
}

/** Links to the page of a payment link. Loads a new document, which has its own security policy. */
export function PayButton({ paymentUrl, look, wide, children }: PayButtonProps) {
  const locale = useLocale();
  // The server does not know the origin of the page.
  const href = useSyncExternalStore(
    neverChanges,
    () => payAddress(paymentUrl, locale),
    () => paymentUrl,
  );
  return (
    <ButtonAnchor href={href} look={look} wide={wide}>
      {children}
    </ButtonAnchor>
  );
}
