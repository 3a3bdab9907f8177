'use client';

import { useState } from 'react';
import { Button } from '@/components/button';
import { CardFrame } from '@/components/payments/card-frame';
import { useTotalText } from '@/components/payments/total-changed';
import { useCardSubmission, type CardProblem, type Gateway } from '@/components/payments/use-card-submission';
import { useI18n, useLocale } from '@/locales/client';
import { declineKey } from '@/locales/decline-key';
import { bahtText } from '@/locales/format';
import { refusalOf, trpc } from '@/trpc/react';
import type { Repair } from './use-repair';

interface CardPaymentProps {
  token: string;
  repair: Repair;
  gateway: Gateway;
  onChange: (next: Repair) => void;
  /** Called when the response of a payment was lost. */
  onLost: () => Promise<void>;
}

/** Charges the order to another card. The card is saved only if its logged-in owner ticks the box. */
export function CardPayment({ token, repair, gateway, onChange, onLost }: CardPaymentProps) {
  const t = useI18n();
  const locale = useLocale();
  const totalText = useTotalText();
  const [save, setSave] = useState(false);
  const amount = bahtText(repair.amount, locale);
  const card = useCardSubmission({
    gateway,
    total: repair.amount,
    spend: async (cardToken, expectedTotal) => {
      try {
        const input = { token, cardToken, save, expectedTotal };
        const { charge, order } = await trpc.orderLinks.repairByCard.mutate(input);
        if (charge.outcome === 'action_required') {
          window.location.assign(charge.authorizeUri);
          return null;
        }
        onChange(order);
        return charge.outcome === 'declined'
          ? { kind: 'declined', message: t(declineKey(charge.reason)) }
          : null;
      } catch (error) {
        return problemOf(error, expectedTotal);
      }
    },
  });

  const problemOf = async (error: unknown, shown: number): Promise<CardProblem> => {
    const { code, message, data } = refusalOf(error);
    if (code === 'TOTAL_CHANGED') return { kind: 'total', message: totalText(shown, data) };
    if (code === 'CARD_DECLINED') return { kind: 'declined', message: message ?? t('declines.declined') };
    await onLost();
    return { kind: 'other', message: message ?? t('common.formAnswerLost') };
  };

  return (
    <>
      <CardFrame
        card={card}
        declined={{ title: t('repair.card.declined'), text: t('repair.card.declinedText') }}
      />
      {repair.canSave && (
        <label className="tick">
          <input type="checkbox" checked={save} onChange={(event) => setSave(event.currentTarget.checked)} />
          {t('repair.card.save')}
        </label>
      )}
      <Button wide onClick={card.submit} busy={card.busy}>
        {t(card.busy ? 'repair.card.paying' : 'repair.card.pay', { amount })}
      </Button>
      <p role="status" className="muted small">
        {card.isSlow && t('register.payment.slow')}
      </p>
    </>
  );
}
