import type { MetadataRoute } from 'next';
import { publicSettings } from '@/trpc/server';

/**
 * What search engines are asked to leave alone. Pages with one person's business on them are not among it: they say
 * themselves that they are not to be kept, which has to be read, and an invitation is looked at by the chat it is sent in.
 */
export default async function robots(): Promise<MetadataRoute.Robots> {
  const { websiteUrl } = await publicSettings();
  return {
    rules: { userAgent: '*', allow: '/', disallow: '/api/' },
    sitemap: `${websiteUrl}/sitemap.xml`,
  };
}
