'use client';

import { createI18nClient } from 'next-international/client';
import { useContext } from 'react';
import { DEFAULT_LOCALE, isLocale, type Locale } from '@/domain/locale';
import type en from './en';
import type { Translate } from './typed';

const unused = (async () => {
  throw new Error('Dictionaries come from <I18n>.');
}) as unknown as () => Promise<{ default: typeof en }>;

const client = createI18nClient({ en: unused, th: unused });

/** Returns the page's translation function, for client components. */
export const useI18n = client.useI18n as () => Translate;

/**
 * Returns the language of the page. The hook of next-international is not used, because it reads the router,
 * which tests do not have.
 */
export function useLocale(): Locale {
  const locale = useContext(client.I18nClientContext)?.locale;
  return isLocale(locale) ? locale : DEFAULT_LOCALE;
}

interface I18nClientProps {
  locale: Locale;
  words: Record<string, string>;
  children: React.ReactNode;
}

/**
 * Provides the texts that the server selected to client components, so that the bundle contains no
 * dictionary.
 */
export function I18nClient({ locale, words, children }: I18nClientProps) {
  const context = { locale, localeContent: words as never, fallbackLocale: undefined };
  return <client.I18nClientContext.Provider value={context}>{children}</client.I18nClientContext.Provider>;
}
