'use client';

import {
  BULK_WORK,
  BULK_WORKS,
  canBeginBulk,
  isBulkWork,
  type BulkState,
  type BulkWork,
} from '@/domain/bulk';
import { Button } from '@/components/button';
import { Notice } from '@/components/notice';
import { useI18n } from '@/locales/client';
import { desk, type DeskOutputs } from '@/trpc/desk';
import { Act } from '../../../../_components/act';
import { useDeskCommand } from '../../../../_components/use-desk-command';

interface BulkActsProps {
  bulkId: string;
  state: BulkState;
  counts: DeskOutputs['bulk']['read']['counts'];
}

/** The steps that can begin now, each with what it will do; and a button that stops the present one. */
export function BulkActs({ bulkId, state, counts }: BulkActsProps) {
  const t = useI18n();
  const { act, busy, problem } = useDeskCommand();
  const countOf = (work: BulkWork) => BULK_WORK[work].rows.reduce((sum, row) => sum + counts[row], 0);
  return (
    <div className="actions mt-4">
      {BULK_WORKS.filter((work) => canBeginBulk(work, state) && countOf(work) > 0).map((work) => (
        <Act
          key={`${state} ${work}`}
          act={t(`deskBulk.act.${work}`)}
          text={t(`deskBulk.act.${work}Text`, { count: countOf(work) })}
          run={() => desk.bulk.begin.mutate({ bulkId, work })}
          done={t('deskBulk.act.begun')}
        />
      ))}
      {isBulkWork(state) && (
        <Button
          look="secondary"
          busy={busy}
          onClick={() => void act(() => desk.bulk.stop.mutate({ bulkId }), t('deskBulk.act.stopped'))}
        >
          {t('deskBulk.act.stop')}
        </Button>
      )}
      {problem && <Notice tone="bad" urgent title={problem.message} />}
    </div>
  );
}
