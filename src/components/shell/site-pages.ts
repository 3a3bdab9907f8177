import type { Locale } from '@/domain/locale';
import { localePath } from '@/locales/paths';
import { getI18n } from '@/locales/server';

/** Returns the links to the information pages, in the order of the header and the footer. */
export async function sitePages(locale: Locale): Promise<{ href: string; text: string }[]> {
  const t = await getI18n();
  return [
    { href: localePath(locale, '/how-it-works'), text: t('site.nav.how') },
    { href: localePath(locale, '/plans'), text: t('site.nav.plans') },
    { href: localePath(locale, '/products'), text: t('site.nav.products') },
    { href: localePath(locale, '/faq'), text: t('site.nav.questions') },
  ];
}
