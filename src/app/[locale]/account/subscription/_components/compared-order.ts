import type { Satang } from '@/domain/money';
import type { OrderAhead } from '@/domain/year-ahead';
import type { UpcomingOrder } from './use-change';

export type ComparedOrder = Pick<UpcomingOrder, 'paymentDate' | 'skipped' | 'paused' | 'total'> &
  Partial<Pick<UpcomingOrder, 'freeProduct' | 'ownBox'>>;

/** Converts an order of the next twelve months to the form in which it is compared. */
export const toCompared = ({ paymentDate, state, total }: OrderAhead): ComparedOrder => ({
  paymentDate,
  total,
  paused: state === 'paused',
  skipped: state === 'skipped' || state === 'paused',
});

/** Returns the number of payments and their sum. Skipped orders are not paid. */
export function sumOf(orders: readonly Pick<ComparedOrder, 'skipped' | 'total'>[]): {
  count: number;
  amount: Satang;
} {
  const paid = orders.filter(({ skipped }) => !skipped);
  return { count: paid.length, amount: paid.reduce((sum, { total }) => sum + total, 0) };
}
