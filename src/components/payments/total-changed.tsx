'use client';

import { Notice } from '@/components/notice';
import { useI18n, useLocale } from '@/locales/client';
import { bahtText } from '@/locales/format';

/** Explains that nothing was charged, because the total is no longer the amount that the page showed. */
export function TotalChanged({ message }: { message: string }) {
  const t = useI18n();
  return (
    <Notice tone="waiting" urgent title={t('common.totalChanged.title')}>
      <p>{message}</p>
    </Notice>
  );
}

/**
 * Returns a function that creates the message of a TOTAL_CHANGED error. Its parameters are the shown total in
 * satang and the data of the error.
 */
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
