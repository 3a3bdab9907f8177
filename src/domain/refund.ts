import { DAY_MS, HOUR_MS, MINUTE_MS } from './duration';
import type { Satang } from './money';

export const REFUND_STATUSES = [
  'created',
  'sent',
  'unknown',
  'succeeded',
  'failed',
  'manual',
  'corrected',
] as const;
export type RefundStatus = (typeof REFUND_STATUSES)[number];

/** A refund in the product's database. `amount` in satang. */
export interface OwnRefund {
  id: string;
  amount: Satang;
  status: RefundStatus;
  /** The refund id of the gateway; null until the gateway confirms it. */
  providerRef: string | null;
  /** The reference of a transfer by hand, as a member noted it; null without one. */
  reference: string | null;
  /** Whether another process is sending the refund to the gateway now. */
  isBeingSent: boolean;
}

/** A refund in the gateway's list for a charge. `ref`: the gateway's id. `amount` in satang. */
export interface ListedRefund {
  ref: string;
  amount: Satang;
  /** The product's refund id from the metadata; null when the refund was not made by this product. */
  refundId: string | null;
  createdAt: Date;
}

/**
 * How long after sending a refund may still be missing in the gateway's list. A later list without the refund
 * proves that it was never made. Charges use the same time.
 */
const ABSENT_AFTER_MS = DAY_MS;
const CHECK_MIN_MS = 10 * MINUTE_MS;
const CHECK_MAX_MS = HOUR_MS;

/** Returns the instant from which a list without the refund proves that it was never made. */
export function refundAbsentFrom(sentAt: Date): Date {
  return new Date(sentAt.getTime() + ABSENT_AFTER_MS);
}

/**
 * Returns the instant of the next read of the gateway's list. The intervals grow from ten minutes to an hour.
 * One read is exactly at `refundAbsentFrom`.
 */
export function nextRefundCheck(sentAt: Date | null, now: Date): Date {
  if (!sentAt) return new Date(now.getTime() + CHECK_MIN_MS);
  const waited = now.getTime() - sentAt.getTime();
  const at = now.getTime() + Math.min(Math.max(waited, CHECK_MIN_MS), CHECK_MAX_MS);
  const absentFrom = refundAbsentFrom(sentAt).getTime();
  return new Date(now.getTime() < absentFrom ? Math.min(at, absentFrom) : at);
}

/**
 * Matches the gateway's refunds of a charge with the refunds in the database. The product's refund id in the
 * metadata decides. A listed refund without this id matches an own refund of the same amount. This own refund
 * must have no gateway id and no other reference of its transfer, must not have failed, and must not be in the process
 * of sending.
 * @returns `matched`: own refunds with their new gateway id; `foreign`: listed refunds that match no own
 *   refund
 */
export function matchRefunds(
  own: readonly OwnRefund[],
  listed: readonly ListedRefund[],
): { matched: { id: string; ref: string }[]; foreign: ListedRefund[] } {
  const known = new Set(own.map(({ providerRef }) => providerRef));
  const free = new Map(
    own
      .filter(({ providerRef, status }) => providerRef === null && status !== 'failed')
      .map((r) => [r.id, r]),
  );
  const matched: { id: string; ref: string }[] = [];
  const take = (id: string, ref: string) => {
    free.delete(id);
    matched.push({ id, ref });
  };
  const unnamed = listed.filter(({ ref, refundId }) => {
    if (known.has(ref)) return false;
    if (refundId === null || !free.has(refundId)) return true;
    take(refundId, ref);
    return false;
  });
  const foreign = unnamed.filter(({ ref, refundId, amount }) => {
    const same = [...free.values()].find(
      (one) => one.amount === amount && (one.reference === null || one.reference === ref) && !one.isBeingSent,
    );
    if (refundId !== null || !same) return true;
    take(same.id, ref);
    return false;
  });
  return { matched, foreign };
}

/**
 * Reduces open refunds so that their sum is at most `left` (satang). The last refunds are reduced first.
 * @returns the reduced refunds with their new amounts; 0 when nothing remains for a refund
 */
export function fitRefunds(
  open: readonly { id: string; amount: Satang }[],
  left: Satang,
): { id: string; amount: Satang }[] {
  let rest = left;
  return open.flatMap(({ id, amount }) => {
    const fitting = Math.min(amount, rest);
    rest -= fitting;
    return fitting === amount ? [] : [{ id, amount: fitting }];
  });
}
