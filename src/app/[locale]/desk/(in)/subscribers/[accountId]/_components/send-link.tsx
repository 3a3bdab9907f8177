'use client';

import { useI18n, useLocale } from '@/locales/client';
import { bahtText } from '@/locales/format';
import { desk } from '@/trpc/desk';
import { Act } from './act';

/** Sends the payment link of the unpaid order. @param amount in satang */
export function SendLink({ accountId, amount }: { accountId: string; amount: number }) {
  const t = useI18n();
  const locale = useLocale();
  return (
    <Act
      act={t('deskSubscribers.act.sendLink')}
      text={t('deskSubscribers.act.sendLinkText', { amount: bahtText(amount, locale) })}
      run={(reason) => desk.subscribers.sendLink.mutate({ accountId, reason })}
      done={t('deskSubscribers.act.linkSent')}
    />
  );
}
