import { getI18n, pageLocale } from '@/locales/server';
import { requireMember } from '@/trpc/desk-server';
import { deskMetadata } from '../../_components/desk-metadata';
import { Inbox, placeIn } from './_components/inbox';
import classes from './_components/inbox.module.css';

type Props = PageProps<'/[locale]/desk/conversations'>;

export const generateMetadata = deskMetadata('desk.conversations');

export default async function ConversationsPage({ params, searchParams }: Props) {
  const locale = await pageLocale(params);
  await requireMember(locale, 'conversations.use');
  const t = await getI18n();
  return (
    <Inbox locale={locale} place={placeIn(await searchParams)}>
      <div className={`${classes.empty} ${classes.choose}`}>
        <p className="strong">{t('deskInbox.choose')}</p>
        <p>{t('deskInbox.chooseText')}</p>
      </div>
    </Inbox>
  );
}
