import Link from 'next/link';
import { ByLink } from '@/components/payments/by-link';
import { Baht, Contents, DayText } from '@/components/values';
import type { Locale } from '@/domain/locale';
import { dayText } from '@/locales/format';
import { localePath } from '@/locales/paths';
import { getI18n } from '@/locales/server';
import type { RouterOutputs } from '@/trpc/react';
import { DocumentLinks } from './document-links';
import classes from './orders.module.css';
import { Receipt } from './receipt';
import type { Pending } from './waited';

type Order = RouterOutputs['orders']['previous']['orders'][number];
type Product = RouterOutputs['catalogue']['products'][number];

interface OrderCardProps {
  order: Order;
  /** What of its payment is open; null where nothing is. */
  pending: Pending | null;
  products: readonly Product[];
  locale: Locale;
}

/** One previous order: when, what, how much, where it is, and its receipt. */
export async function OrderCard({ order, pending, products, locale }: OrderCardProps) {
  const t = await getI18n();
  const { payment } = order;
  const free = products.find((product) => product.code === order.freeProduct);
  return (
    <li className={classes.order}>
      <div className={classes.top}>
        <h3 className={classes.date}>
          <DayText day={order.paymentDate} locale={locale} />
        </h3>
        {order.skipped && <span className={classes.tag}>{t('orders.skipped')}</span>}
        {payment && (
          <span className={classes.tag} data-payment={payment.status}>
            {t(`payments.status.${payment.status}`)}
          </span>
        )}
      </div>
      <p className={classes.contents}>
        <Contents items={order.items} products={products} locale={locale} />
      </p>
      {free && <p className={classes.free}>{t('orders.freeProduct', { product: free.name[locale] })}</p>}
      {payment?.reason && <p className={classes.reason}>{t(`declines.${payment.reason as 'declined'}`)}</p>}
      <dl className={classes.facts}>
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
        {payment?.status === 'success' && (
          <Fact term={t('orders.points')}>{t('common.points', { count: order.points })}</Fact>
        )}
        <Parcel order={order} />
      </dl>
      {pending && (
        <div className={classes.open}>
          <ByLink payment={pending} />
        </div>
      )}
      {payment?.status === 'success' && (
        <details className={classes.receipt}>
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
      <p className={classes.see}>
        <Link href={localePath(locale, `/account/orders/${order.orderId}`)}>
          {t('order.see')}{' '}
          <span className="visually-hidden">
            {t('order.seeOf', { date: dayText(order.paymentDate, locale) })}
          </span>
        </Link>
      </p>
    </li>
  );
}

async function Parcel({ order }: { order: Order }) {
  const { shipment } = order;
  const t = await getI18n();
  // Paid back whole before anything was sent: nothing is prepared.
  const isStopped = order.refunded > 0 && order.refunded === order.total && shipment?.status === 'preparing';
  if (!shipment || isStopped) return null;
  return (
    <Fact term={t('orders.parcel')}>
      {t(`orders.shipment.${shipment.status}`)}
      {shipment.courier && <> {t('orders.courier', { courier: shipment.courier })}</>}
      {shipment.trackingNumber && (
        <>
          {' · '}
          {shipment.trackingUrl ? (
            <a href={shipment.trackingUrl} rel="noreferrer">
              {t('orders.track')} <span className="number">{shipment.trackingNumber}</span>
            </a>
          ) : (
            <span className="number">{shipment.trackingNumber}</span>
          )}
        </>
      )}
    </Fact>
  );
}

function Fact({ term, children }: { term: string; children: React.ReactNode }) {
  return (
    <div className={classes.fact}>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  );
}
