import { Baht, DayText } from '@/components/values';
import type { Locale } from '@/domain/locale';
import { getI18n } from '@/locales/server';
import type { RouterOutputs } from '@/trpc/react';
import classes from './account.module.css';

interface UpcomingProps {
  locale: Locale;
  orders: RouterOutputs['account']['home']['upcoming'];
}

/** The next three orders in the order of their dates; skipped ones keep their place. */
export async function Upcoming({ locale, orders }: UpcomingProps) {
  const t = await getI18n();
  return (
    <section className={classes.section} aria-labelledby="upcoming-title">
      <h2 id="upcoming-title">{t('account.upcoming.title')}</h2>
      <ol className={classes.timeline}>
        {orders.map((order) => (
          <li key={order.orderId} className={classes.entry} data-skipped={order.skipped || undefined}>
            <span className={classes.when}>
              <DayText day={order.paymentDate} locale={locale} />
            </span>
            {order.skipped ? (
              <span className={classes.tag}>{t('account.upcoming.skipped')}</span>
            ) : (
              <span className={classes.amount}>
                <Baht satang={order.total} locale={locale} />
              </span>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}
