'use client';

import { PayOutcome, PaySubmit } from '@/components/payments/pay-outcome';
import { usePay } from '@/components/payments/use-pay';
import { useI18n, useLocale } from '@/locales/client';
import { bahtText } from '@/locales/format';
import { trpc } from '@/trpc/react';
import { Way } from './way';

interface SameCardProps {
  token: string;
  /** The total of the order in satang. */
  amount: number;
  /** Whether it can be charged still. After a decline the row stays with its result. */
  isOffered: boolean;
  reload: () => Promise<void>;
}

/** Charges the saved card again. */
export function SameCard({ token, amount: satang, isOffered, reload }: SameCardProps) {
  const t = useI18n();
  const locale = useLocale();
  const amount = bahtText(satang, locale);
  const { pay, ...state } = usePay({
    reload,
    showsOpen: true,
    onPaid: async (): Promise<'shown'> => {
      await reload();
      return 'shown';
    },
  });
  const input = { token, expectedTotal: satang };
  const charge = () => void pay(satang, () => trpc.orderLinks.repairByCard.mutate(input));
  const label = t('repair.sameCard.pay', { amount });
  return (
    <Way title={t('repair.sameCard.title')} note={t('repair.sameCard.note', { amount })}>
      <p>{t('repair.sameCard.lead', { amount })}</p>
      <PayOutcome pay={state} />
      {(isOffered || state.busy) && (
        <PaySubmit
          pay={state}
          onClick={charge}
          label={label}
          busyLabel={t('repair.card.paying', { amount })}
        />
      )}
    </Way>
  );
}
