'use client';

import { MantineContext, MantineThemeProvider } from '@mantine/core';
import '@mantine/core/styles/baseline.layer.css';
import '@mantine/core/styles/default-css-variables.layer.css';
import '@mantine/core/styles/UnstyledButton.layer.css';
import '@mantine/core/styles/VisuallyHidden.layer.css';
import '@mantine/core/styles/Input.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';
import './mantine-variables.css';
import { useEffect } from 'react';
import { loadClient } from '@/trpc/react';
import { whenIdle } from './monitoring/when-idle';
import { theme } from './theme';
import { Toasts } from './toasts';

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

/** Provides the React contexts of interactive pages. Public pages do not use them. */
export function Providers({ children }: { children: React.ReactNode }) {
  useEffect(() => whenIdle(() => void loadClient().catch(() => undefined)), []);
  return (
    <MantineContext value={MANTINE}>
      <MantineThemeProvider theme={theme}>
        {children}
        <Toasts />
      </MantineThemeProvider>
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
