'use client';

import { useCommand } from '@/components/forms/use-command';
import { loadPage } from '@/components/load-page';
import { payAddress } from '@/components/payments/pay-address';
import { useTotalText } from '@/components/payments/total-changed';
import { useCardSubmission, type CardProblem, type Gateway } from '@/components/payments/use-card-submission';
import { useI18n, useLocale } from '@/locales/client';
import { declineKey } from '@/locales/decline-key';
import { localePath } from '@/locales/paths';
import { refusalOf, trpc } from '@/trpc/react';
import { useFlow } from './flow';
import { leaveForDetails } from './leave-for-details';

interface PaymentOptions {
  gateway: Gateway;
  /** The shown total in satang. */
  total: number;
  /** Whether the card replaces an open payment link. */
  isInstead: boolean;
  /** Loads the registration again. */
  reload: () => Promise<void>;
}

/** Manages a card payment from the tap to the result. Further taps do nothing while a payment runs. */
export function usePayment({ gateway, total, isInstead, reload }: PaymentOptions) {
  const t = useI18n();
  const { goToConfirmation, settle } = useEndings(reload);

  const spend = async (cardToken: string, expectedTotal: number): Promise<CardProblem | null> => {
    const outcome = isInstead
      ? (await trpc.payments.convertToCard.mutate({ cardToken, expectedTotal })).charge
      : await trpc.registration.payByCard.mutate({ cardToken, expectedTotal });
    if (outcome?.outcome === 'action_required') loadPage(outcome.authorizeUri);
    else if (outcome?.outcome === 'declined') {
      await reload();
      return { kind: 'declined', message: t(declineKey(outcome.reason)) };
    } else goToConfirmation();
    return null;
  };

  return useCardSubmission({
    gateway,
    total,
    spend: (cardToken, shown) => spend(cardToken, shown).catch((error: unknown) => settle(error, shown)),
  });
}

/** Manages payment without a card. Opens the payment link, or the confirmation page if nothing is due. */
export function useOfflinePayment({ total, reload }: Pick<PaymentOptions, 'total' | 'reload'>) {
  const locale = useLocale();
  const { goToConfirmation, settle } = useEndings(reload);
  const { run, busy, problem, fail } = useCommand();

  const choose = async (): Promise<CardProblem | null> => {
    const { paymentUrl } = await trpc.registration.payOffline.mutate({ expectedTotal: total });
    if (paymentUrl === null) return goToConfirmation();
    loadPage(payAddress(paymentUrl, locale));
    return null;
  };

  const submit = () =>
    run(async () => {
      const wrong = await choose().catch((error: unknown) => settle(error, total));
      if (wrong === null) return 'leaving';
      fail({ code: wrong.kind === 'total' ? 'TOTAL_CHANGED' : null, message: wrong.message });
    });

  return { submit, busy, problem };
}

/**
 * Returns the functions that end a payment. They open the next page if the payment succeeded or its result is
 * unknown. They return the message if the payment failed.
 */
function useEndings(reload: () => Promise<void>) {
  const t = useI18n();
  const totalText = useTotalText();
  const locale = useLocale();
  const { draft, update } = useFlow();

  const goToConfirmation = () => {
    // Loads a new document. It has no security policy for the card form and no data from before the payment.
    loadPage(localePath(locale, '/register/confirmation'));
    return null;
  };

  const settle = async (error: unknown, shown: number): Promise<CardProblem | null> => {
    const { code, message, data } = refusalOf(error);
    // Without a code the response was lost. The payment may have succeeded: the next page checks.
    if (code === null || code === 'PAYMENT_PENDING') return goToConfirmation();
    if (code === 'NOT_LOGGED_IN') {
      leaveForDetails(locale, 'payment');
      return null;
    }
    if (code === 'CARD_DECLINED') return { kind: 'declined', message: message ?? t('declines.declined') };
    if (code === 'TOTAL_CHANGED') {
      await reload();
      return { kind: 'total', message: totalText(shown, data) };
    }
    if (code !== 'CODE_INVALID') return { kind: 'other', message: message ?? t('common.formAnswerLost') };
    // A code that only the payment refuses would otherwise be attached again from the draft.
    update({ code: '', refusedCode: draft.code });
    await reload();
    return { kind: 'other', message: t('register.payment.priceChanged', { problem: message ?? '' }) };
  };

  return { goToConfirmation, settle };
}
