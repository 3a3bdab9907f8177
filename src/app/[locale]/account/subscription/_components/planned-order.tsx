'use client';

import { Baht, DayText } from '@/components/values';
import { useI18n, useLocale } from '@/locales/client';
import classes from './before-after.module.css';
import type { ComparedOrder } from './compared-order';

interface PlannedOrderProps {
  order: ComparedOrder | undefined;
  /** The same order before the change. The page emphasises the differences between both. */
  than?: ComparedOrder;
}

/** Shows payment date and total of an order, or that it is skipped. */
export function PlannedOrder({ order, than }: PlannedOrderProps) {
  const t = useI18n();
  const locale = useLocale();
  if (!order) return null;
  const isMoved = than !== undefined && than.paymentDate !== order.paymentDate;
  const isOther = than !== undefined && than.total !== order.total;
  return (
    <>
      <span className={classes.date} data-other={isMoved || undefined}>
        <DayText day={order.paymentDate} locale={locale} />
      </span>
      <span className={`muted ${classes.amount}`} data-other={isOther || undefined}>
        {order.skipped ? (
          <span className="tag">
            {t(order.paused ? 'subscription.change.paused' : 'subscription.change.skipped')}
          </span>
        ) : (
          <Baht satang={order.total} locale={locale} />
        )}
      </span>
    </>
  );
}
