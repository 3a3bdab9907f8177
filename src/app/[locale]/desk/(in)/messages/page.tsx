import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { mayDo } from '@/domain/staff';
import { messageKindInput } from '@/schemas/desk';
import { getI18n, pageLocale } from '@/locales/server';
import { deskApi, requireMember } from '@/trpc/desk-server';
import { isRefusal } from '@/trpc/server';
import { deskMetadata } from '../../_components/desk-metadata';
import { Examples } from './_components/examples';
import { Kinds } from './_components/kinds';
import { Quota } from './_components/quota';
import { SentList } from './_components/sent-list';

type Props = PageProps<'/[locale]/desk/messages'>;

export const generateMetadata = ({ params }: Props): Promise<Metadata> =>
  deskMetadata(params, 'desk.messages');

/** All messages with examples. With `kind` only the examples of one message. */
export default async function MessagesPage({ params, searchParams }: Props) {
  const locale = await pageLocale(params);
  const { role } = await requireMember(locale, 'subscribers.read');
  const asked = await searchParams;
  const { messages } = await deskApi();
  if (asked.kind !== undefined) {
    const input = messageKindInput.safeParse(asked);
    if (!input.success) notFound();
    const { kind } = input.data;
    return (
      <Examples locale={locale} kind={kind} examples={await messages.preview({ kind }).catch(missing)} />
    );
  }
  const [t, kinds, quota, sent] = await Promise.all([
    getI18n(),
    messages.kinds(),
    messages.quota(),
    messages.broadcasts(),
  ]);
  return (
    <>
      <h1>{t('deskMessages.heading')}</h1>
      <p className="lead">{t('deskMessages.lead')}</p>
      {quota && <Quota locale={locale} quota={quota} />}
      <SentList sent={sent} mayStop={mayDo(role, 'subscribers.change')} locale={locale} />
      <Kinds locale={locale} kinds={kinds} />
    </>
  );
}

function missing(error: unknown): never {
  if (isRefusal(error, 'NOT_FOUND')) notFound();
  throw error;
}
