import { getI18n, pageLocale } from '@/locales/server';
import { deskApi, requireMember } from '@/trpc/desk-server';
import { deskMetadata } from '../../../_components/desk-metadata';
import desk from '../../_components/desk.module.css';
import { MoneyTabs } from '../_components/money-tabs';
import { toDisputeReason } from '@/domain/dispute';
import type { Locale } from '@/domain/locale';
import { orderNumberText } from '@/domain/order';
import { mayDo, type StaffRole } from '@/domain/staff';
import { bahtText, dayText, momentText } from '@/locales/format';
import { Who } from '../../_components/case-words';
import { DisputeSteps, type Dispute } from './_components/dispute-steps';

export const generateMetadata = deskMetadata('deskDisputes.heading');

export default async function DisputesPage({ params }: PageProps<'/[locale]/desk/money/disputes'>) {
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

const TONES = { open: 'bad', pending: 'info', won: 'good', lost: 'bad' } as const;

/** A dispute: who, how much, why, until when, what became of the parcel, and the steps that the role may take. */
async function DisputeRow(props: { dispute: Dispute; role: StaffRole; locale: Locale }) {
  const { dispute, role, locale } = props;
  const { kind, status, amount, reason, person, orderNumber, card, parcel, isBooked } = dispute;
  const t = await getI18n();
  const at = (moment: string) => ({ moment: momentText(moment, locale) });
  const isOpen = status === 'open' || status === 'pending';
  const facts = [
    orderNumber !== null && orderNumberText(orderNumber),
    card
      ? t('deskDisputes.paidByCard', { ...at(dispute.paidAt), card: `${card.brand} ${card.lastDigits}` })
      : t('deskDisputes.paid', at(dispute.paidAt)),
    isOpen ? t('deskDisputes.since', at(dispute.openedAt)) : t('deskDisputes.changed', at(dispute.changedAt)),
    isBooked && t('deskToday.about.booked_as_lost'),
    t(`deskToday.about.charging_${dispute.charging}`),
  ];
  return (
    <li className={desk.row}>
      <div>
        <p className={desk.strong}>
          {t('deskDisputes.about', {
            amount: bahtText(amount, locale),
            name: (
              <Who person={toPerson(person)} nobody={t('deskToday.nobody')} role={role} locale={locale} />
            ),
          })}{' '}
          <span className={`tag ${TONES[status]}`}>{t(`deskDisputes.status.${status}`)}</span>
        </p>
        <p>
          {kind === 'reversal'
            ? t('deskDisputes.reversal')
            : t(`deskDisputes.reason.${toDisputeReason(reason)}`)}
          {parcel && ` · ${t(`deskDisputes.parcel.${parcel.status}`, at(parcel.at ?? dispute.paidAt))}`}
        </p>
        <p className="muted anywhere small">{facts.filter(Boolean).join(' · ')}</p>
        {isOpen && dispute.answerBy !== null && (
          <p>{t('deskDisputes.answerBy', { day: dayText(dispute.answerBy, locale) })}</p>
        )}
        {status === 'open' && dispute.answerBy === null && mayDo(role, 'money.book') && (
          <p className="small">{t('deskDisputes.noDeadline')}</p>
        )}
      </div>
      <DisputeSteps dispute={dispute} role={role} />
    </li>
  );
}

const toPerson = (person: Dispute['person']) => person && { ...person, phone: null };
