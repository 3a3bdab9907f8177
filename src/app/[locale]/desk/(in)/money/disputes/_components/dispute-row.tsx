import { toDisputeReason } from '@/domain/dispute';
import type { Locale } from '@/domain/locale';
import { orderNumberText } from '@/domain/order';
import { mayDo, type StaffRole } from '@/domain/staff';
import { bahtText, dayText, momentText } from '@/locales/format';
import { getI18n } from '@/locales/server';
import { Who } from '../../../_components/case-words';
import desk from '../../../_components/desk.module.css';
import { DisputeSteps, type Dispute } from './dispute-steps';

const TONES = { open: 'bad', pending: 'info', won: 'good', lost: 'bad' } as const;

/** A dispute: who, how much, why, until when, what became of the parcel, and the steps that the role may take. */
export async function DisputeRow(props: { dispute: Dispute; role: StaffRole; locale: Locale }) {
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
