import type { Metadata, Viewport } from 'next';
import { Suspense } from 'react';
import { ConnectionNotice } from '@/components/connection/connection-notice';
import { Tracing } from '@/components/monitoring/tracing';
import { ProgressBar } from '@/components/shell/progress-bar';
import { fontClasses } from '@/fonts/anuphan';
import { sharedMetadata } from '@/locales/metadata';
import { getI18n, pageLocale } from '@/locales/server';
import { publicSettings } from '@/trpc/server';
import '../globals.css';
import { ForgetPersonalAnswers } from './register/_components/forget-personal-answers';

export const viewport: Viewport = { themeColor: '#fbf6f2', width: 'device-width', initialScale: 1 };

export async function generateMetadata({ params }: LayoutProps<'/[locale]'>): Promise<Metadata> {
  const locale = await pageLocale(params);
  const [t, settings] = await Promise.all([getI18n(), publicSettings()]);
  const title = t('site.title');
  const description = t('site.description');
  return {
    metadataBase: new URL(settings.websiteUrl),
    title: { default: title, template: `%s · ira` },
    ...sharedMetadata({ locale, title, description, imageAlt: t('site.imageAlt') }),
    formatDetection: { telephone: false },
    icons: { icon: '/icon.svg', apple: '/apple-icon.png' },
  };
}

/** The document: language, font, and the progress bar of navigations. */
export default async function LocaleLayout({ params, children }: LayoutProps<'/[locale]'>) {
  const locale = await pageLocale(params);
  const [t, { sentryDsn }] = await Promise.all([getI18n(), publicSettings()]);
  return (
    <html
      lang={locale}
      className={fontClasses}
      data-mantine-color-scheme="light"
      data-scroll-behavior="smooth"
    >
      <body>
        <Suspense>
          <ProgressBar />
        </Suspense>
        <ConnectionNotice words={{ lost: t('common.connectionLost'), back: t('common.connectionBack') }} />
        {children}
        <ForgetPersonalAnswers />
        {sentryDsn !== null && <Tracing dsn={sentryDsn} />}
      </body>
    </html>
  );
}
