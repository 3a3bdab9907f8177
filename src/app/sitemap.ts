import type { MetadataRoute } from 'next';
import { DEFAULT_LOCALE, LOCALES } from '@/domain/locale';
import { builtOn } from '@/settings/site';
import { localePath, PUBLIC_PAGES } from '@/locales/paths';
import { publicSettings } from '@/trpc/server';

/**
 * Lists every public page in both languages. Each entry names the page in the other language. Its texts change
 * with a release, so the day of the build is the day of the last change.
 */
export default async function sitemap(): Promise<MetadataRoute.Sitemap> {
  const { websiteUrl } = await publicSettings();
  const lastModified = builtOn();
  const address = (locale: (typeof LOCALES)[number], page: string) =>
    new URL(localePath(locale, page), websiteUrl).href;
  return PUBLIC_PAGES.flatMap((page) => {
    const byLocale = Object.fromEntries(LOCALES.map((locale) => [locale, address(locale, page)]));
    const languages = { ...byLocale, 'x-default': address(DEFAULT_LOCALE, page) };
    return LOCALES.map((locale) => ({
      url: address(locale, page),
      ...(lastModified !== undefined && { lastModified }),
      alternates: { languages },
    }));
  });
}
