'use client';

import { decisionRefusal, DISPUTE_DECISIONS, needsCorrection, type DisputeDecision } from '@/domain/dispute';
import type { CaseKind } from '@/domain/desk-cases';
import { mayDo, type StaffRole } from '@/domain/staff';
import { useI18n, useLocale } from '@/locales/client';
import { bahtText } from '@/locales/format';
import { DISMISSIBLE } from '@/schemas/desk';
import { desk, type DeskOutputs } from '@/trpc/desk';
import { Button } from '@/components/button';
import { Act } from './act';
import { CorrectDispute } from './correct-dispute';
import classes from './case.module.css';
import { DecideTransfer } from './decide-transfer';
import { OwedActs } from './owed-acts';
import { PayRefund } from './pay-refund';
import { useDeskCommand } from './use-desk-command';

type Entry = DeskOutputs['today']['read']['cases'][number]['entries'][number];

const isIn = <Kind extends CaseKind>(kinds: readonly Kind[], kind: CaseKind): kind is Kind =>
  (kinds as readonly CaseKind[]).includes(kind);

/** Returns the decisions about a dispute that its state allows. */
function decisionsAbout({ status, isBooked = false }: DisputeActsProps['entry']): DisputeDecision[] {
  if (status === undefined) return [];
  return DISPUTE_DECISIONS.filter((one) => decisionRefusal({ status, isBooked }, one) === null);
}

/** Returns the command that dismisses an entry; null if the role may not dismiss it, or it needs a decision. */
function dismissalOf(group: CaseKind, id: string, role: StaffRole) {
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

interface CaseActionsProps {
  kind: CaseKind;
  entry: Entry;
  role: StaffRole;
}

/** The steps that are legal for an entry now and that the role may take. What only ends the entry is behind "…". */
export function CaseActions({ kind, entry, role }: CaseActionsProps) {
  const t = useI18n();
  const { id, person } = entry;
  const dismiss = dismissalOf(kind, id, role);
  const way = kind === 'manualRefunds' ? 'withdraw' : kind === 'askedRefunds' ? 'refuse' : 'dismiss';
  return (
    <>
      {kind === 'disputes' && <DisputeActs entry={entry} role={role} />}
      {kind === 'retries' && person && entry.orderId !== null && mayDo(role, 'subscribers.change') && (
        <OwedActs
          accountId={person.accountId}
          orderId={entry.orderId}
          amount={entry.amount ?? 0}
          name={person.name}
          isTried={entry.detail === 'card' || entry.detail === 'bank_account'}
        />
      )}
      {kind === 'followUps' && person && mayDo(role, 'subscribers.change') && (
        <FollowedUp accountId={person.accountId} name={person.name ?? ''} />
      )}
      {kind === 'transfers' && mayDo(role, 'money.book') && (
        <DecideTransfer transferId={id} amount={entry.amount ?? 0} role={role} />
      )}
      {(kind === 'money' || kind === 'manualRefunds') && <RefundActs kind={kind} entry={entry} role={role} />}
      {kind === 'failedRows' && mayDo(role, 'operation.change') && (
        <Act
          act={t('deskToday.retry')}
          text={t('deskToday.hint.failedRows')}
          run={() => desk.today.retryRow.mutate({ id })}
          done={t('deskToday.retried')}
        />
      )}
      {dismiss && (
        <details className={classes.menu}>
          <summary className="tap" aria-label={t('deskToday.more', { name: person?.name ?? id })}>
            …
          </summary>
          <Act
            reason="required"
            hint={t('deskToday.whyHint')}
            act={t(`deskToday.${way}`)}
            text={t(`deskToday.${way}Text`)}
            run={dismiss}
            done={t('deskToday.dismissed')}
          />
        </details>
      )}
    </>
  );
}

function FollowedUp({ accountId, name }: { accountId: string; name: string }) {
  const t = useI18n();
  const { act, busy } = useDeskCommand();
  const end = () => desk.subscribers.endFollowUp.mutate({ accountId });
  return (
    <Button
      look="secondary"
      busy={busy}
      aria-label={t('deskToday.followedUpOf', { name })}
      onClick={() =>
        void act(end, t('deskToday.followUpEnded'), (before) =>
          before === null
            ? null
            : () =>
                desk.subscribers.saveMarks.mutate({
                  accountId,
                  ...before,
                  before: { ...before, followUpOn: null },
                }),
        )
      }
    >
      {t('deskToday.followedUp')}
    </Button>
  );
}

interface DisputeActsProps {
  entry: Pick<Entry, 'id' | 'status' | 'isBooked'>;
  role: StaffRole;
}

/** The decisions about a dispute that its state and the role allow. */
export function DisputeActs({ entry, role }: DisputeActsProps) {
  const t = useI18n();
  const { id, status, isBooked = false } = entry;
  const needsBooks = status !== undefined && needsCorrection({ status, isBooked });
  return (
    <>
      {mayDo(role, 'money.refund') &&
        decisionsAbout(entry).map((decision) => (
          <Act
            key={decision}
            reason="required"
            hint={t('deskToday.whyHint')}
            act={t(`deskToday.decide.${decision}`)}
            text={t(`deskToday.decideText.${decision}`)}
            run={(why) => desk.money.decideDispute.mutate({ target: id, decision, why })}
            done={t('deskToday.decided')}
          />
        ))}
      {needsBooks && mayDo(role, 'money.correct') && <CorrectDispute disputeId={id} />}
      {needsBooks && !mayDo(role, 'money.correct') && (
        <p className={classes.hint}>{t('deskToday.correct.forOwner')}</p>
      )}
    </>
  );
}

function RefundActs({ kind, entry, role }: CaseActionsProps) {
  const t = useI18n();
  const locale = useLocale();
  const { id, refunded = 0, isDisputed } = entry;
  const amount = bahtText(entry.amount ?? 0, locale);
  if (!mayDo(role, 'money.refund') || isDisputed) return null;
  if (kind === 'manualRefunds')
    return (
      <PayRefund
        refundId={id}
        amount={amount}
        takenBy={entry.takenBy ?? null}
        takerName={entry.takerName ?? null}
      />
    );
  return (
    <Act
      reason="required"
      hint={t('deskToday.whyHint')}
      act={t('deskToday.refund', { amount })}
      text={t('deskToday.refundText', { amount })}
      run={async (why) => {
        const { status } = await desk.money.refund.mutate({ target: id, why, refunded });
        return t(`deskToday.refundState.${status}`);
      }}
    />
  );
}
