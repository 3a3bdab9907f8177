'use client';

import { canBegin, MOVING_WORK, MOVING_WORKS, type MovingState, type MovingWork } from '@/domain/moving-in';
import { useI18n, useLocale } from '@/locales/client';
import { countText } from '@/locales/desk-format';
import { desk, type DeskOutputs } from '@/trpc/desk';
import { Act } from '../../../../_components/act';

interface ImportActsProps {
  importId: string;
  state: MovingState;
  counts: DeskOutputs['moving']['read']['counts'];
  /** The rows that cannot start before their cards are taken over. */
  tokens: number;
}

/** The steps that can begin now, each with what it will do. */
export function ImportActs({ importId, state, counts, tokens }: ImportActsProps) {
  const t = useI18n();
  const locale = useLocale();
  const countOf = (work: MovingWork) => {
    const all = MOVING_WORK[work].rows.reduce((sum, row) => sum + counts[row], 0);
    return work === 'claim' ? tokens : work === 'activate' ? all - tokens : all;
  };
  return (
    <div className="actions mt-4">
      {MOVING_WORKS.filter((work) => canBegin(work, state) && countOf(work) > 0).map((work) => (
        <Act
          key={work}
          act={t(`deskMoving.act.${work}`)}
          text={t(`deskMoving.act.${work}Text`, { count: countText(countOf(work), locale) })}
          run={() => desk.moving.begin.mutate({ importId, work })}
          done={t('deskMoving.act.begun')}
        />
      ))}
    </div>
  );
}
