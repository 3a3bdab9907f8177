import { Notice } from '@/components/notice';
import { Baht, DayText } from '@/components/values';
import type { Day } from '@/domain/day';
import type { Locale } from '@/domain/locale';
import { getI18n } from '@/locales/server';
import type { RouterOutputs } from '@/trpc/outputs';

interface TodayNoticeProps {
  locale: Locale;
  today: Day;
  /** The latest orders on or after their payment date. */
  previous: RouterOutputs['orders']['previous']['orders'];
}

/** Shows the order of today's payment date, which is not among the next three: locked, or just paid. */
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
