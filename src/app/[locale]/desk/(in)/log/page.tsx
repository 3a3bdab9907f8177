import Link from 'next/link';
import type { z } from 'zod';
import { localePath } from '@/locales/paths';
import { getI18n, pageLocale } from '@/locales/server';
import { logInput } from '@/schemas/desk';
import { deskApi, requireMember } from '@/trpc/desk-server';
import { deskMetadata } from '../../_components/desk-metadata';
import { LogLines } from '../_components/log-lines';
import { ExportLog } from './_components/export-log';
import { LogFilter } from './_components/log-filter';

type Filter = z.output<typeof logInput>;

export const generateMetadata = deskMetadata('desk.log');

/** What the members of the staff did, newest first, by member, noun and day. */
export default async function LogPage({ params, searchParams }: PageProps<'/[locale]/desk/log'>) {
  const locale = await pageLocale(params);
  const { role } = await requireMember(locale, 'staff.manage');
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
        <LogLines rows={rows} role={role} locale={locale} />
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
