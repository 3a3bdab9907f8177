import { MINUTE_MS } from '@/domain/duration';

interface Entry {
  at: string;
  what: string;
  orderId: string | null;
}

/** The events that say most about what happened to an order, most important first. */
const TELLING = [
  'refund.asked',
  'order.refunded',
  'order.paid',
  'order.unpaid',
  'attempt.declined',
  'attempt.not_sent',
  'refund.succeeded',
  'parcel.delivered',
  'parcel.shipped',
  'order.skipped',
  'order.moved',
];
const TOGETHER_MS = 5 * MINUTE_MS;

/**
 * Folds entries that follow each other about one order within five minutes: one thing happened.
 * @returns the entry that says most, and the others
 */
export function foldHistory<E extends Entry>(entries: readonly E[]): { head: E; rest: E[] }[] {
  const groups: E[][] = [];
  for (const entry of entries) {
    const group = groups.at(-1);
    const first = group?.[0];
    const isSame =
      first !== undefined &&
      first.orderId !== null &&
      first.orderId === entry.orderId &&
      Math.abs(Date.parse(first.at) - Date.parse(entry.at)) <= TOGETHER_MS;
    if (group && isSame) group.push(entry);
    else groups.push([entry]);
  }
  return groups.flatMap((group) => {
    const rank = ({ what }: E) => (TELLING.includes(what) ? TELLING.indexOf(what) : TELLING.length);
    const [head] = group.toSorted((a, b) => rank(a) - rank(b));
    return head ? [{ head, rest: group.filter((entry) => entry !== head) }] : [];
  });
}
