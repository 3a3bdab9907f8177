import type { Locale } from '@/domain/locale';
import { orderNumberText } from '@/domain/order';
import { bahtText, dayText } from '@/locales/format';
import { getI18n } from '@/locales/server';
import classes from '../../../_components/desk.module.css';
import { MoveOrder } from './move-order';
import { SkipOrder } from './skip-order';
import own from './subscriber.module.css';
import type { Plan, PlannedOrder, Shown } from './types';

/** The next three orders, with what can be done with each of them now. */
export async function NextOrders({ subscription, locale, accountId, may }: Shown & { subscription: Plan }) {
  const t = await getI18n();
  const { upcoming, version } = subscription;
  return (
    <section className="card mt-5">
      <h2>{t('deskSubscribers.orders.next')}</h2>
      {upcoming.length === 0 && <p className="lead">{t('deskSubscribers.orders.noNext')}</p>}
      <ul className={classes.rows}>
        {upcoming.map(async (order) => (
          <li key={order.orderId} className={classes.row}>
            <div>
              <p className={classes.strong}>
                {orderNumberText(order.orderNumber)} · {dayText(order.paymentDate, locale)} ·{' '}
                {bahtText(order.total, locale)}
              </p>
              <p className="muted anywhere small">{await stateOf(order, locale)}</p>
            </div>
            {may && (
              <div className={`actions ${own.acts}`}>
                <SkipOrder accountId={accountId} order={order} />
                {order.can.move && (
                  <MoveOrder accountId={accountId} version={version} order={order} range={order.can.move} />
                )}
              </div>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

async function stateOf(
  { skipped, paused, movedFrom, ownBox }: PlannedOrder,
  locale: Locale,
): Promise<string> {
  const t = await getI18n();
  const state = !skipped ? 'upcoming' : paused ? 'pausedOrder' : 'skipped';
  const parts = [
    t(`deskSubscribers.orders.${state}`),
    movedFrom && t('deskSubscribers.orders.moved', { date: dayText(movedFrom, locale) }),
    ownBox && t('deskSubscribers.orders.ownBox'),
  ];
  return parts.filter(Boolean).join(' · ');
}
