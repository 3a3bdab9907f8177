'use client';

import { MantineProvider } from '@mantine/core';
import '@mantine/core/styles/baseline.layer.css';
import '@mantine/core/styles/default-css-variables.layer.css';
import '@mantine/core/styles/UnstyledButton.layer.css';
import '@mantine/core/styles/VisuallyHidden.layer.css';
import '@mantine/core/styles/Input.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';
import type { Locale } from '@/domain/locale';
import { TrpcProvider } from '@/trpc/react';
import { theme } from './theme';
import { Toasts } from './toasts';

interface ProvidersProps {
  locale: Locale;
  nonce: string;
  children: React.ReactNode;
}

/** Provides the contexts of interactive pages. Public pages load without them. */
export function Providers({ locale, nonce, children }: ProvidersProps) {
  return (
    <MantineProvider theme={theme} forceColorScheme="light" getStyleNonce={() => firstNonce(nonce)}>
      <TrpcProvider locale={locale}>{children}</TrpcProvider>
      <Toasts />
    </MantineProvider>
  );
}

/** Returns the document's first nonce: a page fetched later brings a newer one, which the document's policy rejects. */
function firstNonce(nonce: string): string {
  if (typeof document === 'undefined') return nonce;
  return document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce ?? nonce;
}
