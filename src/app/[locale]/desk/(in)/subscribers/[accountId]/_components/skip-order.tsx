'use client';

import { useI18n, useLocale } from '@/locales/client';
import { bahtText, dayText } from '@/locales/format';
import { desk } from '@/trpc/desk';
import { Act } from './act';
import type { PlannedOrder } from './types';

interface SkipOrderProps {
  accountId: string;
  order: Pick<PlannedOrder, 'orderId' | 'paymentDate' | 'total' | 'can'>;
}

/** Skips an order, or takes back the skip. Shows nothing if it is too late for both. */
export function SkipOrder({ accountId, order: { orderId, paymentDate, total, can } }: SkipOrderProps) {
  const t = useI18n();
  const locale = useLocale();
  const date = dayText(paymentDate, locale);
  const run = (skip: boolean) => (reason: string | undefined) =>
    desk.subscribers.skip.mutate({ accountId, orderId, skip, reason });
  if (can.skip)
    return (
      <Act
        key="skip"
        act={t('deskSubscribers.act.skip')}
        label={t('deskSubscribers.act.skipOf', { date })}
        text={t('deskSubscribers.act.skipText', { date })}
        run={run(true)}
        done={t('deskSubscribers.act.skipped', { date })}
      />
    );
  if (!can.unskip) return null;
  return (
    <Act
      key="unskip"
      act={t('deskSubscribers.act.unskip')}
      label={t('deskSubscribers.act.unskipOf', { date })}
      text={t('deskSubscribers.act.unskipText', { date, total: bahtText(total, locale) })}
      run={run(false)}
      done={t('deskSubscribers.act.unskipped', { date })}
    />
  );
}
