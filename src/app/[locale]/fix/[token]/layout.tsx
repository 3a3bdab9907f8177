import { SecretLinkFrame } from '@/components/secret-link/secret-link-frame';

const WORDS = [
  'repair',
  'declines',
  'common',
  'payments.apps',
  'payments.outcome',
  'register.payment',
  'errors',
] as const;

/** The frame of the page that repairs a payment. It needs no session and shows nothing of an account. */
export default function RepairLayout({ params, children }: LayoutProps<'/[locale]/fix/[token]'>) {
  return (
    <SecretLinkFrame params={params} nouns={WORDS}>
      {children}
    </SecretLinkFrame>
  );
}
