'use client';

import { NativeSelect } from '@/components/forms/native-select';
import { useState } from 'react';
import { REASONS_SHOWN, type CancelReason } from '@/domain/cancel-reason';
import { useI18n } from '@/locales/client';
import { desk } from '@/trpc/desk';
import { Act } from './act';

/** Cancels the subscription for the subscriber. */
export function CancelPlan({ accountId }: { accountId: string }) {
  const t = useI18n();
  const [why, setWhy] = useState<CancelReason>('other');
  return (
    <Act
      act={t('deskSubscribers.act.cancel')}
      text={t('deskSubscribers.act.cancelText')}
      run={(reason) => desk.subscribers.cancel.mutate({ accountId, why, reason })}
      done={t('deskSubscribers.act.cancelled')}
    >
      <NativeSelect
        label={t('deskSubscribers.act.cancelWhy')}
        value={why}
        onChange={(event) => setWhy(event.currentTarget.value as CancelReason)}
        data={REASONS_SHOWN.map((one) => ({ value: one, label: t(`cancelReasons.${one}`) }))}
      />
    </Act>
  );
}
