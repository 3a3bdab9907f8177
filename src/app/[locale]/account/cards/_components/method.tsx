'use client';

import { useState } from 'react';
import { Button } from '@/components/button';
import { accountText } from '@/components/payments/means-name';
import { paysBy, type PayingSession } from '@/components/payments/owed';
import { PayOutcome } from '@/components/payments/pay-outcome';
import { usePay } from '@/components/payments/use-pay';
import { showToast } from '@/components/toasts';
import { useFocusOnMount } from '@/components/use-focus';
import { useI18n, useLocale } from '@/locales/client';
import { bahtText } from '@/locales/format';
import { trpc } from '@/trpc/react';
import classes from './cards.module.css';

interface MethodProps {
  session: PayingSession;
  hasCards: boolean;
  /** Reloads the state after a change. */
  onChanged: () => void;
}

/**
 * Shows the payment method. Lets the subscriber switch to PromptPay and bank transfer. The button of a card or of the
 * bank account switches to it.
 */
export function Method({ session, hasCards, onChanged }: MethodProps) {
  const t = useI18n();
  const [isAsking, setAsking] = useState(false);
  const method = session.subscription?.paymentMethod ?? 'card';
  const account = session.subscription?.bankAccount;
  return (
    <section className={`card mt-4 ${classes.method}`} aria-labelledby="method-title">
      <h2 id="method-title" className="muted label">
        {t('payments.method.now')}
      </h2>
      <p className="h3">{account ? accountText(t, account) : t(`payments.method.${method}`)}</p>
      <p className="muted small">{about()}</p>
      {method !== 'offline' && !isAsking && (
        <Button look="quiet" onClick={() => setAsking(true)}>
          {t('payments.method.toOffline')}
        </Button>
      )}
      {method !== 'offline' && isAsking && (
        <ToOffline session={session} onClose={() => setAsking(false)} onChanged={onChanged} />
      )}
    </section>
  );

  function about() {
    if (paysBy(session, 'offline')) return t('payments.method.offlineText');
    if (paysBy(session, 'bank_account'))
      return t(account ? 'payments.method.accountText' : 'declines.no_bank_account');
    return t(hasCards ? 'payments.method.cardText' : 'payments.method.noCard');
  }
}

interface ToOfflineProps {
  session: PayingSession;
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
