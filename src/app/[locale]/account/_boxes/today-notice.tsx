import { Notice } from '@/components/notice';
import { Baht, DayText } from '@/components/values';
import type { Day } from '@/domain/day';
import type { Locale } from '@/domain/locale';
import { getI18n } from '@/locales/server';
import type { RouterOutputs } from '@/trpc/outputs';

type Order = RouterOutputs['orders']['previous']['orders'][number];

/**
 * Returns today's order if it will be paid today or is paid, otherwise null. Today's order is not among the
 * next three orders.
 */
export function todaysOrder(previous: readonly Order[], today: Day): Order | null {
  const isNoticed = ({ payment, receiveBy }: Order) =>
    payment?.status === 'pending' || (payment?.status === 'success' && receiveBy !== null);
  return previous.find((order) => order.paymentDate === today && isNoticed(order)) ?? null;
}

/** Reports that today's order will be paid today or is paid. */
export async function TodayNotice({ order, locale }: { order: Order; locale: Locale }) {
  const t = await getI18n();
  const amount = <Baht satang={order.total} locale={locale} />;
  if (order.payment?.status === 'pending' || order.receiveBy === null) {
    return (
      <Notice tone="info" title={t('account.today.title')}>
        <p>{t('account.today.dueText', { amount })}</p>
      </Notice>
    );
  }
  return (
    <Notice tone="good" title={t('account.today.paidTitle')}>
      <p>
        {t('account.today.paidText', { amount, date: <DayText day={order.receiveBy} locale={locale} /> })}
      </p>
    </Notice>
  );
}
