import type { Metadata } from 'next';
import type { Locale } from '@/domain/locale';
import { LEGAL_TEXTS } from '@/locales/legal/texts';
import { pageMetadata, sharedMetadata } from '@/locales/metadata';
import { getI18n, pageLocale } from '@/locales/server';

interface Props {
  params: Promise<{ locale: string }>;
}

/** Returns the `generateMetadata` of an information page, with its own title and description for shared links. */
export const publicMetadata =
  (
    path: '/faq' | '/how-it-works' | '/plans' | '/products',
    texts: 'faq' | `pages.${'how' | 'plans' | 'products'}`,
  ) =>
  async ({ params }: Props): Promise<Metadata> => {
    const locale = await pageLocale(params);
    const t = await getI18n();
    return metadataOf(locale, path, { title: t(`${texts}.title`), description: t(`${texts}.description`) });
  };

/** Returns the `generateMetadata` of a legal text, whose page has its name. */
export const legalMetadata =
  (name: keyof typeof LEGAL_TEXTS) =>
  async ({ params }: Props): Promise<Metadata> => {
    const locale = await pageLocale(params);
    return metadataOf(locale, `/${name}`, LEGAL_TEXTS[name][locale]);
  };

async function metadataOf(
  locale: Locale,
  path: string,
  { title, description }: { title: string; description: string },
): Promise<Metadata> {
  const t = await getI18n();
  return {
    ...pageMetadata({ locale, path, title, description }),
    ...sharedMetadata({ locale, title, description, imageAlt: t('site.imageAlt') }),
  };
}
