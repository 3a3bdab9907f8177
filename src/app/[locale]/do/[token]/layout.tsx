import { SecretLinkFrame } from '@/components/secret-link/secret-link-frame';

const WORDS = ['oneTap', 'common', 'errors'] as const;

/** The frame of the page that confirms a one-tap action. It needs no session and shows nothing of an account. */
export default function OneTapLayout({ params, children }: LayoutProps<'/[locale]/do/[token]'>) {
  return (
    <SecretLinkFrame params={params} nouns={WORDS}>
      {children}
    </SecretLinkFrame>
  );
}
