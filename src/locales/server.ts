import { notFound } from 'next/navigation';
import { createI18nServer, setStaticParamsLocale } from 'next-international/server';
import { isLocale, type Locale } from '@/domain/locale';

export const { getI18n } = createI18nServer({
  en: () => import('./en'),
  th: () => import('./th'),
});

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
