import { DAY_MS, HOUR_MS, MINUTE_MS } from './duration';
import type { Satang } from './money';

export type RefundStatus = 'created' | 'sent' | 'unknown' | 'succeeded' | 'failed' | 'manual';

/** A refund in our records. */
export interface OwnRefund {
  id: string;
  amount: Satang;
  status: RefundStatus;
  /** The gateway's id of it; null while the gateway has not confirmed it. */
  providerRef: string | null;
  /** Another process is sending it at this moment. */
  isBeingSent: boolean;
}

/** A refund in the gateway's list of a charge's refunds. */
export interface ListedRefund {
  ref: string;
  amount: Satang;
  /** Our id, from its metadata; null when it was not made by us. */
  refundId: string | null;
  createdAt: Date;
}

/** How long after sending a list without the refund proves that it was never made; the same as for charges. */
const ABSENT_AFTER_MS = DAY_MS;
const CHECK_MIN_MS = 10 * MINUTE_MS;
const CHECK_MAX_MS = HOUR_MS;

/** From when on a list without the refund proves that it was never made. */
export function refundAbsentFrom(sentAt: Date): Date {
  return new Date(sentAt.getTime() + ABSENT_AFTER_MS);
}

/** When to read the gateway's list again: at growing intervals, and at the moment that allows to send it again. */
export function nextRefundCheck(sentAt: Date | null, now: Date): Date {
  if (!sentAt) return new Date(now.getTime() + CHECK_MIN_MS);
  const waited = now.getTime() - sentAt.getTime();
  const at = now.getTime() + Math.min(Math.max(waited, CHECK_MIN_MS), CHECK_MAX_MS);
  const absentFrom = refundAbsentFrom(sentAt).getTime();
  return new Date(now.getTime() < absentFrom ? Math.min(at, absentFrom) : at);
}

/**
 * Matches the gateway's refunds of a charge with ours: by our id in the metadata first, then, where the gateway's
 * refund names none, by the amount with one of ours that is still open or was confirmed by hand.
 * @returns `matched`: ours with the gateway's id, those already known left out; `foreign`: made without us
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
 * Reduces refunds that have not been made to what is left of the money.
 * @returns the new amounts of those that no longer fit, 0 where nothing is left
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
