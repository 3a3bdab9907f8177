import { headers } from 'next/headers';
import { Providers } from '@/components/providers';
import { Frame } from '@/components/shell/frame';
import { I18n } from '@/locales/i18n';
import { pageLocale } from '@/locales/server';

export default async function EntryLayout({ params, children }: LayoutProps<'/[locale]'>) {
  const [locale, requestHeaders] = await Promise.all([pageLocale(params), headers()]);
  return (
    <Frame locale={locale} plain>
      <I18n locale={locale} nouns={['auth', 'common', 'register', 'validation']}>
        <Providers locale={locale} nonce={requestHeaders.get('x-nonce') ?? ''}>
          {children}
        </Providers>
      </I18n>
    </Frame>
  );
}
