import type { Metadata } from 'next';
import { LOCALES, type Locale } from '@/domain/locale';
import { localePath } from './paths';

interface PageFacts {
  locale: Locale;
  /** The page's address without language. */
  path: string;
  title?: string;
  /** Pages about one person, which no search engine should keep. */
  personal?: boolean;
}

/** A page's title, its own address and the same page in the other language. */
export function pageMetadata({ locale, path, title, personal }: PageFacts): Metadata {
  return {
    ...(title !== undefined && { title }),
    ...(personal && { robots: { index: false } }),
    alternates: {
      canonical: localePath(locale, path),
      languages: {
        ...Object.fromEntries(LOCALES.map((language) => [language, localePath(language, path)])),
        'x-default': path,
      },
    },
  };
}
