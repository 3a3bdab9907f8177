import type { Input } from '@/components/session/kept-input';
import type { BoxItem } from '@/domain/box';
import { isDay, type Day } from '@/domain/day';
import { isProductCode } from '@/domain/product';
import { FREQUENCIES, type Frequency } from '@/domain/subscription';

/** The choices that the subscription pages can restore. */
interface Choice {
  /** The order that is changed alone. */
  orderId: string;
  items: BoxItem[];
  frequency: Frequency;
  after: Day;
  paymentDay: number;
  until: Day;
  date: Day;
}

const LAST_DAY = 31;

/**
 * Returns the valid part of a stored choice. An earlier version of the page may have stored invalid values.
 */
export function keptChoice(kept: Input): Partial<Choice> {
  const { orderId, items, frequency, after, paymentDay, until, date } = kept;
  const rhythm = FREQUENCIES.find((candidate) => candidate === frequency);
  return {
    ...(typeof orderId === 'string' && { orderId }),
    ...(Array.isArray(items) && { items: items.filter(isBoxItem) }),
    ...(rhythm !== undefined && { frequency: rhythm }),
    ...(typeof after === 'string' && isDay(after) && { after }),
    ...(isPaymentDay(paymentDay) && { paymentDay }),
    ...(typeof until === 'string' && isDay(until) && { until }),
    ...(typeof date === 'string' && isDay(date) && { date }),
  };
}

function isBoxItem(item: unknown): item is BoxItem {
  if (typeof item !== 'object' || item === null || !('productCode' in item) || !('quantity' in item))
    return false;
  return isProductCode(item.productCode) && Number.isInteger(item.quantity) && Number(item.quantity) > 0;
}

function isPaymentDay(day: unknown): day is number {
  return typeof day === 'number' && Number.isInteger(day) && day >= 1 && day <= LAST_DAY;
}
