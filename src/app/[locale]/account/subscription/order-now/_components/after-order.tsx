'use client';

import { Button } from '@/components/button';
import { Baht, DayText } from '@/components/values';
import { useFailureText } from '@/components/forms/use-failure-text';
import type { LaterOrders } from '@/domain/order-now';
import { useI18n, useLocale } from '@/locales/client';
import type { RouterOutputs } from '@/trpc/outputs';
import { refusalOf, trpc } from '@/trpc/react';
import { useRead } from '@/trpc/use-read';
import classes from '../../_components/before-after.module.css';

interface AfterOrderProps {
  options: RouterOutputs['orders']['orderNowOptions'];
  later: LaterOrders;
  /** The total of the order of today in satang. */
  total: number;
}

/** Shows the order of today and the next three dates with their totals, as they are once it is paid. */
export function AfterOrder({ options: { today, subscription }, later, total }: AfterOrderProps) {
  const t = useI18n();
  const locale = useLocale();
  const failureText = useFailureText('read');
  const query = useRead(true, () => ({
    queryKey: ['preview', 'order-now', later, subscription.version],
    queryFn: () => trpc.orders.orderNow.mutate({ later, preview: true }),
    staleTime: 0,
    gcTime: 0,
  }));
  return (
    <section className={classes.card} aria-labelledby="after-title" aria-busy={query.isFetching}>
      <h2 id="after-title" className={classes.title}>
        {t('subscription.orderNow.after')}
      </h2>
      <ol className={classes.list} aria-live="polite" data-loading={query.isFetching || undefined}>
        <li className={classes.line}>
          <span className={classes.date}>
            {t('subscription.reactivate.today')}, <DayText day={today} locale={locale} />
          </span>
          <span className={classes.amount}>
            <Baht satang={total} locale={locale} />
          </span>
        </li>
        {query.data?.upcomingOrders.map((order) => (
          <li key={order.paymentDate} className={classes.line}>
            <span className={classes.date}>
              <DayText day={order.paymentDate} locale={locale} />
            </span>
            <span className={classes.amount}>
              {order.skipped ? (
                <span className={classes.tag}>
                  {t(order.paused ? 'subscription.change.paused' : 'subscription.change.skipped')}
                </span>
              ) : (
                <Baht satang={order.total} locale={locale} />
              )}
            </span>
          </li>
        ))}
      </ol>
      {Boolean(query.error) && (
        <div role="alert" className={classes.problem}>
          <p>
            {t('subscription.change.failed')} {failureText(refusalOf(query.error))}
          </p>
          <Button look="quiet" onClick={() => void query.refetch()}>
            {t('common.tryAgain')}
          </Button>
        </div>
      )}
    </section>
  );
}
