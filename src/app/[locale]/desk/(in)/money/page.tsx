import type { Metadata } from 'next';
import { mayDo } from '@/domain/staff';
import { getI18n, pageLocale } from '@/locales/server';
import { deskApi, requireMember } from '@/trpc/desk-server';
import { deskMetadata } from '../../_components/desk-metadata';
import { WaitingGroup } from '../_components/waiting-group';
import { Books } from './_components/books';
import { Gateway } from './_components/gateway';
import { StatementImport } from './_components/statement-import';
import { TransferForm } from './_components/transfer-form';

type Props = PageProps<'/[locale]/desk/money'>;

const GROUPS: ReadonlySet<string> = new Set([
  ...['manualRefunds', 'disputes', 'money', 'transfers', 'openRefunds', 'unknownAttempts'],
]);

export const generateMetadata = ({ params }: Props): Promise<Metadata> => deskMetadata(params, 'desk.money');

export default async function MoneyPage({ params }: Props) {
  const locale = await pageLocale(params);
  const { role } = await requireMember(locale, 'money.read');
  const { today, money } = await deskApi();
  const [t, { waiting, day }] = await Promise.all([getI18n(), today.read()]);
  const books = await money.bookkeeping({ month: day.slice(0, 7) });
  return (
    <>
      <h1>{t('deskMoney.heading')}</h1>
      {mayDo(role, 'money.book') && <StatementImport />}
      {waiting
        .filter(({ group }) => GROUPS.has(group))
        .map(({ group, rows }) => (
          <WaitingGroup key={group} group={group} rows={rows} role={role} />
        ))}
      {mayDo(role, 'money.book') && <TransferForm today={day} />}
      {mayDo(role, 'money.book') && <Gateway />}
      <Books initial={books} month={day.slice(0, 7)} />
    </>
  );
}
