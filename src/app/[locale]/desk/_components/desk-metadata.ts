import type { Metadata } from 'next';
import { titleOf } from '@/locales/page-metadata';
import { getI18n } from '@/locales/server';
import type { WordKey } from '@/locales/translate';

/** Returns the `generateMetadata` of a page of the desk: a title, and nothing for search engines. */
export const deskMetadata =
  (key: WordKey) =>
  async (page: { params: Promise<{ locale: string }> }): Promise<Metadata> => {
    const { title } = await titleOf(page, key);
    const t = await getI18n();
    return { title: { absolute: `${title} · ${t('desk.title')}` }, robots: { index: false, follow: false } };
  };
