import { getI18n } from '@/locales/server';
import type { RouterOutputs } from '@/trpc/outputs';
import classes from './order-tags.module.css';

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
  if (isPaidBack(order)) return <span className={classes.tag}>{t('orders.refunded')}</span>;
  return (
    <>
      {skipped && <span className={classes.tag}>{t('orders.skipped')}</span>}
      {payment && (
        <span className={classes.tag} data-payment={payment.status}>
          {t(`payments.status.${isUnpaidLink(order) ? 'waiting' : payment.status}`)}
        </span>
      )}
    </>
  );
}
