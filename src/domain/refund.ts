import { DAY_MS, HOUR_MS, MINUTE_MS } from './duration';
import type { Satang } from './money';

export type RefundStatus = 'created' | 'sent' | 'unknown' | 'succeeded' | 'failed' | 'manual';

/** A refund in our records. */
export interface OwnRefund {
  id: string;
  amount: Satang;
  status: RefundStatus;
  /** The refund id of the gateway; null until the gateway confirms it. */
  providerRef: string | null;
  /** Another process is sending it now. */
  isBeingSent: boolean;
}

/** A refund in the gateway's list for a charge. */
export interface ListedRefund {
  ref: string;
  amount: Satang;
  /** Our id from its metadata; null when it was not made by this system. */
  refundId: string | null;
  createdAt: Date;
}

/** A list without the refund this long after sending proves that it was never made; the same as for charges. */
const ABSENT_AFTER_MS = DAY_MS;
const CHECK_MIN_MS = 10 * MINUTE_MS;
const CHECK_MAX_MS = HOUR_MS;

/** Returns from when on a list without the refund proves that it was never made. */
export function refundAbsentFrom(sentAt: Date): Date {
  return new Date(sentAt.getTime() + ABSENT_AFTER_MS);
}

/** Returns when to read the gateway's list again: at growing intervals, and when sending again becomes allowed. */
export function nextRefundCheck(sentAt: Date | null, now: Date): Date {
  if (!sentAt) return new Date(now.getTime() + CHECK_MIN_MS);
  const waited = now.getTime() - sentAt.getTime();
  const at = now.getTime() + Math.min(Math.max(waited, CHECK_MIN_MS), CHECK_MAX_MS);
  const absentFrom = refundAbsentFrom(sentAt).getTime();
  return new Date(now.getTime() < absentFrom ? Math.min(at, absentFrom) : at);
}

/**
 * Matches the gateway's refunds of a charge with ours. Our id in the metadata comes first; a refund without an id
 * matches one of the same amount that is open or was confirmed by hand.
 * @returns `matched`: our refunds with the gateway's id, without those already known; `foreign`: made elsewhere
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
    const same = [...free.values()].find((one) => one.amount === amount && !one.isBeingSent);
    if (refundId !== null || !same) return true;
    take(same.id, ref);
    return false;
  });
  return { matched, foreign };
}

/**
 * Reduces open refunds to the remaining amount.
 * @returns the new amounts of the refunds that no longer fit; 0 when nothing is left
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
