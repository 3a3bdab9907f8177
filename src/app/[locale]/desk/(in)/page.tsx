import Link from 'next/link';
import { URGENCIES, type CaseKind } from '@/domain/desk-cases';
import { mayDo } from '@/domain/staff';
import { Notice } from '@/components/notice';
import { clockText, dayText, momentText } from '@/locales/format';
import { localePath } from '@/locales/paths';
import { getI18n, pageLocale } from '@/locales/server';
import { deskApi, requireMember } from '@/trpc/desk-server';
import { deskMetadata } from '../_components/desk-metadata';
import classes from './_components/case.module.css';
import { CaseRow } from './_components/case-row';
import { DayNumbers } from './_components/day-numbers';
import { LogLines } from './_components/log-lines';

export const generateMetadata = deskMetadata('desk.today');

export default async function TodayPage({ params }: PageProps<'/[locale]/desk'>) {
  const locale = await pageLocale(params);
  const { role } = await requireMember(locale);
  const { today } = await deskApi();
  const [t, { day, at, cases, quiet, unread, numbers, reconciledAt }, done] = await Promise.all([
    getI18n(),
    today.read(),
    today.done(),
  ]);
  const groups = URGENCIES.map((urgency) => ({
    urgency,
    rows: cases.filter((one) => one.urgency === urgency),
  }));
  const [{ rows: urgent } = { rows: [] }] = groups;
  const names = (kinds: readonly CaseKind[]) => kinds.map((kind) => t(`deskToday.kind.${kind}`)).join(', ');
  return (
    <>
      <div className={classes.head}>
        <h1>{t('deskToday.heading', { date: dayText(day, locale) })}</h1>
        <p className={classes.hint}>
          {cases.length > 0 && t('deskToday.summary', { count: cases.length, urgent: urgent.length })}{' '}
          {t('deskToday.asOf', { time: clockText(at, locale) })}
        </p>
      </div>
      {unread.length > 0 && <Notice tone="bad" title={t('deskToday.unread', { kinds: names(unread) })} />}
      <div className={classes.page}>
        <section className={`surface ${classes.list}`} aria-label={t('desk.today')}>
          {cases.length === 0 && unread.length === 0 && (
            <div className={classes.none}>
              <h2>{t('deskToday.nothing')}</h2>
              <p className="muted">{t('deskToday.nothingText')}</p>
            </div>
          )}
          {groups.map(
            ({ urgency, rows }) =>
              rows.length > 0 && (
                <section key={urgency} data-urgency={urgency}>
                  <h2>
                    {t(`deskToday.urgency.${urgency}`)} <span className="number">{rows.length}</span>
                  </h2>
                  <ul>
                    {rows.map((one) => (
                      <CaseRow
                        key={`${one.kind} ${one.code} ${one.entries[0]?.id}`}
                        one={one}
                        role={role}
                        locale={locale}
                      />
                    ))}
                  </ul>
                </section>
              ),
          )}
          {quiet.length > 0 && (
            <details className={classes.quiet}>
              <summary>{t('deskToday.quiet', { count: quiet.length })}</summary>
              {names(quiet)}
            </details>
          )}
        </section>
        {done.rows.length > 0 && (
          <details className={`surface ${classes.done}`}>
            <summary>
              {t('deskToday.done')}{' '}
              <span className="number">{`${done.rows.length}${done.hasOlder ? '+' : ''}`}</span>
            </summary>
            <LogLines rows={done.rows} role={role} locale={locale} />
            {mayDo(role, 'staff.manage') && (
              <Link href={localePath(locale, `/desk/log?day=${day}`)} className="tap">
                {t('deskToday.wholeLog')}
              </Link>
            )}
          </details>
        )}
        {numbers.length > 0 && <DayNumbers days={numbers} locale={locale} />}
      </div>
      {reconciledAt !== undefined && (
        <p className={`mt-3 ${classes.hint}`}>
          {reconciledAt === null
            ? t('deskToday.reconciledNever')
            : t('deskToday.reconciled', { moment: momentText(reconciledAt, locale) })}
        </p>
      )}
    </>
  );
}
