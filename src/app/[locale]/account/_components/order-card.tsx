import { Baht, Contents, DayText } from '@/components/values';
import type { Locale } from '@/domain/locale';
import { getI18n } from '@/locales/server';
import type { RouterOutputs } from '@/trpc/react';
import classes from './orders.module.css';

type Order = RouterOutputs['orders']['previous']['orders'][number];
type Product = RouterOutputs['catalogue']['products'][number];

interface OrderCardProps {
  order: Order;
  products: readonly Product[];
  locale: Locale;
}

/** One previous order: when, what, how much, and where it is. */
export async function OrderCard({ order, products, locale }: OrderCardProps) {
  const t = await getI18n();
  const { payment, shipment } = order;
  const free = products.find((product) => product.code === order.freeProduct);
  return (
    <li className={classes.order}>
      <div className={classes.top}>
        <h2 className={classes.date}>
          <DayText day={order.paymentDate} locale={locale} />
        </h2>
        {order.skipped && <span className={classes.tag}>{t('orders.skipped')}</span>}
        {payment && (
          <span className={classes.tag} data-payment={payment.status}>
            {t(`payments.status.${payment.status}`)}
          </span>
        )}
      </div>
      <p className={classes.contents}>
        <Contents items={order.items} products={products} locale={locale} />
        {free && <> · {t('orders.freeProduct', { product: free.name[locale] })}</>}
      </p>
      <dl className={classes.facts}>
        <Fact term={t('orders.amount')}>
          <Baht satang={order.total} locale={locale} />
          {order.refunded > 0 && (
            <span className={classes.muted}>
              {' '}
              {t('orders.refunded', { amount: <Baht satang={order.refunded} locale={locale} /> })}
            </span>
          )}
        </Fact>
        {order.receiveBy && (
          <Fact term={t('orders.receiveBy')}>
            <DayText day={order.receiveBy} locale={locale} />
          </Fact>
        )}
        {payment?.status === 'success' && (
          <Fact term={t('orders.points')}>{t('common.points', { count: order.points })}</Fact>
        )}
        {shipment && (
          <Fact term={t('orders.parcel')}>
            {t(`orders.shipment.${shipment.status}`)}
            {shipment.trackingUrl && (
              <>
                {' · '}
                <a href={shipment.trackingUrl} rel="noreferrer">
                  {t('orders.track')} <span className="number">{shipment.trackingNumber}</span>
                </a>
              </>
            )}
          </Fact>
        )}
      </dl>
      {payment?.reason && <p className={classes.reason}>{t(`declines.${payment.reason as 'declined'}`)}</p>}
    </li>
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
