import type { Metadata } from 'next';
import { Notice } from '@/components/notice';
import { TaskPage } from '@/components/shell/task-page';
import { addressText } from '@/locales/format';
import { pageMetadata } from '@/locales/metadata';
import { localePath } from '@/locales/paths';
import { getI18n, pageLocale } from '@/locales/server';
import { api, orNotFound, requireSubscriberSession } from '@/trpc/server';
import { TaxInvoice } from './_components/tax-invoice';

type Props = PageProps<'/[locale]/account/orders/[orderId]/tax-invoice'>;

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const locale = await pageLocale(params);
  const { orderId } = await params;
  const t = await getI18n();
  return pageMetadata({
    locale,
    path: `/account/orders/${orderId}/tax-invoice`,
    title: t('taxInvoice.title'),
    personal: true,
  });
}

export default async function TaxInvoicePage({ params }: Props) {
  const locale = await pageLocale(params);
  const { orderId } = await params;
  await requireSubscriberSession(locale, `/account/orders/${orderId}/tax-invoice`);
  const { orders, account } = await api();
  const [t, { order }, { firstName, lastName, delivery }] = await Promise.all([
    getI18n(),
    orNotFound(orders.show({ orderId })),
    account.profile(),
  ]);
  if (order.taxInvoice || order.canRequestTaxInvoice) {
    const buyer = { name: `${firstName} ${lastName}`, address: delivery ? addressText(delivery) : '' };
    return <TaxInvoice order={order} buyer={buyer} />;
  }
  return (
    <TaskPage
      back={{ href: localePath(locale, `/account/orders/${orderId}`), text: t('taxInvoice.back') }}
      heading={t('taxInvoice.title')}
    >
      <Notice tone="waiting" title={t('taxInvoice.notPossible')}>
        {t('taxInvoice.notPossibleWhy')}
      </Notice>
    </TaskPage>
  );
}
