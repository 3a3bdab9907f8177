'use client';

import { Baht } from '@/components/values';
import { useI18n, useLocale } from '@/locales/client';
import { sumOf, type ComparedOrder } from './compared-order';

/** Shows the number of payments of orders and their sum. */
export function SumOfOrders({ orders }: { orders: readonly ComparedOrder[] }) {
  const t = useI18n();
  const locale = useLocale();
  const { count, amount } = sumOf(orders);
  return (
    <strong>{t('subscription.year.sum', { count, amount: <Baht satang={amount} locale={locale} /> })}</strong>
  );
}
