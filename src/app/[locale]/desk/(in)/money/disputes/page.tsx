import type { Metadata } from 'next';
import { getI18n, pageLocale } from '@/locales/server';
import { deskApi, requireMember } from '@/trpc/desk-server';
import { deskMetadata } from '../../../_components/desk-metadata';
import desk from '../../_components/desk.module.css';
import { MoneyTabs } from '../_components/money-tabs';
import { DisputeRow } from './_components/dispute-row';

type Props = PageProps<'/[locale]/desk/money/disputes'>;

export const generateMetadata = ({ params }: Props): Promise<Metadata> =>
  deskMetadata(params, 'deskDisputes.heading');

export default async function DisputesPage({ params }: Props) {
  const locale = await pageLocale(params);
  const { role } = await requireMember(locale, 'money.read');
  const [t, { money }] = await Promise.all([getI18n(), deskApi()]);
  const { open, decided, counts } = await money.disputes();
  const { won, lost } = counts;
  const parts = [
    { title: t('deskDisputes.open', { count: open.length }), none: t('deskDisputes.noneOpen'), rows: open },
    { title: t('deskDisputes.decided', { won, lost }), none: t('deskDisputes.noneDecided'), rows: decided },
  ];
  return (
    <>
      <h1>{t('deskMoney.heading')}</h1>
      <MoneyTabs here="/desk/money/disputes" role={role} locale={locale} />
      {parts.map(({ title, none, rows }) => (
        <section key={none} className="card mt-5">
          <h2>{title}</h2>
          {rows.length === 0 && <p className="lead">{none}</p>}
          {rows === decided && decided.length < won + lost && (
            <p className="muted small">{t('deskDisputes.latest', { count: decided.length })}</p>
          )}
          <ul className={desk.rows}>
            {rows.map((dispute) => (
              <DisputeRow key={dispute.id} dispute={dispute} role={role} locale={locale} />
            ))}
          </ul>
        </section>
      ))}
    </>
  );
}
