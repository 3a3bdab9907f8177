'use client';

import { useId, useRef, useState } from 'react';
import { useI18n, useLocale } from '@/locales/client';
import { useCardForm } from './use-card-form';
import { useSlowness } from './use-slowness';

export interface Gateway {
  scriptUrl: string;
  publicKey: string;
}

export interface CardProblem {
  kind: 'declined' | 'total' | 'other';
  message: string;
}

// The gateway's own script times out after 30 s.
const TOKEN_WAIT_MS = 40_000;

interface CardSubmissionOptions {
  gateway: Gateway;
  /** The total on the button, in satang. */
  total: number;
  /**
   * Pays with the card token. Returns the problem, or null if the form needs no further input.
   * @param shownTotal the total on the button when it was clicked, in satang
   */
  spend: (cardToken: string, shownTotal: number) => Promise<CardProblem | null>;
}

export type CardSubmission = ReturnType<typeof useCardSubmission>;

/**
 * Manages the card form from the click to the use of the token. Further clicks do nothing while a submission
 * runs.
 */
export function useCardSubmission({ gateway, total, spend }: CardSubmissionOptions) {
  const t = useI18n();
  const locale = useLocale();
  const elementId = `card-form-${useId().replace(/\W/g, '')}`;
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<CardProblem | null>(null);
  const [failures, setFailures] = useState(0);
  const isSlow = useSlowness(busy);
  const underWay = useRef(false);
  const spending = useRef(false);
  const silence = useRef<number>(undefined);
  const shownTotal = useRef<number>(null);

  const fail = (next: CardProblem) => {
    window.clearTimeout(silence.current);
    underWay.current = false;
    spending.current = false;
    shownTotal.current = null;
    setBusy(false);
    setProblem(next);
    setFailures((count) => count + 1);
  };

  const onToken = async (cardToken: string) => {
    // Enter inside the card form also requests a token, without a click on the button.
    if (spending.current) return;
    spending.current = true;
    underWay.current = true;
    setBusy(true);
    const wrong = await spend(cardToken, shownTotal.current ?? total);
    if (wrong) fail(wrong);
  };

  const form = useCardForm({
    elementId,
    ...gateway,
    locale,
    onToken: (cardToken) => void onToken(cardToken),
    onIncomplete: () => fail({ kind: 'other', message: t('register.payment.cardIncomplete') }),
  });

  const submit = () => {
    if (underWay.current || form.state !== 'ready') return;
    underWay.current = true;
    shownTotal.current = total;
    setBusy(true);
    setProblem(null);
    form.requestToken();
    silence.current = window.setTimeout(() => {
      if (!spending.current) fail({ kind: 'other', message: t('register.payment.formFailed') });
    }, TOKEN_WAIT_MS);
  };

  return { elementId, form, submit, busy, isSlow, problem, failures };
}
