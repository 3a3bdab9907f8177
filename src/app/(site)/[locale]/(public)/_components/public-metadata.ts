import type { Metadata } from 'next';
import type { Locale } from '@/domain/locale';
import { pageMetadata, sharedMetadata } from '@/locales/metadata';
import type { PUBLIC_PAGES } from '@/locales/paths';
import { getI18n } from '@/locales/server';

interface PublicFacts {
  locale: Locale;
  path: (typeof PUBLIC_PAGES)[number];
  title: string;
  description: string;
}

/** Returns the metadata of an information page, with its own title and description for shared links. */
export async function publicMetadata({ locale, path, title, description }: PublicFacts): Promise<Metadata> {
  const t = await getI18n();
  return {
    ...pageMetadata({ locale, path, title, description }),
    ...sharedMetadata({ locale, title, description, imageAlt: t('site.imageAlt') }),
  };
}
