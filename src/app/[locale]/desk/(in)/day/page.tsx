import type { Metadata } from 'next';
import Link from 'next/link';
import { notFound } from 'next/navigation';
import { orderNumberText } from '@/domain/order';
import { Baht } from '@/components/values';
import { dayText, momentText } from '@/locales/format';
import { localePath } from '@/locales/paths';
import { getI18n, pageLocale } from '@/locales/server';
import { dayListInput } from '@/schemas/desk';
import { deskApi, requireMember } from '@/trpc/desk-server';
import { deskMetadata } from '../../_components/desk-metadata';
import classes from '../_components/desk.module.css';

type Props = PageProps<'/[locale]/desk/day'>;

export const generateMetadata = ({ params }: Props): Promise<Metadata> => deskMetadata(params, 'desk.today');

export default async function DayPage({ params, searchParams }: Props) {
  const locale = await pageLocale(params);
  await requireMember(locale);
  const asked = dayListInput.safeParse(await searchParams);
  if (!asked.success) notFound();
  const { list } = asked.data;
  const { today } = await deskApi();
  const [t, { day, rows, isWhole }] = await Promise.all([getI18n(), today.day(asked.data)]);
  const title = t('deskToday.listOn', { list: t(`deskToday.list.${list}`), date: dayText(day, locale) });
  return (
    <>
      <p>
        <Link href={localePath(locale, '/desk')} className="tap">
          {t('desk.today')}
        </Link>
      </p>
      <h1>{list === 'openLinks' ? t('deskToday.list.openLinks') : title}</h1>
      <section className="card mt-5">
        {rows.length === 0 && <p>{t('deskToday.emptyList')}</p>}
        {!isWhole && <p className="lead">{t('deskToday.listedMax', { count: rows.length })}</p>}
        <ul className={classes.rows}>
          {rows.map(({ id, at, name, amount, detail, orderNumber, accountId }) => (
            <li key={id} className={classes.row} data-split>
              <div>
                <p className={classes.strong}>
                  {accountId === null ? (
                    id
                  ) : (
                    <Link href={localePath(locale, `/desk/subscribers/${accountId}`)} className="tap">
                      {name ?? t('deskToday.noName')}
                    </Link>
                  )}
                </p>
                <p className="muted anywhere small">
                  {momentText(at, locale)} · {orderNumber === null ? id : orderNumberText(orderNumber)}
                  {detail !== null && detail !== '' && ` · ${detail}`}
                </p>
              </div>
              {amount !== null && <Baht satang={amount} locale={locale} />}
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}
