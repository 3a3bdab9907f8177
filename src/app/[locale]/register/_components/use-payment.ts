'use client';

import { useEffect, useId, useRef, useState } from 'react';
import { loadPage } from '@/components/load-page';
import { useCardForm } from '@/components/payments/use-card-form';
import { announceNavigation } from '@/components/shell/progress-bar';
import { useI18n, useLocale } from '@/locales/client';
import { localePath } from '@/locales/paths';
import { refusalOf, trpc, type Refusal } from '@/trpc/react';
import type { Registration } from './flow';

export interface Gateway {
  scriptUrl: string;
  publicKey: string;
}

export interface PaymentProblem {
  kind: 'declined' | 'other';
  message: string;
}

// The gateway's own script gives up after 30 s.
const TOKEN_WAIT_MS = 40_000;
const SLOW_MS = 8_000;

interface PaymentOptions {
  gateway: Gateway;
  registration: Registration;
  /** Asks the server how the registration stands now. */
  reload: () => Promise<void>;
}

/** From the tap on the pay button to an outcome. One tap is one payment: while one is under way, no other begins. */
export function usePayment({ gateway, reload }: PaymentOptions) {
  const t = useI18n();
  const locale = useLocale();
  const elementId = `card-form-${useId().replace(/\W/g, '')}`;
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<PaymentProblem | null>(null);
  const [failures, setFailures] = useState(0);
  const isSlow = useSlowness(busy);
  const underWay = useRef(false);
  const charging = useRef(false);
  const silence = useRef<number>(undefined);
  const charge = trpc.registration.payByCard.useMutation();

  const fail = (next: PaymentProblem) => {
    window.clearTimeout(silence.current);
    underWay.current = false;
    charging.current = false;
    setBusy(false);
    setProblem(next);
    setFailures((count) => count + 1);
  };
  const goToConfirmation = () => {
    announceNavigation();
    // A document of its own: without the card form's security policy, and without what was known before paying.
    loadPage(localePath(locale, '/register/confirmation'));
  };

  const onToken = async (cardToken: string) => {
    // Enter inside the card form asks for a token too, without the button.
    if (charging.current) return;
    charging.current = true;
    underWay.current = true;
    setBusy(true);
    try {
      const outcome = await charge.mutateAsync({ cardToken });
      if (outcome.outcome === 'action_required') return loadPage(outcome.authorizeUri);
      goToConfirmation();
    } catch (error) {
      await settle(refusalOf(error));
    }
  };

  const settle = async ({ code, message }: Refusal) => {
    // Without a code the answer was lost, perhaps not the payment: the next page asks before anybody pays again.
    if (code === null || code === 'PAYMENT_PENDING') return goToConfirmation();
    if (code === 'NOT_LOGGED_IN') return loadPage(localePath(locale, '/register/details?away'));
    if (code === 'CARD_DECLINED')
      return fail({ kind: 'declined', message: message ?? t('declines.declined') });
    if (code !== 'CODE_INVALID') return fail({ kind: 'other', message: message ?? t('common.savingError') });
    await reload();
    fail({ kind: 'other', message: `${message}. ${t('register.payment.priceChanged')}` });
  };

  const form = useCardForm({
    elementId,
    ...gateway,
    locale,
    onToken: (cardToken) => void onToken(cardToken),
    onIncomplete: () => fail({ kind: 'other', message: t('register.payment.cardIncomplete') }),
  });

  const pay = () => {
    if (underWay.current || form.state !== 'ready') return;
    underWay.current = true;
    setBusy(true);
    setProblem(null);
    form.requestToken();
    silence.current = window.setTimeout(() => {
      if (!charging.current) fail({ kind: 'other', message: t('register.payment.formFailed') });
    }, TOKEN_WAIT_MS);
  };

  return { elementId, form, pay, busy, isSlow, problem, failures };
}

/** Whether something has been going on for so long that people wonder. */
function useSlowness(busy: boolean): boolean {
  const [slowRun, setSlowRun] = useState(false);
  useEffect(() => {
    if (!busy) return;
    const timer = window.setTimeout(() => setSlowRun(true), SLOW_MS);
    return () => {
      window.clearTimeout(timer);
      setSlowRun(false);
    };
  }, [busy]);
  return slowRun;
}
