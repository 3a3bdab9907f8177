import type { Metadata } from 'next';
import { pageMetadata } from '@/locales/metadata';
import { getI18n, pageLocale } from '@/locales/server';

type Title = 'rewards.title' | 'rewards.ledger.title' | 'rewards.redeem.title';

/** Returns the metadata of a rewards page, with its title and URL. */
export async function rewardsMetadata(
  params: Promise<{ locale: string }>,
  path: string,
  title: Title,
): Promise<Metadata> {
  const locale = await pageLocale(params);
  const t = await getI18n();
  return pageMetadata({ locale, path, title: t(title), personal: true });
}
