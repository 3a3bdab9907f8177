import type { Metadata } from 'next';
import { Notice } from '@/components/notice';
import { pageMetadata } from '@/locales/metadata';
import { getI18n, pageLocale } from '@/locales/server';
import { orNotFound } from '@/trpc/server';
import { NotActive } from '../../_components/not-active';
import { Screen } from '../../_components/screen';
import { openSubscriberPage } from '../../_components/subscriber';
import { OrderAddressForm } from './_components/order-address-form';

type Props = PageProps<'/[locale]/account/subscription/address/[orderId]'>;

const pathOf = (orderId: string) => `/account/subscription/address/${orderId}`;

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const locale = await pageLocale(params);
  const { orderId } = await params;
  const t = await getI18n();
  return pageMetadata({
    locale,
    path: pathOf(orderId),
    title: t('subscription.address.title'),
    personal: true,
  });
}

export default async function OrderAddressPage({ params }: Props) {
  const locale = await pageLocale(params);
  const { orderId } = await params;
  const { status, procedures } = await openSubscriberPage(locale, pathOf(orderId));
  const t = await getI18n();
  const screen = {
    locale,
    back: { to: '/account', label: t('subscription.toAccount') },
    heading: t('subscription.address.title'),
  };
  if (status !== 'active') {
    return (
      <Screen {...screen}>
        <NotActive locale={locale} />
      </Screen>
    );
  }
  const [view, { delivery }, { order }] = await Promise.all([
    procedures.subscription.current(),
    procedures.account.profile(),
    orNotFound(procedures.orders.show({ orderId })),
  ]);
  const next = view.upcomingOrders.find(({ skipped }) => !skipped);
  const isAhead = view.upcomingOrders.some((one) => one.orderId === orderId);
  const isOpen = isAhead ? order.ownAddress !== null || next?.orderId === orderId : order.canChangeAddress;
  return (
    <Screen {...screen} lead={t('subscription.address.lead')}>
      {isOpen ? (
        <OrderAddressForm order={order} view={view} delivery={delivery} isLocked={!isAhead} />
      ) : (
        <Notice tone="waiting">{t('subscription.address.tooLate')}</Notice>
      )}
    </Screen>
  );
}
