import { Notice } from '@/components/notice';
import type { Locale } from '@/domain/locale';
import { getI18n } from '@/locales/server';
import type { RouterOutputs } from '@/trpc/outputs';
import { api, orNotFound } from '@/trpc/server';
import { NotActive } from './not-active';
import { OrderAddressForm } from './forms';

interface AddressSheetProps {
  orderId: string | null;
  home: RouterOutputs['account']['home'];
  locale: Locale;
}

/** Sends one box to another address. After its payment date this is possible until it is packed. */
export async function AddressSheet({ orderId, home, locale }: AddressSheetProps) {
  const { subscription, upcoming, delivery } = home;
  if (subscription?.status !== 'active') return <NotActive locale={locale} />;
  const [t, { orders }] = await Promise.all([getI18n(), api()]);
  const { order } = await orNotFound(orders.show({ orderId: orderId ?? '' }));
  const next = upcoming.find(({ skipped }) => !skipped);
  const isAhead = upcoming.some((one) => one.orderId === orderId);
  const isOpen = isAhead ? order.ownAddress !== null || next?.orderId === orderId : order.canChangeAddress;
  if (!isOpen) return <Notice tone="waiting">{t('subscription.address.tooLate')}</Notice>;
  return (
    <OrderAddressForm
      order={order}
      view={{ subscription, upcomingOrders: upcoming }}
      delivery={delivery}
      isLocked={!isAhead}
    />
  );
}
