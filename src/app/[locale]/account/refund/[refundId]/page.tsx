import type { Metadata } from 'next';
import { TaskPage } from '@/components/shell/task-page';
import { orderNumberText } from '@/domain/order';
import { bahtText } from '@/locales/format';
import { I18n } from '@/locales/i18n';
import { pageMetadata } from '@/locales/metadata';
import { localePath } from '@/locales/paths';
import { getI18n, pageLocale } from '@/locales/server';
import { api, orNotFound } from '@/trpc/server';
import { RefundAccount } from './refund-account';
import { ACCOUNT_WORDS } from '../../_components/account-words';

type Props = PageProps<'/[locale]/account/refund/[refundId]'>;

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const locale = await pageLocale(params);
  const { refundId } = await params;
  const t = await getI18n();
  const path = `/account/refund/${refundId}`;
  return pageMetadata({ locale, path, title: t('refundAccount.title'), personal: true });
}

/** The page to which the message of a refund by transfer leads. The layout of the account asks for a log-in. */
export default async function RefundAccountPage({ params }: Props) {
  const locale = await pageLocale(params);
  const { refundId } = await params;
  const { payments } = await api();
  const [t, refund] = await Promise.all([getI18n(), orNotFound(payments.refund({ refundId }))]);
  return (
    <TaskPage
      back={{ href: localePath(locale, '/account'), text: t('refundAccount.back') }}
      heading={t(refund.state === 'open' ? 'refundAccount.title' : 'refundAccount.heading')}
      lead={t(refund.state === 'open' ? 'refundAccount.lead' : 'refundAccount.order', {
        amount: bahtText(refund.amount, locale),
        order: orderNumberText(refund.orderNumber),
      })}
    >
      <I18n
        locale={locale}
        nouns={['auth.errorPrefix', 'auth.summaryTitle', 'banks', 'common', 'refundAccount', 'validation']}
        within={ACCOUNT_WORDS}
      >
        <RefundAccount refundId={refundId} initial={refund} />
      </I18n>
    </TaskPage>
  );
}
