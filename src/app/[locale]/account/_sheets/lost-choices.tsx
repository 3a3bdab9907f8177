'use client';

import { DayText } from '@/components/values';
import { useI18n, useLocale } from '@/locales/client';
import type { Preview, UpcomingOrder } from './use-change';

/** Names the orders that a new schedule drops although the subscriber changed them alone. */
export function LostChoices({
  before,
  preview,
}: {
  before: readonly UpcomingOrder[];
  preview: Pick<Preview, 'orders'>;
}) {
  const t = useI18n();
  const locale = useLocale();
  const after = preview.orders;
  if (!after) return null;
  return before
    .filter(
      ({ orderId, ownBox, ownAddress }) =>
        (ownBox || ownAddress !== null) && !after.some((order) => order.orderId === orderId),
    )
    .map(({ orderId, paymentDate }) => (
      <p key={orderId}>
        {t('subscription.change.lostChoice', { date: <DayText day={paymentDate} locale={locale} /> })}
      </p>
    ));
}
