import type { MetadataRoute } from 'next';
import { publicSettings } from '@/trpc/server';

/**
 * Lists the paths that search engines must not crawl. Personal pages are not listed: their metadata excludes
 * them from the index, and a crawler must read that metadata. Invitations are not listed, because chat apps
 * read them for previews.
 */
export default async function robots(): Promise<MetadataRoute.Robots> {
  const { websiteUrl } = await publicSettings();
  return {
    rules: { userAgent: '*', allow: '/', disallow: '/api/' },
    sitemap: `${websiteUrl}/sitemap.xml`,
  };
}
