'use client';

import { Notice } from '@/components/notice';
import { DayText } from '@/components/values';
import { useI18n, useLocale } from '@/locales/client';
import type { UpcomingOrder } from './use-change';
import type { Scope } from './box-scope';

interface BoxNoticesProps {
  orders: readonly UpcomingOrder[];
  scope: Scope;
  /** Whether today is a payment date. The box of that order cannot be changed. */
  isClosedToday: boolean;
}

/** Names the orders that a change of the box does not apply to. */
export function BoxNotices({ orders, scope, isClosedToday }: BoxNoticesProps) {
  const t = useI18n();
  const locale = useLocale();
  return (
    <>
      {isClosedToday && <Notice tone="info">{t('subscription.change.today')}</Notice>}
      {orders.map(({ orderId, paymentDate, freeProduct, ownBox }) => {
        const isOwn = ownBox && scope === 'always';
        if (freeProduct === null && !isOwn) return null;
        const key = freeProduct === null ? 'ownNotice' : 'freeNotice';
        return (
          <Notice key={orderId} tone="info">
            {t(`subscription.change.${key}`, { date: <DayText day={paymentDate} locale={locale} /> })}
          </Notice>
        );
      })}
    </>
  );
}
