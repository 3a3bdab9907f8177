import type { Locale } from '@/domain/locale';
import type { RouterOutputs } from '@/trpc/outputs';
import { PaymentNotice } from '../_components/payment-notice';
import { PollPayment } from '../_components/poll-payment';
import { ReactivateForm } from './forms';

interface RestartSheetProps {
  reactivation: RouterOutputs['subscription']['reactivation'];
  products: RouterOutputs['catalogue']['everyProduct'];
  locale: Locale;
}

/** Starts a stopped or cancelled subscription again, or shows how its payment stands. */
export function RestartSheet({ reactivation, products, locale }: RestartSheetProps) {
  const { pendingPayment } = reactivation;
  const isOpen = pendingPayment?.status === 'pending';
  return (
    <>
      {isOpen && (
        <PaymentNotice payment={pendingPayment} subscription={reactivation.subscription} locale={locale} />
      )}
      {isOpen && <PollPayment />}
      {(!isOpen || pendingPayment.authorizeUri !== null) && (
        <ReactivateForm reactivation={reactivation} products={products} />
      )}
    </>
  );
}
