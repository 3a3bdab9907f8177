import type { Metadata, Viewport } from 'next';
import { sharedMetadata } from '@/locales/metadata';
import { localePath } from '@/locales/paths';
import { getI18n, pageLocale } from '@/locales/server';
import { publicSettings } from '@/trpc/server';

export const viewport: Viewport = { themeColor: '#fbf6f2', width: 'device-width', initialScale: 1 };

/** Returns the default metadata of every page. A page can override it. */
export async function documentMetadata({ params }: LayoutProps<'/[locale]'>): Promise<Metadata> {
  const locale = await pageLocale(params);
  const [t, settings] = await Promise.all([getI18n(), publicSettings()]);
  const title = t('site.title');
  const description = t('site.description');
  return {
    metadataBase: new URL(settings.websiteUrl),
    title: { default: title, template: `%s · ira` },
    ...sharedMetadata({ locale, title, description, imageAlt: t('site.imageAlt') }),
    formatDetection: { telephone: false },
    manifest: localePath(locale, '/app.webmanifest'),
    icons: { icon: '/icon.svg', apple: '/apple-icon.png' },
  };
}
