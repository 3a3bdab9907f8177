'use client';

import { useCardPay, type Gateway } from '@/components/payments/use-card-pay';
import { usePay } from '@/components/payments/use-pay';
import type { PayAnswer, PayState } from '@/domain/pay-state';
import { useI18n, useLocale } from '@/locales/client';
import { trpc, type Refusal } from '@/trpc/react';
import { useFlow, type Registration } from './flow';
import { leaveForDetails } from './leave-for-details';

interface PaymentOptions {
  registration: Registration;
  /** Loads the registration again. */
  reload: () => Promise<void>;
}

/** Pays the first order by card. The card also replaces an open payment link (`isInstead`). */
export function useCardPayment(options: PaymentOptions & { gateway: Gateway; isInstead: boolean }) {
  const { registration, gateway, isInstead } = options;
  return useCardPay<PayAnswer>({
    ...usePaymentOptions(options),
    gateway,
    total: registration.totals.total,
    send: async (cardToken, expectedTotal) =>
      isInstead
        ? { charge: (await trpc.payments.convertToCard.mutate({ cardToken, expectedTotal })).charge }
        : { charge: await trpc.registration.payByCard.mutate({ cardToken, expectedTotal }) },
  });
}

/** Opens the payment link of the first order, or the confirmation page if nothing is due. */
export function useLinkPayment(options: PaymentOptions) {
  const { total } = options.registration.totals;
  const { pay, ...state } = usePay(usePaymentOptions(options));
  const submit = () => void pay(total, () => trpc.registration.payOffline.mutate({ expectedTotal: total }));
  return { ...state, submit };
}

/** Pays the first order by the linked bank account. */
export function useAccountPayment(options: PaymentOptions) {
  const { total } = options.registration.totals;
  const { pay, ...state } = usePay<PayAnswer>(usePaymentOptions(options));
  const submit = () =>
    void pay(total, async () => ({
      charge: await trpc.bankAccounts.payFirst.mutate({ expectedTotal: total }),
    }));
  return { ...state, submit };
}

/** How the payments of this step handle refusals, and where they end. */
export function usePaymentOptions({ reload }: Pick<PaymentOptions, 'reload'>) {
  const t = useI18n();
  const locale = useLocale();
  const { draft, update } = useFlow();

  const onRefusal = ({ code, message }: Refusal): PayState | 'leaving' | undefined => {
    if (code === 'NOT_LOGGED_IN') {
      leaveForDetails(locale, 'payment');
      return 'leaving';
    }
    if (code !== 'CODE_INVALID') return undefined;
    // A code that only the payment refuses would otherwise be attached again from the draft.
    update({ code: '', refusedCode: draft.code });
    return { is: 'refused', message: t('register.payment.priceChanged', { problem: message ?? '' }) };
  };

  // A new document: it has no security policy for the card form and no data from before the payment.
  return { reload, onRefusal, resultPath: '/register/confirmation' };
}
