import type { Metadata } from 'next';
import { mayDo } from '@/domain/staff';
import { getI18n, pageLocale } from '@/locales/server';
import { deskApi, requireMember } from '@/trpc/desk-server';
import { deskMetadata } from '../../_components/desk-metadata';
import caseClasses from '../_components/case.module.css';
import { CaseRow } from '../_components/case-row';
import { MoneyTabs } from './_components/money-tabs';
import { ShortageLimit } from './_components/shortage-limit';
import { StatementImport } from './_components/statement-import';
import { TransferForm } from './_components/transfer-form';

type Props = PageProps<'/[locale]/desk/money'>;

const KINDS: ReadonlySet<string> = new Set([
  ...['manualRefunds', 'disputes', 'money', 'transfers', 'openRefunds', 'unknownAttempts'],
]);

export const generateMetadata = ({ params }: Props): Promise<Metadata> => deskMetadata(params, 'desk.money');

export default async function MoneyPage({ params }: Props) {
  const locale = await pageLocale(params);
  const { role } = await requireMember(locale, 'money.read');
  const { today, money } = await deskApi();
  const [t, { cases, day }] = await Promise.all([getI18n(), today.read()]);
  const waiting = cases.filter(({ kind }) => KINDS.has(kind));
  const shortageLimit = await money.shortageLimit();
  return (
    <>
      <h1>{t('deskMoney.heading')}</h1>
      <MoneyTabs here="/desk/money" role={role} locale={locale} />
      {mayDo(role, 'money.book') && <StatementImport />}
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
      {mayDo(role, 'money.book') && <TransferForm today={day} />}
      {mayDo(role, 'money.correct') && <ShortageLimit limit={shortageLimit} />}
    </>
  );
}
