'use client';

import { useI18n } from '@/locales/client';
import { desk } from '@/trpc/desk';
import { Act } from '../../../_components/act';

/** Accepts a difference with a reason. It books nothing. */
export function AcceptDifference({ id, subject }: { id: string; subject: string }) {
  const t = useI18n();
  return (
    <Act
      act={t('deskPayouts.accept')}
      label={`${t('deskPayouts.accept')} ${subject}`}
      text={t('deskPayouts.acceptText')}
      reason="required"
      run={(why) => desk.payouts.accept.mutate({ id, why })}
      done={t('deskPayouts.accepted')}
    />
  );
}
