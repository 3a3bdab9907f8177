import Link from 'next/link';
import { mayDo } from '@/domain/staff';
import { momentText } from '@/locales/format';
import { localePath } from '@/locales/paths';
import { statementIdInput } from '@/schemas/desk';
import { orNotFound } from '@/trpc/server';
import { getI18n, pageLocale } from '@/locales/server';
import { deskApi, requireMember } from '@/trpc/desk-server';
import { deskMetadata } from '../../_components/desk-metadata';
import caseClasses from '../_components/case.module.css';
import desk from '../_components/desk.module.css';
import { CaseRow } from '../_components/case-row';
import { MoneyTabs } from './_components/money-tabs';
import { ShortageLimit } from './_components/shortage-limit';
import { StatementImport } from './_components/statement-import';
import { StatementLines } from './_components/statement-lines';
import { TransferForm } from './_components/transfer-form';

const KINDS: ReadonlySet<string> = new Set([
  ...['manualRefunds', 'disputes', 'money', 'transfers', 'openRefunds', 'unknownAttempts'],
]);

export const generateMetadata = deskMetadata('desk.money');

export default async function MoneyPage({ params, searchParams }: PageProps<'/[locale]/desk/money'>) {
  const locale = await pageLocale(params);
  const { role } = await requireMember(locale, 'money.read');
  const { today, money } = await deskApi();
  const [t, { cases, day }] = await Promise.all([getI18n(), today.read()]);
  const waiting = cases.filter(({ kind }) => KINDS.has(kind));
  const asked = statementIdInput.safeParse({ importId: (await searchParams).import });
  const mayBook = mayDo(role, 'money.book');
  const [shortageLimit, imports, shown] = await Promise.all([
    money.shortageLimit(),
    mayBook ? money.statementImports() : [],
    mayBook && asked.success ? orNotFound(money.statementImport(asked.data)) : null,
  ]);
  return (
    <>
      <h1>{t('deskMoney.heading')}</h1>
      <MoneyTabs here="/desk/money" role={role} locale={locale} />
      {shown && (
        <section className="card" aria-labelledby="import">
          <h2 id="import">{t('deskMoney.result')}</h2>
          <StatementLines result={shown} isLinked={mayDo(role, 'subscribers.read')} />
        </section>
      )}
      {mayBook && <StatementImport />}
      {imports.length > 0 && (
        <section className="card mt-5">
          <h2>{t('deskMoney.imports')}</h2>
          <ul className={desk.rows}>
            {imports.map(({ id, at, by, booked, open }) => (
              <li key={id}>
                <Link href={localePath(locale, `/desk/money?import=${id}`)} prefetch={false} className="tap">
                  {momentText(at, locale)}
                </Link>{' '}
                <span className="muted">
                  {[by, t('deskMoney.imported', { booked, open })].filter(Boolean).join(' · ')}
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
      {waiting.length > 0 && (
        <section className={`surface mt-5 ${caseClasses.list}`}>
          <h2>{t('deskMoney.waiting')}</h2>
          <ul>
            {waiting.map((one) => (
              <CaseRow key={`${one.kind} ${one.entries[0]?.id}`} one={one} role={role} locale={locale} />
            ))}
          </ul>
        </section>
      )}
      {mayBook && <TransferForm today={day} />}
      {mayDo(role, 'money.correct') && <ShortageLimit limit={shortageLimit} />}
    </>
  );
}
