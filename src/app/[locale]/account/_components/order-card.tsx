import Link from 'next/link';
import { ExternalMark } from '@/components/external-mark';
import { OrderNumber } from '@/components/order-number';
import { ByLink } from '@/components/payments/by-link';
import { Baht, Contents, DayText } from '@/components/values';
import type { Locale } from '@/domain/locale';
import { courierText, dayText, nameText } from '@/locales/format';
import { localePath } from '@/locales/paths';
import { getI18n } from '@/locales/server';
import { declineKey } from '@/locales/decline-key';
import type { RouterOutputs } from '@/trpc/outputs';
import { DocumentLinks } from './document-links';
import { Fact, Facts } from './fact';
import { isPaidBack, OrderTags } from './order-tags';
import classes from './orders.module.css';
import { Receipt } from './receipt';
import type { Pending } from './waited';

type Order = RouterOutputs['orders']['previous']['orders'][number];
type Product = RouterOutputs['catalogue']['products'][number];

interface OrderCardProps {
  order: Order;
  /** The open payment of the order, or null. */
  pending: Pending | null;
  products: readonly Product[];
  locale: Locale;
}

/** Shows a previous order with its date, content, price, parcel and receipt. */
export async function OrderCard({ order, pending, products, locale }: OrderCardProps) {
  const t = await getI18n();
  const { payment } = order;
  const free = products.find((product) => product.code === order.freeProduct);
  return (
    <li className="card">
      <div className={`row ${classes.top}`}>
        <h3 className="h3">
          <DayText day={order.paymentDate} locale={locale} /> <OrderNumber of={order} />
        </h3>
        <OrderTags order={order} />
      </div>
      <p className={classes.contents}>
        <Contents items={order.items} products={products} locale={locale} />
      </p>
      {free && <p className={classes.free}>{t('orders.freeProduct', { product: nameText(free, locale) })}</p>}
      {payment?.reason && <p className={classes.reason}>{t(declineKey(payment.reason))}</p>}
      <Facts>
        <Fact term={t('orders.amount')}>
          <Baht satang={order.total} locale={locale} />
        </Fact>
        {order.refunded > 0 && (
          <Fact term={t('orders.refunded')}>
            <Baht satang={order.refunded} locale={locale} />
          </Fact>
        )}
        {order.receiveBy && (
          <Fact term={t('orders.receiveBy')}>
            <DayText day={order.receiveBy} locale={locale} />
          </Fact>
        )}
        {payment?.status === 'success' && !isPaidBack(order) && (
          <Fact term={t('orders.points')}>{t('common.points', { count: order.points })}</Fact>
        )}
        <Parcel order={order} locale={locale} />
      </Facts>
      {pending && (
        <div className={`stack ${classes.open}`}>
          <ByLink payment={pending} />
        </div>
      )}
      {payment?.status === 'success' && (
        <details className={`mt-1 ${classes.receipt}`}>
          <summary>
            <span>
              {t('orders.receipt')}{' '}
              <span className="visually-hidden">
                {t('orders.receiptOf', { date: dayText(order.paymentDate, locale) })}
              </span>
            </span>
          </summary>
          <Receipt order={order} products={products} locale={locale} />
          <DocumentLinks order={order} locale={locale} />
        </details>
      )}
      <p className="mt-1">
        <Link className="tap" href={localePath(locale, `/account/orders/${order.orderId}`)}>
          {t('order.see')}{' '}
          <span className="visually-hidden">
            {t('order.seeOf', { date: dayText(order.paymentDate, locale) })}
          </span>
        </Link>
      </p>
    </li>
  );
}

async function Parcel({ order, locale }: { order: Order; locale: Locale }) {
  const { shipment, isStopped } = order;
  const t = await getI18n();
  if (!shipment || isStopped) return null;
  const { status, courier, trackingNumber, trackingUrl } = shipment;
  return (
    <>
      <Fact term={t('orders.parcel')}>
        {t(`orders.shipment.${status}`)}{' '}
        {courier !== null && t('orders.courier', { courier: courierText(courier, locale) })}
      </Fact>
      {trackingNumber !== null && (
        <Fact term={t('order.trackingNumber')}>
          {trackingUrl === null ? (
            <span className="number">{trackingNumber}</span>
          ) : (
            <a href={trackingUrl} rel="noreferrer" className="tap">
              <span className="visually-hidden">{t('orders.track')}</span>{' '}
              <span className="number">{trackingNumber}</span>
              <ExternalMark label={t('common.leaves')} />
            </a>
          )}
        </Fact>
      )}
    </>
  );
}
