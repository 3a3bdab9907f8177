'use client';

import { useEffect, useId, useRef, useState } from 'react';
import type { PayAnswer } from '@/domain/pay-state';
import { useI18n, useLocale } from '@/locales/client';
import { useCardForm } from './use-card-form';
import { usePay, type PayOptions } from './use-pay';

export interface Gateway {
  scriptUrl: string;
  publicKey: string;
}

// The gateway's own script times out after 30 s.
const TOKEN_WAIT_MS = 40_000;

interface CardPayOptions<Answer> extends PayOptions<Answer> {
  gateway: Gateway;
  /** The total on the button, in satang. */
  total: number;
  /**
   * Pays with the card token.
   * @param expectedTotal the total on the button when it was clicked, in satang
   */
  send: (cardToken: string, expectedTotal: number) => Promise<Answer>;
}

export type CardPay = ReturnType<typeof useCardPay>;

/** Pays with the card form, from the click to the result. Further clicks do nothing while a payment runs. */
export function useCardPay<Answer extends PayAnswer>(options: CardPayOptions<Answer>) {
  const { gateway, total, send, ...rest } = options;
  const t = useI18n();
  const locale = useLocale();
  const elementId = `card-form-${useId().replace(/\W/g, '')}`;
  const { pay, ...payment } = usePay<Answer>(rest);
  const [isAsking, setAsking] = useState(false);
  const silence = useRef<number>(undefined);
  const shownTotal = useRef<number>(null);

  const stopAsking = () => {
    window.clearTimeout(silence.current);
    shownTotal.current = null;
    setAsking(false);
  };
  const refuse = (message: string) => {
    stopAsking();
    payment.show({ is: 'refused', message });
  };

  // Enter inside the card form also requests a token, without a click on the button.
  const onToken = (cardToken: string) => {
    const shown = shownTotal.current ?? total;
    stopAsking();
    void pay(shown, () => send(cardToken, shown));
  };

  const form = useCardForm({
    elementId,
    ...gateway,
    locale,
    onToken,
    onIncomplete: () => refuse(t('register.payment.cardIncomplete')),
  });

  const submit = () => {
    if (shownTotal.current !== null || payment.busy || form.state !== 'ready') return;
    shownTotal.current = total;
    setAsking(true);
    payment.forget();
    form.requestToken();
    silence.current = window.setTimeout(() => refuse(t('register.payment.formFailed')), TOKEN_WAIT_MS);
  };

  useEffect(() => () => window.clearTimeout(silence.current), []);

  return { ...payment, elementId, form, submit, busy: isAsking || payment.busy };
}
