import { headers } from 'next/headers';
import progress from '@/components/shell/progress-bar.module.css';
import { siteModule } from '@/settings/site';
import { fontClasses } from '@/fonts/anuphan';
import { barePath, isPayPage } from '@/locales/paths';
import { pageLocale } from '@/locales/server';
import { isTraced } from '@/monitoring/traced-pages';
import { publicSettings } from '@/trpc/server';
import '../../globals.css';

export { documentMetadata as generateMetadata, viewport } from '../../document-metadata';

/**
 * The document of the pages without framework JavaScript. The web process removes Next's scripts from it, so
 * these pages must not use client components. Their only scripts are the modules of src/site.
 */
export default async function SiteDocument({ params, children }: LayoutProps<'/[locale]'>) {
  const locale = await pageLocale(params);
  const [{ sentryDsn }, requestHeaders] = await Promise.all([publicSettings(), headers()]);
  const [path = '/'] = (requestHeaders.get('x-ira-path') ?? '/').split('?', 1);
  const nonce = requestHeaders.get('x-nonce') ?? undefined;
  const tracing = sentryDsn !== null && isTraced(barePath(path)) ? sentryDsn : undefined;
  return (
    <html lang={locale} className={fontClasses} data-scroll-behavior="smooth">
      <head>
        {/* oxlint-disable-next-line nextjs/no-sync-scripts -- browsers run a module after the document is parsed */}
        <script type="module" src={siteModule('main')} nonce={nonce} />
        {isPayPage(barePath(path)) && (
          // oxlint-disable-next-line nextjs/no-sync-scripts -- small, and the first tap must have its effect
          <script type="module" src={siteModule('pay')} nonce={nonce} blocking="render" />
        )}
      </head>
      <body data-tracing={tracing}>
        <div className={progress.bar} data-progress aria-hidden />
        {children}
      </body>
    </html>
  );
}
