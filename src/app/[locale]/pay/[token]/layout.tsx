import { SecretLinkFrame } from '@/components/secret-link/secret-link-frame';

const WORDS = [
  'payments.apps',
  'payments.pay',
  'payments.bank',
  'payments.slip',
  'payments.outcome',
  'declines',
  'common.copy',
  'common.leaves',
  'common.loading',
  'common.totalChanged',
  'common.tryAgain',
] as const;

/**
 * The frame of a payment page. It needs no session. Every holder of the link sees the payment, but no
 * personal data.
 */
export default function PayLayout({ params, children }: LayoutProps<'/[locale]/pay/[token]'>) {
  return (
    <SecretLinkFrame params={params} nouns={WORDS}>
      {children}
    </SecretLinkFrame>
  );
}
