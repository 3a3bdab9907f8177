'use client';

import { useState } from 'react';
import { buttonClass } from '@/components/button-anchor';
import { TextInput } from '@/components/forms/text-input';
import { savePdf } from '@/components/save-file';
import { isDay, type Day } from '@/domain/day';
import { orderNumberText } from '@/domain/order';
import { mayDo, type StaffRole } from '@/domain/staff';
import { useI18n } from '@/locales/client';
import { desk, type DeskOutputs } from '@/trpc/desk';
import { Act } from '../../../_components/act';
import { DisputeActs } from '../../../_components/case-actions';
import classes from '../../../_components/desk.module.css';

export type Dispute = DeskOutputs['money']['disputes']['open'][number];

/** The steps of a dispute: evidence, the gateway's page, the last day, and the decisions that are legal now. */
export function DisputeSteps({ dispute, role }: { dispute: Dispute; role: StaffRole }) {
  const t = useI18n();
  const { id, status, orderNumber, isPending } = dispute;
  const isOpen = status === 'open' || status === 'pending';
  const order = orderNumber === null ? id : orderNumberText(orderNumber);
  const makePdf = async () => {
    const { pdf, name } = await desk.money.disputeEvidence.mutate({ disputeId: id });
    savePdf(pdf, name);
  };
  return (
    <div className={`actions ${classes.acts}`}>
      {mayDo(role, 'money.refund') && (
        <Act
          act={t('deskDisputes.pdf')}
          label={t('deskDisputes.pdfOf', { order })}
          text={t('deskDisputes.pdfText')}
          run={makePdf}
          done={t('deskDisputes.pdfDone')}
        />
      )}
      {mayDo(role, 'money.book') && (
        <a
          href={dispute.gatewayUrl}
          rel="noreferrer"
          className={buttonClass('secondary')}
          aria-label={t('deskDisputes.gatewayOf', { order })}
        >
          {t('deskDisputes.gateway')}
        </a>
      )}
      {isOpen && mayDo(role, 'money.book') && (
        <Deadline disputeId={id} before={dispute.answerBy} order={order} />
      )}
      {(isOpen || isPending) && <DisputeActs entry={dispute} role={role} />}
    </div>
  );
}

interface DeadlineProps {
  disputeId: string;
  before: Day | null;
  order: string;
}

function Deadline({ disputeId, before, order }: DeadlineProps) {
  const t = useI18n();
  const [day, setDay] = useState<string>(before ?? '');
  const [isWrong, setWrong] = useState(false);
  const check = () => {
    setWrong(day !== '' && !isDay(day));
    return day === '' || isDay(day);
  };
  return (
    <Act
      act={t('deskDisputes.deadline')}
      label={`${t('deskDisputes.deadline')}: ${order}`}
      text={t('deskDisputes.deadlineText')}
      check={check}
      run={() => desk.money.setDisputeDeadline.mutate({ disputeId, answerBy: isDay(day) ? day : null })}
      done={t('deskDisputes.deadlineSaved')}
    >
      <TextInput
        label={t('deskDisputes.deadlineDay')}
        type="date"
        value={day}
        error={isWrong ? t('validation.invalidInput') : undefined}
        onChange={(event) => setDay(event.currentTarget.value)}
      />
    </Act>
  );
}
