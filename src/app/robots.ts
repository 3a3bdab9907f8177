import type { MetadataRoute } from 'next';
import { publicSettings } from '@/trpc/server';

/**
 * Lists what search engines must not crawl. Personal pages are not listed: their own metadata excludes them, which
 * requires that they are read. Chats read invitations to preview them.
 */
export default async function robots(): Promise<MetadataRoute.Robots> {
  const { websiteUrl } = await publicSettings();
  return {
    rules: { userAgent: '*', allow: '/', disallow: '/api/' },
    sitemap: `${websiteUrl}/sitemap.xml`,
  };
}
