import { I18n } from '@/locales/i18n';
import { personalMetadata } from '@/locales/page-metadata';
import { pageLocale } from '@/locales/server';
import { ConfirmEmailChange } from '../../_components/confirm-email-change';

export const generateMetadata = personalMetadata('/account/email', 'details.confirm.title');

export default async function ConfirmEmailChangePage({ params }: PageProps<'/[locale]/account/email'>) {
  const locale = await pageLocale(params);
  return (
    <I18n locale={locale} nouns={['auth.open', 'common', 'details.confirm']}>
      <ConfirmEmailChange />
    </I18n>
  );
}
