'use client';

import { Baht, DayText } from '@/components/values';
import { useI18n, useLocale } from '@/locales/client';
import type { Preview } from './use-change';

interface PriceNoteProps {
  notice: Preview['priceNotice'];
  /** Whether the change is of the box. */
  ofBox: boolean;
}

/** Explains the totals: an announced higher price, or that a changed box has the prices of today. */
export function PriceNote({ notice, ofBox }: PriceNoteProps) {
  const t = useI18n();
  const locale = useLocale();
  if (ofBox) return <p className="muted small mt-2">{t('subscription.change.todaysPrices')}</p>;
  if (!notice) return null;
  return (
    <p className="muted small mt-2">
      {t('subscription.change.priceNotice', {
        date: <DayText day={notice.firstDate} locale={locale} />,
        old: <Baht satang={notice.oldTotal} locale={locale} />,
        new: <Baht satang={notice.newTotal} locale={locale} />,
      })}
    </p>
  );
}
