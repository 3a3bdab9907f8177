import { I18n } from '@/locales/i18n';
import { pageLocale } from '@/locales/server';

export default async function SubscriptionLayout({
  params,
  children,
}: LayoutProps<'/[locale]/account/subscription'>) {
  const locale = await pageLocale(params);
  return (
    <I18n
      locale={locale}
      nouns={[
        'account.notice',
        'box',
        'common',
        'declines',
        'payments.link',
        'payments.outcome',
        'subscription',
      ]}
    >
      {children}
    </I18n>
  );
}
