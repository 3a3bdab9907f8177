import type { Day } from './day';
import type { Satang } from './money';
import { mayConcern, namesAlmost, isOfLinkTime } from './payment-link';

/** What a transfer may be short of its order if nothing else is set, in satang. */
export const SHORTAGE_LIMIT: Satang = 500;
/** The largest limit that can be set, in satang. */
export const SHORTAGE_LIMIT_MAX: Satang = 10_000;

/** How many orders are proposed for a transfer. */
const PROPOSALS_MAX = 3;

/**
 * Why an order is proposed for a transfer. `reference`: the text has its reference. `nearReference`: one character of it
 * is changed, missing or added. `amount`: the amount is due. `nearAmount`: the amount differs by at most ฿20. `name`: the
 * text contains a name of the subscriber.
 */
export type FitReason = 'reference' | 'nearReference' | 'amount' | 'nearAmount' | 'name';

const WEIGHTS: Record<FitReason, number> = {
  reference: 8,
  nearReference: 6,
  amount: 4,
  name: 3,
  nearAmount: 2,
};

/** A transfer of a bank statement that is not booked. `reference`: its text. Amounts are in satang. */
export interface OpenTransfer {
  orderId: string | null;
  reference: string;
  amount: Satang;
  paidOn: Day;
}

/** An order with a payment link, which a transfer may pay. */
export interface Payable {
  orderId: string;
  reference: string;
  amount: Satang;
  createdAt: Date;
  expiresAt: Date;
  firstName: string | null;
  lastName: string | null;
}

export type Proposal<P extends Payable> = P & { why: FitReason[] };

/**
 * Returns the orders that a transfer probably pays, the most probable first, each with the reasons. An order without one
 * of the reasons of `mayConcern`, and without both name and time, is not proposed.
 */
export function proposalsFor<P extends Payable>(
  transfer: OpenTransfer,
  payables: readonly P[],
): Proposal<P>[] {
  return payables
    .map((payable) => ({ ...payable, why: reasonsFor(transfer, payable) }))
    .filter(({ why, ...payable }) => mayConcern(transfer, payable) || why.includes('name'))
    .map((proposal) => ({ proposal, weight: weightOf(proposal.why) }))
    .sort((a, b) => b.weight - a.weight || a.proposal.orderId.localeCompare(b.proposal.orderId))
    .slice(0, PROPOSALS_MAX)
    .map(({ proposal }) => proposal);
}

const weightOf = (why: readonly FitReason[]) => why.reduce((sum, one) => sum + WEIGHTS[one], 0);

function reasonsFor(transfer: OpenTransfer, payable: Payable): FitReason[] {
  const why: FitReason[] = [];
  if (transfer.orderId === payable.orderId) why.push('reference');
  else if (namesAlmost(transfer.reference, payable.reference)) why.push('nearReference');
  if (!isOfLinkTime(transfer.paidOn, payable)) return why;
  if (transfer.amount === payable.amount) why.push('amount');
  else if (mayConcern({ ...transfer, orderId: null, reference: '' }, payable)) why.push('nearAmount');
  const text = lettersOf(transfer.reference);
  if ([payable.firstName, payable.lastName].some((name) => isNamedIn(text, name))) why.push('name');
  return why;
}

const NAME_LENGTH_MIN = 3;
const lettersOf = (text: string) =>
  text
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^\p{L}\p{M}]/gu, '');

function isNamedIn(letters: string, name: string | null): boolean {
  const plain = lettersOf(name ?? '');
  return plain.length >= NAME_LENGTH_MIN && letters.includes(plain);
}

/** How a sum that arrived fits what is due. `difference`: what is missing or too much, in satang. */
export type Fit = { kind: 'exact' } | { kind: 'short' | 'over'; difference: Satang };

/** Returns how a sum fits what is due. @param sum what arrived; `due`: what the order costs, in satang */
export function fitOf(sum: Satang, due: Satang): Fit {
  if (sum === due) return { kind: 'exact' };
  return { kind: sum < due ? 'short' : 'over', difference: Math.abs(due - sum) };
}
