import { headers } from 'next/headers';
import { Suspense } from 'react';
import { ConnectionNotice } from '@/components/connection/connection-notice';
import { Tracing } from '@/components/monitoring/tracing';
import { ForgetPersonalAnswers } from '@/components/registration/forgetting';
import { keepTaps } from '@/components/shell/keep-taps';
import { ProgressBar } from '@/components/shell/progress-bar';
import { fontClasses } from '@/fonts/anuphan';
import { getI18n, pageLocale } from '@/locales/server';
import { publicSettings } from '@/trpc/server';
import '../globals.css';

export { documentMetadata as generateMetadata, viewport } from '../document-metadata';

/**
 * The document of the pages with client navigation. Sets the language and font, and adds the progress bar.
 */
export default async function LocaleLayout({ params, children }: LayoutProps<'/[locale]'>) {
  const locale = await pageLocale(params);
  const [t, { sentryDsn }, requestHeaders] = await Promise.all([getI18n(), publicSettings(), headers()]);
  return (
    <html
      lang={locale}
      className={fontClasses}
      data-mantine-color-scheme="light"
      data-scroll-behavior="smooth"
      suppressHydrationWarning
    >
      <body>
        <script
          nonce={requestHeaders.get('x-nonce') ?? undefined}
          dangerouslySetInnerHTML={{ __html: `(${keepTaps.toString()})()` }}
          suppressHydrationWarning
        />
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
