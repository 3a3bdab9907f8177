import { Providers } from '@/components/providers';
import { Frame } from '@/components/shell/frame';
import { I18n } from '@/locales/i18n';
import { pageLocale } from '@/locales/server';

const WORDS = ['contact', 'common', 'validation', 'auth.summaryTitle', 'auth.errorPrefix'] as const;

export default async function ContactLayout({ params, children }: LayoutProps<'/[locale]/contact'>) {
  const locale = await pageLocale(params);
  return (
    <Frame locale={locale}>
      <I18n locale={locale} nouns={WORDS}>
        <Providers>{children}</Providers>
      </I18n>
    </Frame>
  );
}
