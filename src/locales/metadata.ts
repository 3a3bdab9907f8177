import type { Metadata } from 'next';
import { LOCALES, type Locale } from '@/domain/locale';
import { withoutJoiners } from './keep-together';
import { localePath } from './paths';
import { translate } from './translate';

interface PageFacts {
  locale: Locale;
  /** The path of the page without language prefix. */
  path: string;
  title?: string;
  /** The description for search engines and shared links; by default the description of the site. */
  description?: string;
  /** Whether the page is personal: search engines must not index it. */
  personal?: boolean;
}

interface Shared {
  locale: Locale;
  title: string;
  description: string;
  imageAlt: string;
  /** The image of the link; by default a generated image, which shows products. */
  image?: { url: string; width: number; height: number };
}

/** Returns the metadata of a link that visitors share: a website with a large image. */
export function sharedMetadata({ locale, imageAlt, image, ...shared }: Shared) {
  const [title, description] = [withoutJoiners(shared.title), withoutJoiners(shared.description)];
  const images = [{ ...(image ?? { url: `/og/${locale}.png`, width: 1200, height: 630 }), alt: imageAlt }];
  return {
    description,
    openGraph: {
      type: 'website',
      siteName: 'ira',
      title,
      description,
      images,
      locale: locale === 'th' ? 'th_TH' : 'en_US',
    },
    // A logo is announced as a small image, a picture of products as a large one.
    twitter: { card: image ? 'summary' : 'summary_large_image', title, description, images },
  } as const satisfies Metadata;
}

/** The image of a discreet link: the logo. */
export const DISCREET_IMAGE = '/apple-icon.png';

/**
 * Returns the metadata of a link that a chat app may preview on a locked phone: it neither names nor shows a
 * product.
 */
export function discreetMetadata(
  locale: Locale,
  title = translate(locale, 'site.title'),
  description = translate(locale, 'site.discreet'),
) {
  const image = { url: DISCREET_IMAGE, width: 180, height: 180 };
  return sharedMetadata({ locale, title, description, imageAlt: 'ira', image });
}

/** Returns the metadata of a page: its title, its own URL and its URL in the other language. */
export function pageMetadata({ locale, path, title, description, personal }: PageFacts): Metadata {
  return {
    ...(title !== undefined && { title: withoutJoiners(title) }),
    ...(description !== undefined && { description: withoutJoiners(description) }),
    ...(personal && { ...discreetMetadata(locale), robots: { index: false } }),
    alternates: {
      canonical: localePath(locale, path),
      languages: {
        ...Object.fromEntries(LOCALES.map((language) => [language, localePath(language, path)])),
        'x-default': path,
      },
    },
  };
}
