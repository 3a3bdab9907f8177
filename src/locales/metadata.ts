import type { Metadata } from 'next';
import { LOCALES, type Locale } from '@/domain/locale';
import { localePath } from './paths';

interface PageFacts {
  locale: Locale;
  /** The page's address without language. */
  path: string;
  title?: string;
  /** What search engines and shared links say below the title; pages without one say what the site is. */
  description?: string;
  /** Pages about one person, or with one person's business on them, which no search engine should keep. */
  personal?: boolean;
}

interface Shared {
  locale: Locale;
  title: string;
  description: string;
  imageAlt: string;
}

/** How a page looks where its address is shared: website data with the drawn image, and a large card. */
export function sharedMetadata({ locale, title, description, imageAlt }: Shared) {
  const images = [{ url: `/og/${locale}.png`, width: 1200, height: 630, alt: imageAlt }];
  return {
    openGraph: {
      type: 'website',
      siteName: 'ira',
      title,
      description,
      images,
      locale: locale === 'th' ? 'th_TH' : 'en_US',
    },
    twitter: { card: 'summary_large_image', title, description, images },
  } as const satisfies Metadata;
}

/** A page's title, its own address and the same page in the other language. */
export function pageMetadata({ locale, path, title, description, personal }: PageFacts): Metadata {
  return {
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
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
