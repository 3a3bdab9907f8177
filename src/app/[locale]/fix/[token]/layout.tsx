import { HydratedLinkFrame } from '@/components/secret-link/hydrated-link-frame';

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
    <HydratedLinkFrame params={params} nouns={WORDS}>
      {children}
    </HydratedLinkFrame>
  );
}
