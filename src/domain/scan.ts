import { isTrackingNumber, plainTrackingNumber, trackingOf } from './parcel';
import { orderNumberIn } from './subscriber-search';

/** What a scanned code is: the order of a box, or a tracking number. `orderNumber`: the order scanned before it. */
export type Scanned =
  | { kind: 'order'; orderNumber: number }
  | { kind: 'sent'; orderNumber: number; courier: string; trackingNumber: string }
  | { kind: 'orderFirst' | 'otherCourier' | 'unknown' };

/**
 * Returns what a code means while boxes are packed: first the code of an order, such as `#10243`, then the number of its
 * courier.
 * @param orderNumber the order scanned before; null without one
 * @param typed the courier that the member named; '' to tell it from the number
 */
export function readScan(code: string, orderNumber: number | null, typed = ''): Scanned {
  const text = code.trim();
  if (text.startsWith('#')) {
    const found = orderNumberIn(text);
    return found === null ? { kind: 'unknown' } : { kind: 'order', orderNumber: found };
  }
  if (!isTrackingNumber(text)) return { kind: 'unknown' };
  if (orderNumber === null) return { kind: 'orderFirst' };
  const courier = typed.trim() || trackingOf(null, text).courier;
  if (courier === null) return { kind: 'otherCourier' };
  return { kind: 'sent', orderNumber, courier, trackingNumber: plainTrackingNumber(text) };
}
