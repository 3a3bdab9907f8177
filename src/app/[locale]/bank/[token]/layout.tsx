import { HydratedLinkFrame } from '@/components/secret-link/hydrated-link-frame';

const WORDS = ['bankAccounts', 'common', 'declines', 'payments.outcome'] as const;

/** The frame of the page to which a bank returns. It needs no session, and shows nothing of the account. */
export default function BankLayout({ params, children }: LayoutProps<'/[locale]/bank/[token]'>) {
  return (
    <HydratedLinkFrame params={params} nouns={WORDS}>
      {children}
    </HydratedLinkFrame>
  );
}
