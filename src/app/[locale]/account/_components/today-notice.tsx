import { Notice } from '@/components/notice';
import { Baht, DayText } from '@/components/values';
import type { Day } from '@/domain/day';
import type { Locale } from '@/domain/locale';
import { getI18n } from '@/locales/server';
import type { RouterOutputs } from '@/trpc/outputs';

interface TodayNoticeProps {
  locale: Locale;
  today: Day;
  /** The latest orders whose payment date is today or in the past. */
  previous: RouterOutputs['orders']['previous']['orders'];
}

/**
 * Reports that today's order will be paid today or is paid. Today's order is not among the next three orders.
 * Renders nothing if there is no such order.
 */
export async function TodayNotice({ locale, today, previous }: TodayNoticeProps) {
  const t = await getI18n();
  const order = previous.find((candidate) => candidate.paymentDate === today && candidate.payment);
  if (!order) return null;
  const amount = <Baht satang={order.total} locale={locale} />;
  if (order.payment?.status === 'pending') {
    return (
      <Notice tone="info" title={t('account.today.title')}>
        <p>{t('account.today.dueText', { amount })}</p>
      </Notice>
    );
  }
  if (order.payment?.status === 'success' && order.receiveBy) {
    return (
      <Notice tone="good" title={t('account.today.paidTitle')}>
        <p>
          {t('account.today.paidText', { amount, date: <DayText day={order.receiveBy} locale={locale} /> })}
        </p>
      </Notice>
    );
  }
  return null;
}
