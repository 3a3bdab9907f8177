import { getI18n } from '@/locales/server';
import type { RouterOutputs } from '@/trpc/outputs';

const PAYMENT_TONE = { success: 'good', pending: 'waiting', fail: 'bad', expired: 'bad', suspended: 'bad' };

type Order = RouterOutputs['orders']['previous']['orders'][number];

/** Whether the order was fully refunded. */
export function isPaidBack({ refunded, total }: Pick<Order, 'refunded' | 'total'>): boolean {
  return refunded > 0 && refunded === total;
}

function isUnpaidLink({ payment, paymentMethod }: Order): boolean {
  return payment?.status === 'pending' && paymentMethod === 'offline';
}

/** Shows whether an order is skipped, or the result of its payment. */
export async function OrderTags({ order }: { order: Order }) {
  const t = await getI18n();
  const { skipped, payment } = order;
  if (isPaidBack(order)) return <span className="tag">{t('orders.refunded')}</span>;
  return (
    <>
      {skipped && <span className="tag">{t('orders.skipped')}</span>}
      {payment && (
        <span className={`tag ${PAYMENT_TONE[payment.status]}`}>
          {t(`payments.status.${isUnpaidLink(order) ? 'waiting' : payment.status}`)}
        </span>
      )}
    </>
  );
}
