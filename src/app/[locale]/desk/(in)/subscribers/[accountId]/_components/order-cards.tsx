import type { Locale } from '@/domain/locale';
import { orderNumberText } from '@/domain/order';
import { bahtText, courierText, dayText, packsText } from '@/locales/format';
import { localePath } from '@/locales/paths';
import { getI18n } from '@/locales/server';
import { OrderPayments } from './order-payments';
import own from './order-cards.module.css';
import { Pages } from './pages';
import { RefundOrder } from './refund-order';
import type { Acting, Previous, Product, Shown } from './types';

type Card = Previous['orders'][number];

interface OrderCardsProps extends Shown, Acting {
  previous: Previous;
  products: readonly Product[];
  /** The page of the history, which stays. */
  page: number;
}

/** How many of the latest orders are shown whole. */
const WHOLE = 2;

/** The orders whose payment date has come, newest first. Older ones without a problem are folded. */
export async function OrderCards(props: OrderCardsProps) {
  const { previous, page, locale, accountId } = props;
  const t = await getI18n();
  const href = (to: number) => localePath(locale, `/desk/subscribers/${accountId}?orders=${to}&page=${page}`);
  return (
    <section className="mt-5">
      <h2 className="h3">{t('deskSubscribers.orders.previous')}</h2>
      {previous.orders.length === 0 && <p className="lead">{t('deskSubscribers.orders.noPrevious')}</p>}
      {previous.orders.map((order, at) => (
        <article key={order.orderId} id={`o${order.orderNumber}`} className={`card ${own.card}`}>
          {at < WHOLE || needsSomebody(order) ? (
            <>
              <Head order={order} locale={locale} />
              <Body {...props} order={order} />
            </>
          ) : (
            <details>
              <summary className={own.summary}>
                <Head order={order} locale={locale} />
              </summary>
              <Body {...props} order={order} />
            </details>
          )}
        </article>
      ))}
      <Pages
        label={t('deskSubscribers.orders.pages')}
        newer={previous.page > 1 ? href(previous.page - 1) : null}
        older={previous.page < previous.pages ? href(previous.page + 1) : null}
      />
    </section>
  );
}

const isOpen = ({ status }: Card['refunds'][number]) =>
  ['created', 'sent', 'unknown', 'manual'].includes(status);

/** Whether the order is in dispute, waits for money or for a refund. */
function needsSomebody({ dispute, payment, refunds, status }: Card): boolean {
  const isUnpaid = status !== 'skipped' && payment !== null && payment !== 'success';
  return dispute === 'open' || dispute === 'pending' || isUnpaid || refunds.some(isOpen);
}

/** Number, date, states and total of an order. */
async function Head({ order, locale }: { order: Card; locale: Locale }) {
  const t = await getI18n();
  const { status, payment, parcel, refunded, dispute } = order;
  const paid = payment ? t(`payments.status.${payment}`) : t('deskSubscribers.orders.notCharged');
  const states = [
    [
      status === 'skipped' ? t('deskSubscribers.orders.skipped') : paid,
      payment === 'success' ? 'good' : 'waiting',
    ],
    parcel && [t(`orders.shipment.${parcel.status}`), 'good'],
    refunded > 0 && [t('deskSubscribers.orders.refunded', { amount: bahtText(refunded, locale) }), 'waiting'],
    dispute && [t(`deskOrders.dispute.${dispute}`), 'waiting'],
  ].filter((state) => Array.isArray(state));
  return (
    <span className={own.head}>
      <strong>{orderNumberText(order.orderNumber)}</strong>
      <span className="muted">{dayText(order.paymentDate, locale)}</span>
      {states.map(([text, tone]) => (
        <span key={text} className={`tag ${status === 'skipped' ? '' : tone}`}>
          {text}
        </span>
      ))}
      <span className={own.sum}>{bahtText(order.total, locale)}</span>
    </span>
  );
}

/** What the order has, how it was paid, its documents, its parcel, and what can be done. */
async function Body({ order, locale, products, by, mayRefund }: OrderCardsProps & { order: Card }) {
  const t = await getI18n();
  const { receipt, creditNotes, parcel } = order;
  const numbers = [receipt, ...creditNotes].filter((number) => number !== null);
  return (
    <>
      <div className={own.columns}>
        <OrderLines order={order} locale={locale} products={products} />
        <div>
          <OrderPayments order={order} locale={locale} />
          {numbers.length > 0 && (
            <>
              <p className={own.cap}>{t('deskOrders.documents')}</p>
              <p>{numbers.join(', ')}</p>
            </>
          )}
          {parcel && (
            <>
              <p className={own.cap}>{t('deskOrders.parcel')}</p>
              <p className="anywhere">
                {[
                  t(`orders.shipment.${parcel.status}`),
                  parcel.courier && courierText(parcel.courier, locale),
                  parcel.number,
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </p>
            </>
          )}
        </div>
      </div>
      {mayRefund && order.canRefund && (
        <div className="actions mt-3">
          <RefundOrder orderId={order.orderId} orderNumber={order.orderNumber} by={by} />
        </div>
      )}
    </>
  );
}

interface OrderLinesProps {
  order: Previous['orders'][number];
  locale: Locale;
  products: readonly Product[];
}

/** The contents and the parts of the price of an order, and what was refunded. */
async function OrderLines({ order, locale, products }: OrderLinesProps) {
  const t = await getI18n();
  const { listPrice, boxPrice, deliveryFee, codeDiscount, waived, total, refunded } = order;
  const baht = (satang: number) => bahtText(satang, locale);
  const free = products.find(({ code }) => code === order.freeProduct);
  const lines = [
    ...order.items.map((item) => [packsText(item, products, locale), baht(item.linePrice)]),
    free && [t('deskOrders.free', { name: free.name[locale] }), baht(0)],
    [t('deskOrders.delivery'), baht(deliveryFee)],
    codeDiscount > 0 && [t('deskOrders.code'), `−${baht(codeDiscount)}`],
    waived > 0 && [t('deskOrders.waived'), `−${baht(waived)}`],
    [t('deskOrders.total'), baht(total), 'sum'],
    refunded > 0 && [t('deskOrders.refunded'), `−${baht(refunded)}`],
    refunded > 0 && [t('deskOrders.left'), baht(total - refunded), 'sum'],
  ].filter((line) => Array.isArray(line));
  return (
    <div>
      <p className={own.cap}>{t('deskOrders.contents')}</p>
      <dl className={own.lines}>
        {lines.map(([name, value, emphasis]) => (
          <div key={name} data-sum={emphasis}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {listPrice > boxPrice && (
        <p className="muted small">{t('deskOrders.discount', { amount: baht(listPrice - boxPrice) })}</p>
      )}
    </div>
  );
}
