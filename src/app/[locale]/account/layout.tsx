import { headers } from 'next/headers';
import { Providers } from '@/components/providers';
import { Frame } from '@/components/shell/frame';
import { I18n } from '@/locales/i18n';
import { localePath } from '@/locales/paths';
import { pageLocale } from '@/locales/server';
import { requireSession } from '@/trpc/server';
import { ForgetDraft } from '../register/_components/forget-draft';
import { AccountNav } from './_components/account-nav';
import { ACCOUNT_WORDS } from './_components/account-words';
import { PendingPayment } from './_components/pending-payment';

export default async function AccountLayout({ params, children }: LayoutProps<'/[locale]/account'>) {
  const [locale, requestHeaders] = await Promise.all([pageLocale(params), headers()]);
  // Checked before any part of the page is sent, so that the response can still be an HTTP redirect.
  const session = await requireSession(
    locale,
    requestHeaders.get('x-ira-path') ?? localePath(locale, '/account'),
  );
  return (
    <Frame
      locale={locale}
      plain
      guarded
      tabs={
        <I18n locale={locale} nouns={['account.nav']}>
          <AccountNav points={session.points} />
        </I18n>
      }
    >
      <I18n locale={locale} nouns={ACCOUNT_WORDS}>
        <Providers>
          <ForgetDraft />
          {children}
          <PendingPayment session={session} />
        </Providers>
      </I18n>
    </Frame>
  );
}
