import { notFound } from 'next/navigation';
import { createI18nServer, setStaticParamsLocale } from 'next-international/server';
import { isLocale, type Locale } from '@/domain/locale';
import type { Translate } from './typed';

const server = createI18nServer({
  en: async () => ({ default: await import('./en') }),
  th: () => import('./page-words'),
});

/** Returns the page's translation function, for server components. */
export const getI18n = server.getI18n as () => Promise<Translate>;

/**
 * Returns the language of the page. Throws Next's notFound() for another first segment of the URL. Every page
 * and layout must call it first. Next renders pages and layouts in parallel. So a check in a layout does not
 * protect its page from a URL like /foo.php.
 */
export async function pageLocale(params: Promise<{ locale: string }>): Promise<Locale> {
  const { locale } = await params;
  if (!isLocale(locale)) notFound();
  setStaticParamsLocale(locale);
  return locale;
}
