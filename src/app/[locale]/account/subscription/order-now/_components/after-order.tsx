'use client';

import { useFailureText } from '@/components/forms/use-failure-text';
import { Baht, DayText } from '@/components/values';
import type { Day } from '@/domain/day';
import { useI18n, useLocale } from '@/locales/client';
import { refusalOf } from '@/trpc/react';
import { PlannedOrder } from '../../_components/planned-order';
import { PreviewProblem } from '../../_components/preview-problem';
import { PriceNote } from '../../_components/price-note';
import classes from '../../_components/before-after.module.css';
import type { OrderNowPreview } from './use-order-now-preview';

interface AfterOrderProps {
  preview: OrderNowPreview;
  today: Day;
  /** The total of the order of today in satang. */
  total: number;
}

/** Shows the order of today and the next three dates with their totals, as they are once it is paid. */
export function AfterOrder({ preview, today, total }: AfterOrderProps) {
  const t = useI18n();
  const locale = useLocale();
  const failureText = useFailureText('read');
  const { data, error, isFetching } = preview;
  return (
    <section className={`card mt-5 ${classes.card}`} aria-labelledby="after-title" aria-busy={isFetching}>
      <h2 id="after-title" className="h3">
        {t('subscription.orderNow.after')}
      </h2>
      <ol className={classes.list} aria-live="polite" data-loading={isFetching || undefined}>
        <li className={`row ${classes.line}`}>
          <span className={classes.date}>
            {t('subscription.orderNow.today', { date: <DayText day={today} locale={locale} /> })}
          </span>
          <span className={`muted ${classes.amount}`}>
            <Baht satang={total} locale={locale} />
          </span>
        </li>
        {data?.upcomingOrders.map((order) => (
          <li key={order.paymentDate} className={`row ${classes.line}`}>
            <PlannedOrder order={order} />
          </li>
        ))}
      </ol>
      <PriceNote notice={data?.subscription.priceNotice ?? null} ofBox={false} />
      {Boolean(error) && (
        <PreviewProblem message={failureText(refusalOf(error))} onRetry={() => void preview.refetch()} />
      )}
    </section>
  );
}
