import { Notice } from '@/components/notice';
import { Baht, DayText } from '@/components/values';
import type { Day } from '@/domain/day';
import type { Locale } from '@/domain/locale';
import { getI18n } from '@/locales/server';
import type { RouterOutputs } from '@/trpc/react';

interface TodayNoticeProps {
  locale: Locale;
  today: Day;
  /** The latest orders whose payment date has begun. */
  previous: RouterOutputs['orders']['previous']['orders'];
}

/** The order whose payment date is today, which none of the next three is: closed to changes, or paid just now. */
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
