'use client';

import { useState } from 'react';
import { CardFrame } from '@/components/payments/card-frame';
import { PayOutcome, PaySubmit } from '@/components/payments/pay-outcome';
import { useCardPay, type Gateway } from '@/components/payments/use-card-pay';
import { useI18n, useLocale } from '@/locales/client';
import { bahtText } from '@/locales/format';
import { trpc } from '@/trpc/react';
import type { Repair } from './use-repair';

interface CardPaymentProps {
  token: string;
  repair: Repair;
  gateway: Gateway;
  /** Reads the order again. The page then shows what became of the payment. */
  reload: () => Promise<void>;
}

/** Charges the order to another card. The card is saved only if its logged-in owner ticks the box. */
export function CardPayment({ token, repair, gateway, reload }: CardPaymentProps) {
  const t = useI18n();
  const locale = useLocale();
  const [save, setSave] = useState(false);
  const amount = bahtText(repair.amount, locale);
  const card = useCardPay({
    gateway,
    total: repair.amount,
    send: (cardToken, expectedTotal) =>
      trpc.orderLinks.repairByCard.mutate({ token, cardToken, save, expectedTotal }),
    onPaid: async (): Promise<'shown'> => {
      await reload();
      return 'shown';
    },
    reload,
    showsOpen: true,
  });
  return (
    <>
      <PayOutcome pay={card} />
      <CardFrame card={card} />
      {repair.canSave && (
        <label className="tick">
          <input type="checkbox" checked={save} onChange={(event) => setSave(event.currentTarget.checked)} />
          {t('repair.card.save')}
        </label>
      )}
      <PaySubmit
        pay={card}
        onClick={card.submit}
        label={t('repair.card.pay', { amount })}
        busyLabel={t('repair.card.paying', { amount })}
      />
    </>
  );
}
