import type { Metadata } from 'next';
import Link from 'next/link';
import type { z } from 'zod';
import { orderNumberText } from '@/domain/order';
import { REFUND_REASONS } from '@/domain/order-refund';
import type { Locale } from '@/domain/locale';
import { bahtText, momentText } from '@/locales/format';
import { localePath } from '@/locales/paths';
import { getI18n, pageLocale } from '@/locales/server';
import { logInput } from '@/schemas/desk';
import { deskApi, requireMember } from '@/trpc/desk-server';
import type { DeskOutputs } from '@/trpc/desk';
import { deskMetadata } from '../../_components/desk-metadata';
import classes from '../_components/desk.module.css';
import { eventText } from '../subscribers/[accountId]/_components/event-text';
import { ExportLog } from './_components/export-log';
import { LogFilter } from './_components/log-filter';
import logClasses from './_components/log.module.css';

type Props = PageProps<'/[locale]/desk/log'>;
type Filter = z.output<typeof logInput>;
type Row = DeskOutputs['team']['log']['rows'][number];

export const generateMetadata = ({ params }: Props): Promise<Metadata> => deskMetadata(params, 'desk.log');

/** What the members of the staff did, newest first, by member, noun and day. */
export default async function LogPage({ params, searchParams }: Props) {
  const locale = await pageLocale(params);
  await requireMember(locale, 'staff.manage');
  const given = Object.entries(await searchParams).filter(([, value]) => value !== '');
  const asked = logInput.safeParse(Object.fromEntries(given));
  const filter: Filter = asked.success ? asked.data : {};
  const kept = { staffId: filter.staffId, noun: filter.noun, day: filter.day };
  const { team } = await deskApi();
  const [t, { rows, hasOlder }, members] = await Promise.all([getI18n(), team.log(filter), team.members()]);
  const href = (before: string) => {
    const query = new URLSearchParams({ ...definedOf(kept), before });
    return localePath(locale, `/desk/log?${query.toString()}`);
  };
  const sentences = await Promise.all(rows.map((row) => sentenceOf(row, locale)));
  const last = rows.at(-1);
  return (
    <>
      <h1>{t('desk.log')}</h1>
      <p className="lead">{t('deskLog.lead')}</p>
      <LogFilter
        members={members.map(({ staffId, name, email }) => ({ staffId, name: name || email }))}
        filter={kept}
      />
      <section className="card mt-5">
        {rows.length === 0 && <p>{t('deskLog.empty')}</p>}
        <ol className={classes.rows}>
          {rows.map((row, at) => (
            <li key={row.id} className={classes.row}>
              <div className={logClasses.line}>
                <p>
                  <b>{row.by}</b>: {sentences[at]}
                  {row.accountId !== null && (
                    <>
                      {' · '}
                      <Link href={localePath(locale, `/desk/subscribers/${row.accountId}`)}>
                        {row.name ?? t('deskSubscribers.deleted')}
                      </Link>
                    </>
                  )}
                </p>
                <p className="muted small">{momentText(row.at, locale)}</p>
              </div>
            </li>
          ))}
        </ol>
        <div className="actions mt-3">
          {hasOlder && last && (
            <Link href={href(last.id)} className="tap">
              {t('deskSubscribers.history.older')}
            </Link>
          )}
          <ExportLog filter={kept} />
        </div>
      </section>
    </>
  );
}

const definedOf = (filter: Record<string, string | undefined>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(filter).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );

/** Returns what happened: the event, the money or the points, the order, the colleague and the reason. */
async function sentenceOf(row: Row, locale: Locale): Promise<string> {
  const t = await getI18n();
  const known = REFUND_REASONS.find((one) => one === row.reason);
  const reason = known ? t(`deskRefund.reasons.${known}`) : row.reason;
  return [
    await eventText({ what: row.what, detail: null }),
    row.amount !== null && bahtText(row.amount, locale),
    row.points !== null && t('common.points', { count: row.points }),
    row.orderNumber !== null && orderNumberText(row.orderNumber),
    row.member,
    reason !== null && `“${reason}”`,
  ]
    .filter(Boolean)
    .join(' · ');
}
