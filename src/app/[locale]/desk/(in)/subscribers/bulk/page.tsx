import Link from 'next/link';
import { notFound } from 'next/navigation';
import { momentText } from '@/locales/format';
import { localePath } from '@/locales/paths';
import { getI18n, pageLocale } from '@/locales/server';
import { openBulkInput } from '@/schemas/bulk';
import { deskApi, requireMember } from '@/trpc/desk-server';
import { api } from '@/trpc/server';
import { deskMetadata } from '../../../_components/desk-metadata';
import classes from '../../_components/desk.module.css';
import { filterWords } from '../_components/filter-words';
import { BulkForm } from './_components/bulk-form';
import { changeTexts } from './_components/change-text';

type Props = PageProps<'/[locale]/desk/subscribers/bulk'>;

export const generateMetadata = deskMetadata('deskBulk.title');

/** One change for the subscribers who fit the filter in the address, or for those in a file; and the latest changes. */
export default async function BulkPage({ params, searchParams }: Props) {
  const locale = await pageLocale(params);
  await requireMember(locale, 'subscribers.changeGroup');
  const given = Object.entries(await searchParams).filter(([, value]) => value !== '');
  const asked = openBulkInput.shape.filter.safeParse(Object.fromEntries(given));
  if (!asked.success || asked.data === null) notFound();
  const filter = asked.data;
  const { bulk } = await deskApi();
  const [t, list, textOf, words, products] = await Promise.all([
    getI18n(),
    bulk.list(),
    changeTexts(locale),
    filterWords(filter, locale),
    (await api()).catalogue.everyProduct(),
  ]);
  const query = new URLSearchParams(filter);
  return (
    <>
      <Link className="tap" href={localePath(locale, `/desk/subscribers?list=subscribers&${query}`)}>
        {t('deskBulk.back')}
      </Link>
      <h1>{t('deskBulk.title')}</h1>
      <p className="lead">{t('deskBulk.lead')}</p>
      <Link className="tap" href={localePath(locale, `/desk/messages/write?${query}`)}>
        {t('deskMessages.write.openGroup')}
      </Link>
      <BulkForm
        filter={filter}
        group={words.length === 0 ? t('deskBulk.everyone') : words.join(' · ')}
        products={products.map(({ code, name }) => ({ value: code, label: name[locale] }))}
      />
      <section className="card mt-5">
        <h2>{t('deskBulk.list')}</h2>
        {list.length === 0 && <p className="lead">{t('deskBulk.none')}</p>}
        <ul className={classes.rows}>
          {list.map(({ bulkId, change, state, createdAt }) => (
            <li key={bulkId} className={classes.row}>
              <Link className="tap" href={localePath(locale, `/desk/subscribers/bulk/${bulkId}`)}>
                {textOf(change)}
              </Link>
              <p className="muted anywhere small">
                {momentText(createdAt.toISOString(), locale)} · {t(`deskBulk.state.${state}`)}
              </p>
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}
