'use client';

import type { Day } from '@/domain/day';
import { useI18n, useLocale } from '@/locales/client';
import { dayText } from '@/locales/format';
import { desk } from '@/trpc/desk';
import { Act } from '../../../../_components/act';

/** Saves a rehearsed price change. */
export function SavePrices({ changeId, from }: { changeId: string; from: Day | null }) {
  const t = useI18n();
  const locale = useLocale();
  const when =
    from === null ? t('deskCatalogue.whenNow') : t('deskCatalogue.whenDay', { day: dayText(from, locale) });
  return (
    <Act
      act={t('deskCatalogue.save')}
      text={t('deskCatalogue.saveText', { when })}
      reason="required"
      hint={t('deskCatalogue.audit')}
      run={(why) => desk.catalogue.savePrices.mutate({ changeId, why })}
      done={t('deskCatalogue.saved')}
    />
  );
}

/** Withdraws a saved price change before its first day. */
export function WithdrawPrices({ changeId }: { changeId: string }) {
  const t = useI18n();
  return (
    <Act
      act={t('deskCatalogue.withdraw')}
      text={t('deskCatalogue.withdrawText')}
      reason="required"
      hint={t('deskCatalogue.audit')}
      run={(why) => desk.catalogue.withdrawPrices.mutate({ changeId, why })}
      done={t('deskCatalogue.withdrawn')}
    />
  );
}
