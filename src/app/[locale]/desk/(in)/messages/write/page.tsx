import { notFound } from 'next/navigation';
import { localePath } from '@/locales/paths';
import { getI18n, pageLocale } from '@/locales/server';
import { subscriberFilter, type SubscriberFilter } from '@/schemas/subscriber-filter';
import { deskApi, requireMember } from '@/trpc/desk-server';
import { deskMetadata } from '../../../_components/desk-metadata';
import { filterWords } from '../../subscribers/_components/filter-words';
import { WriteForm } from './_components/write-form';

type Props = PageProps<'/[locale]/desk/messages/write'>;

export const generateMetadata = deskMetadata('desk.messages');

/** Writes to the subscribers who fit the filter in the address: a group, or one of them. */
export default async function WritePage({ params, searchParams }: Props) {
  const locale = await pageLocale(params);
  await requireMember(locale, 'subscribers.change');
  const given = Object.entries(await searchParams).filter(([, value]) => value !== '');
  const asked = subscriberFilter.safeParse(Object.fromEntries(given));
  if (!asked.success) notFound();
  const filter = asked.data;
  const [t, { messages }] = await Promise.all([getI18n(), deskApi()]);
  const first = await messages.previewBroadcast({ filter, purpose: 'service', en: '', th: '' });
  const name = filter.accountId === undefined ? null : (first.examples[0]?.name ?? null);
  const back = filter.accountId === undefined ? listPath(filter) : `/desk/subscribers/${filter.accountId}`;
  const words = await filterWords(filter, locale);
  return (
    <>
      <p>
        <a href={localePath(locale, back)} className="tap">
          {t('deskSubscribers.messages.back')}
        </a>
      </p>
      <h1 className="anywhere">
        {name === null ? t('deskMessages.write.titleGroup') : t('deskMessages.write.title', { name })}
      </h1>
      {filter.accountId === undefined && (
        <p className="lead">{words.length === 0 ? t('deskMessages.write.everyone') : words.join(' · ')}</p>
      )}
      <WriteForm filter={filter} first={first} name={name} back={localePath(locale, back)} />
    </>
  );
}

const listPath = (filter: SubscriberFilter) =>
  `/desk/subscribers?${new URLSearchParams({ list: 'subscribers', ...(filter as Record<string, string>) })}`;
