import { parseDay } from '@/domain/day';
import type { ScheduledOrder } from '@/domain/reschedule';

/**
 * Creates an upcoming order for tests of schedule rules.
 * @param date its payment date, as YYYY-MM-DD
 */
export function scheduledOrder(
  index: number,
  date: string,
  more: Partial<ScheduledOrder> = {},
): ScheduledOrder {
  return {
    id: `ord_${index}`,
    index,
    paymentDate: parseDay(date),
    status: 'upcoming',
    begun: false,
    freeProduct: false,
    paidOn: null,
    ...more,
  };
}
