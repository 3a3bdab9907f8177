import type { Metadata } from 'next';
import { discreetMetadata, pageMetadata } from './metadata';
import { getI18n, pageLocale } from './server';
import type { WordKey } from './translate';

interface Props {
  params: Promise<{ locale: string }>;
}

/** Returns the language of a page and its title. */
export async function titleOf({ params }: Props, title: WordKey) {
  const locale = await pageLocale(params);
  const t = (await getI18n()) as (key: WordKey) => string;
  return { locale, title: t(title) };
}

/** Returns the `generateMetadata` of a personal page. */
export const personalMetadata =
  (path: string, title: WordKey) =>
  async (page: Props): Promise<Metadata> =>
    pageMetadata({ ...(await titleOf(page, title)), path, personal: true });

/**
 * Returns the `generateMetadata` of a page that a secret link opens. It has no canonical URL, because its URL is the
 * secret.
 */
export const secretLinkMetadata =
  (key: WordKey) =>
  async (page: Props): Promise<Metadata> => {
    const { locale, title } = await titleOf(page, key);
    return { ...discreetMetadata(locale), title, robots: { index: false, follow: false } };
  };
