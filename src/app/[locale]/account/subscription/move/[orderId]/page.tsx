import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { pageMetadata } from '@/locales/metadata';
import { getI18n, pageLocale } from '@/locales/server';
import { NotActive } from '../../_components/not-active';
import { Screen } from '../../_components/screen';
import { openSubscriberPage } from '../../_components/subscriber';
import { MoveForm } from './_components/move-form';

type Props = PageProps<'/[locale]/account/subscription/move/[orderId]'>;

const pathOf = (orderId: string) => `/account/subscription/move/${orderId}`;

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const locale = await pageLocale(params);
  const { orderId } = await params;
  const t = await getI18n();
  return pageMetadata({ locale, path: pathOf(orderId), title: t('subscription.move.title'), personal: true });
}

export default async function MoveOrderPage({ params }: Props) {
  const locale = await pageLocale(params);
  const { orderId } = await params;
  const { status, procedures } = await openSubscriberPage(locale, pathOf(orderId));
  const t = await getI18n();
  const screen = {
    locale,
    back: { to: '/account', label: t('subscription.toAccount') },
    heading: t('subscription.move.title'),
  };
  if (status !== 'active') {
    return (
      <Screen {...screen}>
        <NotActive locale={locale} />
      </Screen>
    );
  }
  const [initial, { today }] = await Promise.all([
    procedures.subscription.current(),
    procedures.catalogue.today(),
  ]);
  if (!initial.upcomingOrders.some((order) => order.orderId === orderId)) notFound();
  return (
    <Screen {...screen} lead={t('subscription.move.lead')}>
      <MoveForm initial={initial} orderId={orderId} today={today} />
    </Screen>
  );
}
