import { creditAmounts } from './document';
import type { Satang } from './money';
import { reversedPoints } from './points';

/** Why the staff refunds an order. None says anything about the subscriber's health. */
export const REFUND_REASONS = [
  'damaged',
  'missing',
  'wrong',
  'unsuited',
  'changed_mind',
  'goodwill',
  'other',
] as const;
export type RefundReason = (typeof REFUND_REASONS)[number];

/** What was charged for an order, in satang. */
interface PaidOrder {
  items: readonly { productCode: string; quantity: number; linePrice: Satang }[];
  deliveryFee: Satang;
  total: Satang;
}

/** The packs by product code, and whether the delivery is refunded, too. */
export interface RefundedParts {
  packs: Readonly<Record<string, number>>;
  delivery: boolean;
}

/**
 * Returns what was paid for some parts of an order. A discount code reduced every part by the same share, so that all
 * parts together are the total.
 */
export function paidFor(
  { items, deliveryFee, total }: PaidOrder,
  { packs, delivery }: RefundedParts,
): Satang {
  const whole = items.reduce((sum, { linePrice }) => sum + linePrice, deliveryFee);
  const chosen = items.reduce(
    (sum, { productCode, quantity, linePrice }) =>
      sum + Math.round((linePrice * Math.min(packs[productCode] ?? 0, quantity)) / quantity),
    delivery ? deliveryFee : 0,
  );
  return whole === 0 ? 0 : Math.round((chosen * total) / whole);
}

/**
 * Returns what a refund of an order causes.
 * @param reserved the sum (satang) of the refunds before it, also of those that are not settled yet
 * @returns `left`: what can be refunded afterwards; `vat`: the VAT in the amount; `points`: the points taken back
 */
export function refundEffects(
  { total, points }: { total: Satang; points: number },
  reserved: Satang,
  amount: Satang,
): { left: Satang; vat: Satang; points: number } {
  return {
    left: total - reserved - amount,
    vat: creditAmounts(total, reserved, amount).vat,
    points: reversedPoints(points, reserved + amount, total) - reversedPoints(points, reserved, total),
  };
}
