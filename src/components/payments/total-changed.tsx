'use client';

import { Notice } from '@/components/notice';
import { useI18n, useLocale } from '@/locales/client';
import { bahtText } from '@/locales/format';

/** Says that nothing was charged because the total is not the one that was shown. */
export function TotalChanged({ message }: { message: string }) {
  const t = useI18n();
  return (
    <Notice tone="waiting" urgent title={t('common.totalChanged.title')}>
      <p>{message}</p>
    </Notice>
  );
}

/** Returns the sentence for a refusal TOTAL_CHANGED: the total that was shown, in satang, and the one that came with it. */
export function useTotalText(): (shown: number, data: unknown) => string {
  const t = useI18n();
  const locale = useLocale();
  return (satang, data) => {
    const now = (data as { total: number }).total;
    const [shown, total] = [bahtText(satang, locale), bahtText(now, locale)];
    if (now === 0) return t('common.totalChanged.nothing', { shown });
    return satang === 0
      ? t('common.totalChanged.due', { total })
      : t('common.totalChanged.other', { shown, total });
  };
}
