import { I18n } from '@/locales/i18n';
import { pageLocale } from '@/locales/server';
import { ACCOUNT_WORDS } from '../../../_components/account-words';

const WORDS = [
  'auth.errorPrefix',
  'auth.summaryTitle',
  'common',
  'documents.openTaxInvoice',
  'taxInvoice',
  'validation',
] as const;

export default async function TaxInvoiceLayout({
  params,
  children,
}: LayoutProps<'/[locale]/account/orders/[orderId]/tax-invoice'>) {
  const locale = await pageLocale(params);
  return (
    <I18n locale={locale} nouns={WORDS} within={ACCOUNT_WORDS}>
      {children}
    </I18n>
  );
}
