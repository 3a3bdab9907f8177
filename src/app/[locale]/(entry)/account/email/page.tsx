import type { Metadata } from 'next';
import { I18n } from '@/locales/i18n';
import { pageMetadata } from '@/locales/metadata';
import { getI18n, pageLocale } from '@/locales/server';
import { ConfirmEmailChange } from '../../_components/confirm-email-change';

export async function generateMetadata({ params }: PageProps<'/[locale]/account/email'>): Promise<Metadata> {
  const locale = await pageLocale(params);
  const t = await getI18n();
  return pageMetadata({ locale, path: '/account/email', title: t('details.confirm.title'), personal: true });
}

export default async function ConfirmEmailChangePage({ params }: PageProps<'/[locale]/account/email'>) {
  const locale = await pageLocale(params);
  return (
    <I18n locale={locale} nouns={['auth.open', 'common', 'details.confirm']}>
      <ConfirmEmailChange />
    </I18n>
  );
}
