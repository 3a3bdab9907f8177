import { notFound } from 'next/navigation';
import { createI18nServer, setStaticParamsLocale } from 'next-international/server';
import { isLocale, type Locale } from '@/domain/locale';
import type { Translate } from './typed';

const server = createI18nServer({
  en: () => import('./en'),
  th: () => import('./th'),
});

/** Returns the page's translation function, for server components. */
export const getI18n = server.getI18n as () => Promise<Translate>;

/**
 * Returns the language of the page. Every page and layout calls it first: Next renders them in parallel, so notFound() in
 * a layout does not protect its page from an address like /foo.php.
 */
export async function pageLocale(params: Promise<{ locale: string }>): Promise<Locale> {
  const { locale } = await params;
  if (!isLocale(locale)) notFound();
  setStaticParamsLocale(locale);
  return locale;
}
