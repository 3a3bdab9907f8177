import type { MetadataRoute } from 'next';
import { LOCALES } from '@/domain/locale';
import { localePath } from '@/locales/paths';
import { publicSettings } from '@/trpc/server';

/** Pages about one person, or with one person's business on them. */
const PERSONAL = [
  '/account',
  '/register',
  '/pay/',
  '/login',
  '/invite/',
  '/verify-email',
  '/forgot-password',
  '/reset-password',
];

/** What search engines are asked to leave alone. */
export default async function robots(): Promise<MetadataRoute.Robots> {
  const { websiteUrl } = await publicSettings();
  const disallow = LOCALES.flatMap((locale) => PERSONAL.map((path) => localePath(locale, path)));
  return {
    rules: { userAgent: '*', allow: '/', disallow: [...disallow, '/api/'] },
    sitemap: `${websiteUrl}/sitemap.xml`,
  };
}
