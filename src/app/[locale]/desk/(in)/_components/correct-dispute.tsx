'use client';

import { useEffect, useState } from 'react';
import { Notice } from '@/components/notice';
import { documentNumber } from '@/domain/document';
import { useI18n, useLocale } from '@/locales/client';
import { bahtText } from '@/locales/format';
import { desk, refusalOf, type DeskOutputs } from '@/trpc/desk';
import { Act } from './act';

type Correction = DeskOutputs['money']['previewCorrection'];

/** Corrects the books of a dispute that was booked as lost and then won, after a preview. */
export function CorrectDispute({ disputeId }: { disputeId: string }) {
  const t = useI18n();
  const [seen, setSeen] = useState<Correction | null>(null);
  return (
    <Act
      act={t('deskToday.correct.act')}
      text={t('deskToday.correct.text')}
      reason="required"
      hint={t('deskToday.whyHint')}
      ready={seen !== null}
      run={(why) => desk.money.correctDispute.mutate({ target: disputeId, amount: seen?.amount ?? 0, why })}
      done={t('deskToday.correct.done')}
    >
      <Preview disputeId={disputeId} seen={seen} onSeen={setSeen} />
    </Act>
  );
}

function Preview({
  disputeId,
  seen,
  onSeen,
}: {
  disputeId: string;
  seen: Correction | null;
  onSeen: (seen: Correction) => void;
}) {
  const t = useI18n();
  const locale = useLocale();
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    desk.money.previewCorrection
      .query({ target: disputeId })
      .then(onSeen, (error: unknown) => setProblem(refusalOf(error).message));
  }, [disputeId, onSeen]);
  if (problem !== null) return <Notice tone="bad" urgent title={problem} />;
  if (!seen) return null;
  const { amount, points, referrerPoints, creditNote } = seen;
  if (amount === 0) return <p>{t('deskToday.correct.nothing')}</p>;
  const said = (count: number) => t('common.points', { count });
  return (
    <ul className="stack-2">
      <li>{t('deskToday.correct.order', { amount: bahtText(amount, locale) })}</li>
      {points > 0 && <li>{t('deskToday.correct.points', { points: said(points) })}</li>}
      {referrerPoints > 0 && <li>{t('deskToday.correct.referrer', { points: said(referrerPoints) })}</li>}
      <li>
        {creditNote
          ? t('deskToday.correct.note', {
              number: <span className="keep">{documentNumber({ kind: 'credit_note', ...creditNote })}</span>,
            })
          : t('deskToday.correct.noNote')}
      </li>
      <li>{t('deskToday.correct.told')}</li>
    </ul>
  );
}
