'use client';

import { MantineContext, MantineThemeProvider } from '@mantine/core';
import { theme } from './theme';

/**
 * The context that MantineProvider sets for a light page. Replaces MantineProvider, so that pages do not load
 * its code for variables and colour schemes.
 */
const MANTINE: React.ContextType<typeof MantineContext> = {
  colorScheme: 'light',
  setColorScheme: () => undefined,
  clearColorScheme: () => undefined,
  getRootElement: () => document.documentElement,
  classNamesPrefix: 'mantine',
  cssVariablesSelector: ':root',
  withStaticClasses: true,
  getStyleNonce: documentNonce,
};

/**
 * Sets the contexts of Mantine's components. Only fields and toasts are wrapped in it, so that pages without them do not
 * load Mantine.
 */
export function InMantine({ children }: { children: React.ReactNode }) {
  return (
    <MantineContext value={MANTINE}>
      <MantineThemeProvider theme={theme}>{children}</MantineThemeProvider>
    </MantineContext>
  );
}

/**
 * Returns the document's nonce for styles that are added in the browser. Returns an empty string on the
 * server.
 */
function documentNonce(): string {
  if (typeof document === 'undefined') return '';
  return document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce ?? '';
}
