'use client';

import type { Month } from '@/domain/day';
import { useI18n, useLocale } from '@/locales/client';
import { monthText } from '@/locales/desk-format';
import { desk } from '@/trpc/desk';
import { Act } from '../../../_components/act';

/** Closes a month: its figures never change again. */
export function CloseMonth({ month }: { month: Month }) {
  const t = useI18n();
  const locale = useLocale();
  return (
    <div className="mt-3">
      <Act
        act={t('deskPayouts.close', { month: monthText(month, locale) })}
        text={t('deskPayouts.closeText')}
        run={() => desk.payouts.close.mutate({ month })}
        done={t('deskPayouts.closeDone')}
      />
    </div>
  );
}
