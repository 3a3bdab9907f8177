'use client';

import { TextInput } from '@/components/forms/text-input';
import { useState } from 'react';
import { APOLOGY_POINTS_MAX } from '@/domain/points';
import { normaliseIdentifier } from '@/domain/text';
import { useI18n } from '@/locales/client';
import { desk } from '@/trpc/desk';
import { Act } from './act';

/** Adds points as an apology, with a reason. */
export function AddPoints({ accountId, version }: { accountId: string; version: number }) {
  const t = useI18n();
  const [typed, setTyped] = useState('');
  const [isWrong, setWrong] = useState(false);
  const points = /^\d{1,3}$/.test(typed) ? Number(typed) : 0;
  const isRight = points >= 1 && points <= APOLOGY_POINTS_MAX;
  return (
    <Act
      act={t('deskSubscribers.act.addPoints')}
      text={t('deskSubscribers.act.addPointsText')}
      reason="required"
      check={() => {
        setWrong(!isRight);
        return isRight;
      }}
      run={async (reason) => {
        await desk.subscribers.addPoints.mutate({ accountId, version, points, reason: reason ?? '' });
        setTyped('');
      }}
      done={t('deskSubscribers.act.pointsAdded')}
    >
      <TextInput
        label={t('deskSubscribers.act.points')}
        description={t('deskSubscribers.act.pointsHint', { max: APOLOGY_POINTS_MAX })}
        inputMode="numeric"
        maxLength={3}
        value={typed}
        error={
          isWrong && !isRight
            ? t('deskSubscribers.act.missingPoints', { max: APOLOGY_POINTS_MAX })
            : undefined
        }
        onChange={(event) => setTyped(normaliseIdentifier(event.currentTarget.value))}
      />
    </Act>
  );
}
