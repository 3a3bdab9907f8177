import { I18n } from '@/locales/i18n';
import { pageLocale } from '@/locales/server';

const WORDS = [
  'auth.errorPrefix',
  'auth.summaryTitle',
  'common',
  'details.address',
  'register.delivery',
  'subscription',
  'validation',
] as const;

export default async function OrderAddressLayout({
  params,
  children,
}: LayoutProps<'/[locale]/account/subscription/address'>) {
  const locale = await pageLocale(params);
  return (
    <I18n locale={locale} nouns={WORDS}>
      {children}
    </I18n>
  );
}
