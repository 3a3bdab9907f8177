import { api } from '@/trpc/server';
import { BoxForm } from './forms';
import { singleOrder } from './box-scope';
import type { RouterOutputs } from '@/trpc/outputs';
import type { View } from '../_components/subscription-view';

interface ContentsSheetProps {
  /** The order that the sheet was opened for; null without one. */
  orderId: string | null;
  home: RouterOutputs['account']['home'];
  products: RouterOutputs['catalogue']['everyProduct'];
  /** The latest orders whose payment date has come. */
  past: RouterOutputs['orders']['previous']['orders'];
  view: View;
}

/** Changes what is in every box, or in one. */
export async function ContentsSheet({ orderId, home, products, past, view }: ContentsSheetProps) {
  const { catalogue } = await api();
  const feeTo = async (place: { postalCode: string } | null) =>
    place && (await catalogue.addresses({ postalCode: place.postalCode })).deliveryFee;
  const single = singleOrder(view, orderId);
  const [plans, fee, singleFee] = await Promise.all([
    catalogue.everyPlan(),
    feeTo(home.delivery),
    feeTo(single?.ownAddress ?? home.delivery),
  ]);
  return (
    <BoxForm
      initial={view}
      products={products}
      plans={plans}
      fees={{ always: fee, once: singleFee }}
      isClosedToday={past.some((order) => order.paymentDate === home.today)}
      requestedId={orderId}
    />
  );
}
