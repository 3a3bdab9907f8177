'use client';

import { useI18n, useLocale } from '@/locales/client';
import { bahtText } from '@/locales/format';
import { desk } from '@/trpc/desk';
import { Act } from './act';

interface OwedActsProps {
  accountId: string;
  orderId: string;
  /** Satang. */
  amount: number;
  /** The name of the subscriber; null without one. */
  name: string | null;
  /** Whether a card is tried again, so that its next try can come now. */
  isTried: boolean;
}

/** What can be done about a payment that is owed: try the card now, send a link. */
export function OwedActs({ accountId, orderId, name, isTried, ...owed }: OwedActsProps) {
  const t = useI18n();
  const locale = useLocale();
  const amount = bahtText(owed.amount, locale);
  return (
    <>
      {isTried && (
        <Act
          act={t('deskToday.tryNow')}
          text={t('deskToday.tryNowText', { amount })}
          run={() => desk.today.tryPayment.mutate({ orderId })}
          done={t('deskToday.triedNow')}
        />
      )}
      <Act
        act={t('deskToday.sendLink')}
        text={t('deskToday.sendLinkText', { amount, name: name ?? t('deskToday.nobody') })}
        run={() => desk.subscribers.sendLink.mutate({ accountId })}
        done={t('deskToday.linkSent')}
      />
    </>
  );
}
