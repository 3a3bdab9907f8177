'use client';

import { useState } from 'react';
import { Button } from '@/components/button';
import { PayOutcome } from '@/components/payments/pay-outcome';
import { usePay } from '@/components/payments/use-pay';
import { showToast } from '@/components/toasts';
import { useFocusOnMount } from '@/components/use-focus';
import { useI18n, useLocale } from '@/locales/client';
import { bahtText } from '@/locales/format';
import { trpc } from '@/trpc/react';
import classes from './cards.module.css';
import { isOffline, type Session } from './owed';

interface MethodProps {
  session: Session;
  hasCards: boolean;
  /** Reloads the state after a change. */
  onChanged: () => void;
}

/**
 * Shows the payment method. Lets the subscriber switch from card to PromptPay and bank transfer. The button
 * of a card switches back.
 */
export function Method({ session, hasCards, onChanged }: MethodProps) {
  const t = useI18n();
  const [isAsking, setAsking] = useState(false);
  const isByLink = isOffline(session);
  return (
    <section className={`card mt-4 ${classes.method}`} aria-labelledby="method-title">
      <h2 id="method-title" className="muted label">
        {t('payments.method.now')}
      </h2>
      <p className="h3">{t(isByLink ? 'payments.method.offline' : 'payments.method.card')}</p>
      <p className="muted small">{about()}</p>
      {!isByLink && !isAsking && (
        <Button look="quiet" onClick={() => setAsking(true)}>
          {t('payments.method.toOffline')}
        </Button>
      )}
      {!isByLink && isAsking && (
        <ToOffline session={session} onClose={() => setAsking(false)} onChanged={onChanged} />
      )}
    </section>
  );

  function about() {
    if (isByLink) return t('payments.method.offlineText');
    return t(hasCards ? 'payments.method.cardText' : 'payments.method.noCard');
  }
}

interface ToOfflineProps {
  session: Session;
  onClose: () => void;
  onChanged: () => void;
}

function ToOffline({ session: { pendingPayment }, onClose, onChanged }: ToOfflineProps) {
  const t = useI18n();
  const locale = useLocale();
  const box = useFocusOnMount<HTMLDivElement>();
  const expectedTotal = pendingPayment?.amount ?? 0;
  const { pay, ...state } = usePay({
    reload: onChanged,
    showsOpen: true,
    onPaid: () => {
      showToast({ message: t('payments.method.changedOffline'), tone: 'good' });
      onClose();
      onChanged();
      return 'shown';
    },
  });
  const convert = () =>
    pay(expectedTotal, async () => {
      const answer = await trpc.payments.convertToOffline.mutate({ expectedTotal });
      return { paymentUrl: answer.pendingPayment?.paymentUrl };
    });
  return (
    <div ref={box} tabIndex={-1} role="group" aria-labelledby="to-offline" className={classes.panel}>
      <h3 id="to-offline" className="strong">
        {t('payments.method.toOfflineTitle')}
      </h3>
      <p>{t('payments.method.toOfflineText')}</p>
      {pendingPayment && (
        <p>
          {t('payments.method.toOfflineOwed', {
            amount: <strong className="number">{bahtText(pendingPayment.amount, locale)}</strong>,
          })}
        </p>
      )}
      {pendingPayment?.authorizeUri && <p>{t('payments.method.toOfflineBank')}</p>}
      <PayOutcome pay={state} />
      <div className="actions mt-3">
        <Button busy={state.busy} onClick={() => void convert()}>
          {t(state.busy ? 'payments.method.changing' : 'payments.method.change')}
        </Button>
        <Button look="secondary" onClick={onClose}>
          {t('payments.method.stay')}
        </Button>
      </div>
    </div>
  );
}
