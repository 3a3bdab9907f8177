import { notFound } from 'next/navigation';
import { createI18nServer, setStaticParamsLocale } from 'next-international/server';
import { isLocale, type Locale } from '@/domain/locale';
import type { Translate } from './typed';

const server = createI18nServer({
  en: () => import('./en'),
  th: () => import('./th'),
});

/** The words of the page, for server components. */
export const getI18n = server.getI18n as () => Promise<Translate>;

/**
 * The language of this page. Every page and layout starts with it: Next renders them in parallel, so a layout's
 * notFound() does not protect the page below it from an address like /foo.php.
 */
export async function pageLocale(params: Promise<{ locale: string }>): Promise<Locale> {
  const { locale } = await params;
  if (!isLocale(locale)) notFound();
  setStaticParamsLocale(locale);
  return locale;
}
