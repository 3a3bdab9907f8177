import { I18n } from '@/locales/i18n';
import { pageLocale } from '@/locales/server';
import { ACCOUNT_WORDS } from '../_components/account-words';

export default async function RewardsLayout({ params, children }: LayoutProps<'/[locale]/account/rewards'>) {
  const locale = await pageLocale(params);
  return (
    <I18n locale={locale} nouns={['common', 'rewards']} within={ACCOUNT_WORDS}>
      {children}
    </I18n>
  );
}
