import { Providers } from '@/components/providers';
import { HydratedLinkFrame } from '@/components/secret-link/hydrated-link-frame';

const WORDS = ['contact.talk', 'common', 'errors', 'validation'] as const;

/** The frame of a conversation's page. It needs no session and shows nothing of an account. */
export default function TalkLayout({ params, children }: LayoutProps<'/[locale]/talk/[token]'>) {
  return (
    <HydratedLinkFrame params={params} nouns={WORDS}>
      <Providers>{children}</Providers>
    </HydratedLinkFrame>
  );
}
