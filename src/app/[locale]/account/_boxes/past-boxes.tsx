import Link from 'next/link';
import { Icon } from '@/components/art/icon';
import { Paging } from '@/components/paging';
import { Baht } from '@/components/values';
import { YearlessDay } from '@/components/yearless-day';
import type { Locale } from '@/domain/locale';
import { yearlessDayText } from '@/locales/calendar-format';
import { localePath } from '@/locales/paths';
import { getI18n } from '@/locales/server';
import type { RouterOutputs } from '@/trpc/outputs';
import { isPaidBack } from '../_components/order-tags';
import classes from './calendar.module.css';

type Page = RouterOutputs['orders']['previous'];
type Order = Page['orders'][number];

/** The number of past boxes that stand above the calendar without being opened. */
const SHOWN = 2;

interface PastBoxesProps {
  past: Page;
  /** The id of the order whose payment waits for the subscriber at the bank; null if none does. */
  toConfirm: string | null;
  locale: Locale;
}

/** Lists the boxes whose payment date has come, oldest first. Earlier ones are folded, ten on a page. */
export async function PastBoxes({ past, toConfirm, locale }: PastBoxesProps) {
  const t = await getI18n();
  const orders = past.orders.toReversed();
  const isFirstPage = past.page === 1;
  const earlier = isFirstPage ? orders.slice(0, -SHOWN) : orders;
  const latest = isFirstPage ? orders.slice(-SHOWN) : [];
  if (orders.length === 0) return <p className="muted small mt-3">{t('account.calendar.empty')}</p>;
  return (
    <>
      {earlier.length > 0 && (
        <details className={classes.earlier} open={!isFirstPage}>
          <summary>
            <Icon of="past" />
            {t('account.calendar.earlier')}
          </summary>
          <ol className={classes.past}>
            {earlier.map((order) => (
              <PastBox
                key={order.orderId}
                order={order}
                isToConfirm={order.orderId === toConfirm}
                locale={locale}
              />
            ))}
          </ol>
          {past.pages > 1 && <Paging locale={locale} path="/account" page={past.page} pages={past.pages} />}
        </details>
      )}
      {latest.length > 0 && (
        <ol className={classes.past} aria-label={t('account.calendar.past')}>
          {latest.map((order) => (
            <PastBox
              key={order.orderId}
              order={order}
              isToConfirm={order.orderId === toConfirm}
              locale={locale}
            />
          ))}
        </ol>
      )}
    </>
  );
}

/** What a past box shows beside its amount, and how its dot looks. */
const STATE = { success: 'done', pending: 'due', fail: 'bad', expired: 'bad', suspended: 'bad' } as const;

interface PastBoxProps {
  order: Order;
  isToConfirm: boolean;
  locale: Locale;
}

async function PastBox({ order, isToConfirm, locale }: PastBoxProps) {
  const t = await getI18n();
  const { payment, receipt, orderId } = order;
  const date = yearlessDayText(order.paymentDate, locale);
  return (
    <li
      className={classes.row}
      data-state={order.skipped ? 'out' : payment ? STATE[payment.status] : undefined}
    >
      <Link className={classes.main} href={localePath(locale, `/account/orders/${orderId}`)} prefetch={false}>
        <span className={classes.dot} aria-hidden />
        <span className={classes.when}>
          <YearlessDay day={order.paymentDate} locale={locale} />
        </span>
        <span className={classes.amount}>
          {!order.skipped && <Baht satang={order.total} locale={locale} />}
          <small>{state()}</small>
        </span>
      </Link>
      {receipt && (
        <a className={classes.skip} href={receipt.url}>
          {t('orders.receipt')}
          <span className="visually-hidden"> {t('orders.receiptOf', { date })}</span>
        </a>
      )}
    </li>
  );

  function state(): string {
    if (order.skipped) return t('orders.skipped');
    if (isPaidBack(order)) return t('orders.refunded');
    if (isToConfirm) return t('account.owed.confirm');
    if (payment?.status === 'pending' && order.paymentMethod === 'offline')
      return t('payments.status.waiting');
    if (payment?.status !== 'success') return payment ? t(`payments.status.${payment.status}`) : '';
    return order.shipment && !order.isStopped ? t(`orders.shipment.${order.shipment.status}`) : '';
  }
}
