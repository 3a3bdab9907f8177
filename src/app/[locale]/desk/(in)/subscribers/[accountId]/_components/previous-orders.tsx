import { localePath } from '@/locales/paths';
import { orderNumberText } from '@/domain/order';
import { bahtText, dayText } from '@/locales/format';
import { getI18n } from '@/locales/server';
import classes from '../../../_components/desk.module.css';
import { Pages } from './pages';
import { RefundOrder } from './refund-order';
import type { Acting, Previous, Shown } from './types';

/** The orders whose payment date has come, newest first. @param page the page of the history, which stays */
export async function PreviousOrders({
  previous,
  page,
  locale,
  accountId,
  by,
  mayRefund,
}: Shown & Acting & { previous: Previous; page: number }) {
  const t = await getI18n();
  const href = (to: number) => localePath(locale, `/desk/subscribers/${accountId}?orders=${to}&page=${page}`);
  return (
    <section className="card mt-5">
      <h2>{t('deskSubscribers.orders.previous')}</h2>
      {previous.orders.length === 0 && <p className="lead">{t('deskSubscribers.orders.noPrevious')}</p>}
      <ul className={classes.rows}>
        {previous.orders.map(async (order) => (
          <li key={order.orderId} className={classes.row} data-split>
            <div>
              <p className={classes.strong}>
                {orderNumberText(order.orderNumber)} · {dayText(order.paymentDate, locale)} ·{' '}
                {bahtText(order.total, locale)}
              </p>
              <p className="muted anywhere small">{order.orderId}</p>
              {order.parcel?.number && (
                <p className="muted anywhere small">
                  {t('deskSubscribers.orders.tracking', {
                    courier: order.parcel.courier ?? '',
                    number: order.parcel.number,
                  })}
                </p>
              )}
            </div>
            <div>
              <p>{await stateOf(order, locale)}</p>
              {mayRefund && order.canRefund && (
                <RefundOrder orderId={order.orderId} orderNumber={order.orderNumber} by={by} />
              )}
            </div>
          </li>
        ))}
      </ul>
      <Pages
        label={t('deskSubscribers.orders.pages')}
        newer={previous.page > 1 ? href(previous.page - 1) : null}
        older={previous.page < previous.pages ? href(previous.page + 1) : null}
      />
    </section>
  );
}

async function stateOf(order: Previous['orders'][number], locale: Shown['locale']): Promise<string> {
  const t = await getI18n();
  const { status, payment, refunded, parcel } = order;
  const paid = payment ? t(`payments.status.${payment}`) : t('deskSubscribers.orders.notCharged');
  const parts = [
    status === 'skipped' ? t('deskSubscribers.orders.skipped') : paid,
    refunded > 0 && t('deskSubscribers.orders.refunded', { amount: bahtText(refunded, locale) }),
    parcel && t(`orders.shipment.${parcel.status}`),
  ];
  return parts.filter(Boolean).join(' · ');
}
