import Link from 'next/link';
import { isWork } from '@/domain/moving-in';
import { countText } from '@/locales/desk-format';
import { bahtText, dayText, momentText } from '@/locales/format';
import { localePath } from '@/locales/paths';
import { getI18n, pageLocale } from '@/locales/server';
import { deskApi, requireMember } from '@/trpc/desk-server';
import { deskMetadata } from '../../../../_components/desk-metadata';
import classes from '../../../_components/desk.module.css';
import { orNotFound } from '../../../_components/or-not-found';
import { Progress } from '../../../_components/progress';
import { ImportActs } from './_components/import-acts';
import { Report } from './_components/report';

type Props = PageProps<'/[locale]/desk/integrations/imports/[importId]'>;

export const generateMetadata = deskMetadata('deskMoving.title');

const ROWS_SHOWN = 50;
const COUNTS = ['ready', 'refused', 'known', 'imported', 'active', 'undone'] as const;

async function readWhole(importId: string) {
  const { moving } = await deskApi();
  return Promise.all([
    moving.read({ importId }),
    moving.rows({ importId, faulty: true, after: 0, limit: ROWS_SHOWN }),
  ]);
}

/** A file of subscribers: what it does, its report, and the steps. */
export default async function ImportPage({ params }: Props) {
  const locale = await pageLocale(params);
  await requireMember(locale, 'shop.move');
  const { importId } = await params;
  const [t, [found, rows]] = await Promise.all([getI18n(), orNotFound(() => readWhole(importId))]);
  const { state, counts, all, done, days, moreDays, payments, total, tokens, secondsLeft } = found;
  const minutes = state === 'claim' && secondsLeft !== null ? Math.ceil(secondsLeft / 60) : null;
  const count = (number: number) => countText(number, locale);
  return (
    <>
      <Link className="tap" href={localePath(locale, '/desk/integrations/imports')}>
        {t('deskMoving.backToAll')}
      </Link>
      <h1 className="anywhere">{found.fileName}</h1>
      <p className="muted anywhere small">
        {found.source} · {momentText(found.createdAt.toISOString(), locale)}
      </p>
      <section className="card mt-5">
        <h2>{t(`deskMoving.state.${state}`)}</h2>
        {isWork(state) && (
          <Progress
            count={done}
            whole={all}
            text={t('deskMoving.progress', { done: count(done), all: count(all) })}
          >
            {minutes !== null && <p className="muted">{t('deskMoving.left', { count: minutes })}</p>}
          </Progress>
        )}
        <dl className={classes.tiles}>
          <div className={classes.tile}>
            <dt>{t('deskMoving.counts.all')}</dt>
            <dd>{count(all)}</dd>
          </div>
          {COUNTS.filter((name) => counts[name] > 0).map((name) => (
            <div key={name} className={classes.tile}>
              <dt>{t(`deskMoving.counts.${name}`)}</dt>
              <dd>{count(counts[name])}</dd>
            </div>
          ))}
        </dl>
        {state === 'imported' && tokens > 0 && (
          <p className="mt-4">{t('deskMoving.tokens', { count: tokens })}</p>
        )}
        <ImportActs importId={importId} state={state} counts={counts} tokens={tokens} />
      </section>
      {days.length > 0 && (
        <section className="card mt-5">
          <h2>{t('deskMoving.money')}</h2>
          <p className="lead">
            {t('deskMoving.moneyTotal', { count: payments, total: bahtText(total, locale) })}
          </p>
          <ul className={classes.rows}>
            {days.map((day) => (
              <li key={day.day} className={classes.row}>
                <p>
                  {dayText(day.day, locale)}:{' '}
                  {t('deskMoving.moneyDay', { count: day.count, total: bahtText(day.total, locale) })}
                </p>
              </li>
            ))}
          </ul>
          {moreDays > 0 && <p className="muted">{t('deskMoving.moneyMore', { count: count(moreDays) })}</p>}
        </section>
      )}
      <section className="card mt-5">
        <h2>{t('deskMoving.report')}</h2>
        <p className="lead">{t(rows.length > 0 ? 'deskMoving.reportText' : 'deskMoving.clean')}</p>
        <Report importId={importId} rows={rows} isCut={rows.length === ROWS_SHOWN} />
      </section>
    </>
  );
}
