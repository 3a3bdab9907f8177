'use client';

import { laterTotal } from '@/domain/price';
import { useI18n, useLocale } from '@/locales/client';
import { bahtText, dayText } from '@/locales/format';
import type { Registration } from './flow';

/** Explains what the button charges: today's amount, and the amount of later boxes. */
export function Consequence({ registration: { totals, dates } }: { registration: Registration }) {
  const t = useI18n();
  const locale = useLocale();
  const regular = laterTotal(totals);
  const amount = bahtText(totals.total, locale);
  const date = dates[1] ? dayText(dates[1], locale) : '';
  return (
    <>
      {regular === totals.total
        ? t('register.payment.consequenceSame', { amount, date })
        : t('register.payment.consequence', { amount, next: bahtText(regular, locale), date })}
    </>
  );
}
