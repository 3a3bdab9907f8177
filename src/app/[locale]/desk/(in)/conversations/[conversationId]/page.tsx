import { mayDo } from '@/domain/staff';
import { pageLocale } from '@/locales/server';
import { deskApi, requireMember } from '@/trpc/desk-server';
import { deskMetadata } from '../../../_components/desk-metadata';
import { orNotFound } from '../../_components/or-not-found';
import { Inbox, inboxPath, placeIn } from '../_components/inbox';
import { PersonSide } from '../_components/person-side';
import { Thread } from '../_components/thread';

type Props = PageProps<'/[locale]/desk/conversations/[conversationId]'>;

export const generateMetadata = deskMetadata('desk.conversations');

export default async function ConversationPage({ params, searchParams }: Props) {
  const locale = await pageLocale(params);
  const { role } = await requireMember(locale, 'conversations.use');
  const { conversationId } = await params;
  const place = placeIn(await searchParams);
  const { conversations } = await deskApi();
  const [conversation, answerers] = await Promise.all([
    orNotFound(() => conversations.read({ conversationId })),
    conversations.answerers(),
  ]);
  return (
    <Inbox locale={locale} place={place} chosen={conversationId}>
      <Thread
        conversation={conversation}
        answerers={answerers}
        locale={locale}
        back={inboxPath(locale, place)}
        mayDelete={mayDo(role, 'conversations.delete')}
      />
      <PersonSide conversation={conversation} locale={locale} />
    </Inbox>
  );
}
