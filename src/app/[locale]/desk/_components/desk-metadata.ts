import type { Metadata } from 'next';
import type { WordKey } from '@/locales/translate';
import { getI18n, pageLocale } from '@/locales/server';

/** Returns the metadata of a page of the desk: a title, and nothing for search engines. */
export async function deskMetadata(params: Promise<{ locale: string }>, title: WordKey): Promise<Metadata> {
  await pageLocale(params);
  const t = (await getI18n()) as (key: WordKey) => string;
  return { title: { absolute: `${t(title)} · ${t('desk.title')}` }, robots: { index: false, follow: false } };
}
