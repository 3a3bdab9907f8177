import type { Metadata } from 'next';
import { secretLinkMetadata } from '@/locales/metadata';
import { getI18n, pageLocale } from '@/locales/server';
import { api, orNotFound } from '@/trpc/server';
import { TalkPage } from './_components/talk-page';

type Props = PageProps<'/[locale]/talk/[token]'>;

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const locale = await pageLocale(params);
  const t = await getI18n();
  return secretLinkMetadata(locale, t('contact.talk.title'));
}

export default async function ConversationOfFormPage({ params }: Props) {
  const { token } = await params;
  await pageLocale(params);
  const { conversations } = await api();
  return <TalkPage token={token} initial={await orNotFound(conversations.show({ token }))} />;
}
