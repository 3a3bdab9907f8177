import { I18n } from '@/locales/i18n';
import { pageLocale } from '@/locales/server';
import { ACCOUNT_WORDS } from '../_components/account-words';

const WORDS = [
  'auth.errorPrefix',
  'auth.hide',
  'auth.line',
  'auth.password',
  'auth.show',
  'auth.summaryTitle',
  'bankAccounts',
  'common',
  'details',
  'errors.LAST_WAY_IN',
  'errors.LINE_DENIED',
  'errors.LINE_FAILED',
  'errors.LINE_LINKED_ELSEWHERE',
  'errors.PASSKEY_TAKEN',
  'errors.PAYMENT_PENDING',
  'payments.link',
  'payments.method',
  'payments.outcome',
  'register.delivery',
  'register.details',
  'validation',
] as const;

export default async function DetailsLayout({ params, children }: LayoutProps<'/[locale]/account/details'>) {
  const locale = await pageLocale(params);
  return (
    <I18n locale={locale} nouns={WORDS} within={ACCOUNT_WORDS}>
      {children}
    </I18n>
  );
}
