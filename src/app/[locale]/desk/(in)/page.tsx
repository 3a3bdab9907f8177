import type { Metadata } from 'next';
import Link from 'next/link';
import { dayText, momentText } from '@/locales/format';
import { localePath } from '@/locales/paths';
import { getI18n, pageLocale } from '@/locales/server';
import { Baht } from '@/components/values';
import { Notice } from '@/components/notice';
import { deskApi, requireMember } from '@/trpc/desk-server';
import { deskMetadata } from '../_components/desk-metadata';
import classes from './_components/desk.module.css';
import { WaitingGroup } from './_components/waiting-group';

type Props = PageProps<'/[locale]/desk'>;

export const generateMetadata = ({ params }: Props): Promise<Metadata> => deskMetadata(params, 'desk.today');

export default async function TodayPage({ params }: Props) {
  const locale = await pageLocale(params);
  const member = await requireMember(locale);
  const { today } = await deskApi();
  const [t, { day, waiting, parcels, numbers, shop }] = await Promise.all([getI18n(), today.read()]);
  const boxes = (['toSend', 'late'] as const).flatMap((list) =>
    parcels && parcels[list] > 0 ? [{ list, count: parcels[list] }] : [],
  );
  return (
    <>
      <h1>{t('deskToday.heading', { date: dayText(day, locale) })}</h1>
      {shop && shop.billingPausedSince !== null && (
        <Notice
          tone="bad"
          title={t('deskToday.billingPaused', { moment: momentText(shop.billingPausedSince, locale) })}
        />
      )}
      {shop && shop.violatedInvariants.length > 0 && (
        <Notice tone="bad" title={t('deskToday.violated', { names: shop.violatedInvariants.join(', ') })} />
      )}
      {numbers.length > 0 && (
        <section className="card mt-5">
          <h2>{t('deskToday.numbers')}</h2>
          <ul className={classes.tiles}>
            {numbers.map(({ name, count, amount }) => (
              <li key={name}>
                <Link href={localePath(locale, `/desk/day?list=${name}`)} className={classes.tile}>
                  <span className={classes.figure}>{count}</span>
                  <span>{t(`deskToday.list.${name}`)}</span>
                  {amount !== null && (
                    <span className="muted anywhere small">
                      <Baht satang={amount} locale={locale} />
                    </span>
                  )}
                </Link>
              </li>
            ))}
          </ul>
        </section>
      )}
      {boxes.length > 0 && (
        <section className="card mt-5">
          <h2>{t('deskToday.boxes')}</h2>
          <ul className={classes.rows}>
            {boxes.map(({ list, count }) => (
              <li key={list} className={classes.row}>
                <Link className="tap" href={localePath(locale, `/desk/parcels?list=${list}`)}>
                  {t(`deskToday.${list}`, { count })}
                </Link>
              </li>
            ))}
          </ul>
        </section>
      )}
      {waiting.length === 0 && boxes.length === 0 && (
        <section className="card mt-5">
          <h2>{t('deskToday.nothing')}</h2>
          <p className="lead">{t('deskToday.nothingText')}</p>
        </section>
      )}
      {waiting.map(({ group, rows }) => (
        <WaitingGroup key={group} group={group} rows={rows} role={member.role} />
      ))}
      {shop && (
        <p className="muted small mt-5">
          {shop.billingPausedSince === null && t('deskToday.billingRuns')}{' '}
          {shop.reconciledAt === null
            ? t('deskToday.reconciledNever')
            : t('deskToday.reconciled', { moment: momentText(shop.reconciledAt, locale) })}
        </p>
      )}
    </>
  );
}
