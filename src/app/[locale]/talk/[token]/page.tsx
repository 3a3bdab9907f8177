import { secretLinkMetadata } from '@/locales/page-metadata';
import { pageLocale } from '@/locales/server';
import { api, orNotFound } from '@/trpc/server';
import { TalkPage } from './_components/talk-page';

export const generateMetadata = secretLinkMetadata('contact.talk.title');

export default async function ConversationOfFormPage({ params }: PageProps<'/[locale]/talk/[token]'>) {
  const { token } = await params;
  await pageLocale(params);
  const { conversations } = await api();
  return <TalkPage token={token} initial={await orNotFound(conversations.show({ token }))} />;
}
