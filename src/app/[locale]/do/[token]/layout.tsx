import { HydratedLinkFrame } from '@/components/secret-link/hydrated-link-frame';

const WORDS = ['oneTap', 'common', 'errors'] as const;

/** The frame of the page that confirms a one-tap action. It needs no session and shows nothing of an account. */
export default function OneTapLayout({ params, children }: LayoutProps<'/[locale]/do/[token]'>) {
  return (
    <HydratedLinkFrame params={params} nouns={WORDS}>
      {children}
    </HydratedLinkFrame>
  );
}
