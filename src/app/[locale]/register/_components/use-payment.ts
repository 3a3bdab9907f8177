'use client';

import { loadPage } from '@/components/load-page';
import { useCardSubmission, type CardProblem, type Gateway } from '@/components/payments/use-card-submission';
import { announceNavigation } from '@/components/shell/progress-bar';
import { useI18n, useLocale } from '@/locales/client';
import { localePath } from '@/locales/paths';
import { refusalOf, trpc, type Refusal } from '@/trpc/react';

interface PaymentOptions {
  gateway: Gateway;
  /** Asks the server how the registration stands now. */
  reload: () => Promise<void>;
}

/** From the tap on the pay button to an outcome. One tap is one payment: while one is under way, no other begins. */
export function usePayment({ gateway, reload }: PaymentOptions) {
  const t = useI18n();
  const locale = useLocale();
  const charge = trpc.registration.payByCard.useMutation();

  const goToConfirmation = () => {
    announceNavigation();
    // A document of its own: without the card form's security policy, and without what was known before paying.
    loadPage(localePath(locale, '/register/confirmation'));
    return null;
  };

  const settle = async ({ code, message }: Refusal): Promise<CardProblem | null> => {
    // Without a code the answer was lost, perhaps not the payment: the next page asks before anybody pays again.
    if (code === null || code === 'PAYMENT_PENDING') return goToConfirmation();
    if (code === 'NOT_LOGGED_IN') {
      loadPage(localePath(locale, '/register/details?away'));
      return null;
    }
    if (code === 'CARD_DECLINED') return { kind: 'declined', message: message ?? t('declines.declined') };
    if (code !== 'CODE_INVALID') return { kind: 'other', message: message ?? t('common.savingError') };
    await reload();
    return { kind: 'other', message: `${message}. ${t('register.payment.priceChanged')}` };
  };

  return useCardSubmission({
    gateway,
    spend: async (cardToken) => {
      try {
        const outcome = await charge.mutateAsync({ cardToken });
        if (outcome.outcome !== 'action_required') return goToConfirmation();
        loadPage(outcome.authorizeUri);
        return null;
      } catch (error) {
        return settle(refusalOf(error));
      }
    },
  });
}
