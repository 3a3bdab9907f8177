import { headers } from 'next/headers';
import { Providers } from '@/components/providers';
import { Frame } from '@/components/shell/frame';
import { I18n } from '@/locales/i18n';
import { pageLocale } from '@/locales/server';

export default async function AccountLayout({ params, children }: LayoutProps<'/[locale]/account'>) {
  const [locale, requestHeaders] = await Promise.all([pageLocale(params), headers()]);
  return (
    <Frame locale={locale} plain guarded>
      <I18n locale={locale} nouns={['account', 'common']}>
        <Providers locale={locale} nonce={requestHeaders.get('x-nonce') ?? ''}>
          {children}
        </Providers>
      </I18n>
    </Frame>
  );
}
