import Link from 'next/link';
import { BULK_ROW_STATES, isBulkWork } from '@/domain/bulk';
import { countText } from '@/locales/desk-format';
import { bahtText, momentText } from '@/locales/format';
import { localePath } from '@/locales/paths';
import { getI18n, pageLocale } from '@/locales/server';
import { deskApi, requireMember } from '@/trpc/desk-server';
import { deskMetadata } from '../../../../_components/desk-metadata';
import classes from '../../../_components/desk.module.css';
import { orNotFound } from '../../../_components/or-not-found';
import { Progress } from '../../../_components/progress';
import { filterWords } from '../../_components/filter-words';
import { changeTexts } from '../_components/change-text';
import { BulkActs } from './_components/bulk-acts';
import { BulkRows, SaveBulk } from './_components/bulk-rows';

type Props = PageProps<'/[locale]/desk/subscribers/bulk/[bulkId]'>;

export const generateMetadata = deskMetadata('deskBulk.title');

const ROWS_SHOWN = 50;
const FIRST_SHOWN = 5;

async function readWhole(bulkId: string) {
  const { bulk } = await deskApi();
  return Promise.all([
    bulk.read({ bulkId }),
    bulk.rows({ bulkId, leftOut: true, after: 0, limit: ROWS_SHOWN }),
    bulk.rows({ bulkId, leftOut: false, after: 0, limit: FIRST_SHOWN }),
  ]);
}

/** One change of many subscribers: what it does, who is left out and why, and the steps. */
export default async function BulkChangePage({ params }: Props) {
  const locale = await pageLocale(params);
  await requireMember(locale, 'subscribers.changeGroup');
  const { bulkId } = await params;
  const [t, [found, leftOut, first], textOf] = await Promise.all([
    getI18n(),
    orNotFound(() => readWhole(bulkId)),
    changeTexts(locale),
  ]);
  const { state, counts, all, through, change, filter, fileName, effect, priced } = found;
  const words = filter ? await filterWords(filter, locale) : [fileName ?? ''];
  const count = (number: number) => countText(number, locale);
  return (
    <>
      <Link className="tap" href={localePath(locale, '/desk/subscribers/bulk')}>
        {t('deskBulk.backToAll')}
      </Link>
      <h1 className="anywhere">{textOf(change)}</h1>
      <p className="muted anywhere small">
        {words.length === 0 ? t('deskBulk.everyone') : words.join(' · ')} ·{' '}
        {momentText(found.createdAt.toISOString(), locale)}
      </p>
      <section className="card mt-5">
        <h2>{t(`deskBulk.state.${state}`)}</h2>
        {isBulkWork(state) && (
          <Progress
            count={through}
            whole={all}
            text={t('deskBulk.progress', { done: count(through), all: count(all) })}
          />
        )}
        <dl className={classes.tiles}>
          <div className={classes.tile}>
            <dt>{t('deskBulk.counts.all')}</dt>
            <dd>{count(all)}</dd>
          </div>
          {BULK_ROW_STATES.filter((name) => counts[name] > 0).map((name) => (
            <div key={name} className={classes.tile}>
              <dt>{t(`deskBulk.counts.${name}`)}</dt>
              <dd>{count(counts[name])}</dd>
            </div>
          ))}
        </dl>
        <p className="mt-4">
          {priced === 0
            ? t('deskBulk.noEffect')
            : t('deskBulk.effect', {
                count: priced,
                total: signed(effect, bahtText(Math.abs(effect), locale)),
              })}
        </p>
        <BulkActs bulkId={bulkId} state={state} counts={counts} />
      </section>
      <section className="card mt-5">
        <h2>{t('deskBulk.leftOut')}</h2>
        {leftOut.length === 0 && <p className="lead">{t('deskBulk.leftOutNone')}</p>}
        {leftOut.length === ROWS_SHOWN && (
          <p className="muted">{t('deskBulk.more', { count: count(ROWS_SHOWN) })}</p>
        )}
        <BulkRows rows={leftOut} />
      </section>
      {first.length > 0 && (
        <section className="card mt-5">
          <h2>{t('deskBulk.first')}</h2>
          <BulkRows rows={first} />
          <SaveBulk bulkId={bulkId} />
        </section>
      )}
    </>
  );
}

const signed = (amount: number, text: string) => `${amount < 0 ? '−' : '+'}${text}`;
