'use client';

import { decisionRefusal, DISPUTE_DECISIONS, needsCorrection, type DisputeDecision } from '@/domain/dispute';
import { mayDo, type StaffRole } from '@/domain/staff';
import { useI18n, useLocale } from '@/locales/client';
import { bahtText } from '@/locales/format';
import { DISMISSIBLE } from '@/schemas/desk';
import { desk } from '@/trpc/desk';
import { Act } from './act';
import { BookTransfer } from './book-transfer';
import { CorrectDispute } from './correct-dispute';
import classes from './desk.module.css';
import type { WaitingName, WaitingRow } from './waiting-row';

const isIn = <Group extends WaitingName>(groups: readonly Group[], group: WaitingName): group is Group =>
  (groups as readonly WaitingName[]).includes(group);

/** Returns the decisions about a dispute that its state allows. */
function decisionsAbout({ status, isBooked = false }: WaitingRow): DisputeDecision[] {
  if (status === undefined) return [];
  return DISPUTE_DECISIONS.filter((one) => decisionRefusal({ status, isBooked }, one) === null);
}

/** Returns the command that dismisses an entry; null if the role may not dismiss it, or it needs a decision. */
function dismissalOf(group: WaitingName, id: string, role: StaffRole) {
  if (isIn(DISMISSIBLE.money, group) && mayDo(role, 'money.book'))
    return (why: string) => desk.today.dismissMoney.mutate({ group, id, why });
  if (isIn(DISMISSIBLE.messages, group) && mayDo(role, 'subscribers.change'))
    return (why: string) => desk.today.dismissMessage.mutate({ group, id, why });
  if (isIn(DISMISSIBLE.parcels, group) && mayDo(role, 'parcels.change'))
    return (why: string) => desk.today.dismissParcel.mutate({ group, id, why });
  if (isIn(DISMISSIBLE.work, group) && mayDo(role, 'operation.change'))
    return (why: string) => desk.today.dismissWork.mutate({ group, id, why });
  return null;
}

/** The actions that are legal for an entry now and that the role may take. */
export function WaitingActions({
  group,
  row,
  role,
}: {
  group: WaitingName;
  row: WaitingRow;
  role: StaffRole;
}) {
  const t = useI18n();
  const locale = useLocale();
  const { id } = row;
  const amount = bahtText(row.amount ?? 0, locale);
  const [mayRefund, mayBook] = [mayDo(role, 'money.refund'), mayDo(role, 'money.book')];
  const dismiss = dismissalOf(group, id, role);
  const reason = { reason: 'required', hint: t('deskToday.whyHint') } as const;
  return (
    <div className={`actions ${classes.acts}`}>
      {group === 'manualRefunds' && mayRefund && !row.about.includes('disputed') && (
        <Act
          act={t('deskToday.confirmRefund')}
          text={t('deskToday.confirmRefundText', { amount })}
          run={() => desk.money.confirmRefund.mutate({ refundId: id })}
          done={t('deskToday.refundConfirmed')}
        />
      )}
      {group === 'disputes' &&
        mayRefund &&
        decisionsAbout(row).map((decision) => (
          <Act
            key={decision}
            {...reason}
            act={t(`deskToday.decide.${decision}`)}
            text={t(`deskToday.decideText.${decision}`)}
            run={(why) => desk.money.decideDispute.mutate({ target: id, decision, why })}
            done={t('deskToday.decided')}
          />
        ))}
      {group === 'disputes' &&
        row.status !== undefined &&
        needsCorrection({ status: row.status, isBooked: row.isBooked ?? false }) &&
        (mayDo(role, 'money.correct') ? (
          <CorrectDispute disputeId={id} />
        ) : (
          <p className="muted small">{t('deskToday.correct.forOwner')}</p>
        ))}
      {group === 'money' && mayRefund && (
        <Act
          {...reason}
          act={t('deskToday.refund', { amount })}
          text={t('deskToday.refundText', { amount })}
          run={async (why) => {
            const { status } = await desk.money.refund.mutate({
              target: id,
              why,
              refunded: row.refunded ?? 0,
            });
            return t(`deskToday.refundState.${status}`);
          }}
        />
      )}
      {group === 'transfers' && mayBook && <BookTransfer transferId={id} amount={row.amount ?? 0} />}
      {group === 'failedRows' && mayDo(role, 'operation.change') && (
        <Act
          act={t('deskToday.retry')}
          text={t('deskToday.groupText.failedRows')}
          run={() => desk.today.retryRow.mutate({ id })}
          done={t('deskToday.retried')}
        />
      )}
      {dismiss && (
        <Act
          {...reason}
          act={t(group === 'manualRefunds' ? 'deskToday.withdraw' : 'deskToday.dismiss')}
          text={t(group === 'manualRefunds' ? 'deskToday.withdrawText' : 'deskToday.dismissText')}
          run={dismiss}
          done={t('deskToday.dismissed')}
        />
      )}
    </div>
  );
}
