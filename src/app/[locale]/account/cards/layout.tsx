import { I18n } from '@/locales/i18n';
import { pageLocale } from '@/locales/server';
import { ACCOUNT_WORDS } from '../_components/account-words';

const WORDS = [
  'account.notice',
  'auth',
  'bankAccounts',
  'cards',
  'common',
  'declines',
  'payments.link',
  'payments.method',
  'payments.outcome',
  'register.payment',
  'validation',
] as const;

export default async function CardsLayout({ params, children }: LayoutProps<'/[locale]/account/cards'>) {
  const locale = await pageLocale(params);
  return (
    <I18n locale={locale} nouns={WORDS} within={ACCOUNT_WORDS}>
      {children}
    </I18n>
  );
}
