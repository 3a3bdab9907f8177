'use client';

import { useI18n } from '@/locales/client';
import { desk } from '@/trpc/desk';
import { Act } from '../../_components/act';

/** Ends a discount code. */
export function EndCode({ code }: { code: string }) {
  const t = useI18n();
  return (
    <Act
      act={t('deskOperation.end')}
      label={t('deskOperation.endOf', { code })}
      text={t('deskOperation.endText', { code })}
      run={() => desk.operation.endCode.mutate({ code })}
      done={t('deskOperation.ended', { code })}
    />
  );
}
