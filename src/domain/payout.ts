import {
  addDays,
  dayOf,
  daysBetween,
  maxDay,
  monthOf,
  parseDay,
  startOfDay,
  type Day,
  type Month,
} from './day';
import { DAY_MS } from './duration';
import { roundHalfUpDiv, type Satang } from './money';

/** What can differ between the ledger, the gateway and the bank: what it is about, and how. */
export type DifferenceKind =
  | `charge.${'amount' | 'net' | 'fee' | 'vat' | 'credited' | 'missing' | 'unknown' | 'twice'}`
  | `refund.${'amount' | 'missing' | 'unknown' | 'twice'}`
  | `dispute.${'amount' | 'missing' | 'unknown' | 'twice'}`
  | `disputeWon.${'amount' | 'missing' | 'unknown' | 'early' | 'twice'}`
  | `transfer.${'debited' | 'net' | 'fee' | 'vat' | 'missing' | 'unknown' | 'twice' | 'failed' | 'returned'}`
  | `bank.${'amount' | 'missing'}`
  | `receipt.${'chargeFee' | 'transferFee' | 'vat' | 'total' | 'missing'}`
  | 'balance.total'
  | 'other.unknown'
  | 'closed.changed';

export interface Difference {
  kind: DifferenceKind;
  /** The gateway's id of what differs, or the month. */
  subject: string;
  month: Month;
  since: Date;
  actual: Satang;
  expected: Satang;
  /** What the left side of the month's equation exceeds the right one by, because of it. */
  effect: Satang;
}

/** The sums of a month. All are positive, except what is on the way if the balance is negative. */
export interface MonthFigures {
  opening: Satang;
  gross: Satang;
  fees: Satang;
  vat: Satang;
  refunds: Satang;
  disputes: Satang;
  won: Satang;
  transferFees: Satang;
  bank: Satang;
  closing: Satang;
  /** Transfers of subscribers to the bank account. They are not part of the equation. */
  direct: Satang;
}

/** Returns what the left side of the month's equation exceeds the right one by; the month's differences explain it. */
export const gapOf = (f: MonthFigures): Satang =>
  f.opening + f.gross - f.fees - f.vat - f.refunds - f.disputes + f.won - f.transferFees - f.bank - f.closing;

/** What is not found after a day is missing. */
export const MISSING_AFTER_MS = DAY_MS;
/** The fee of a transfer below ฿2,000,000, without VAT (Omise, Thailand). */
const TRANSFER_FEE = 28_04;
const TRANSFER_FEE_BELOW = 2_000_000_00;
/** The bank days in which a transfer arrives, counted generously in days. */
const ARRIVES_WITHIN_DAYS = 4;
/** How far an amount on the statement may be from a transfer that it names. */
const NEAR = 10_00;

/** Returns a fee in satang, rounded half up. @param rate percent with at most two decimals, such as '3.65' */
export const feeOf = (amount: Satang, rate: string): Satang =>
  roundHalfUpDiv(amount * Math.round(Number(rate) * 100), 10_000);
/** Returns the VAT on a fee: seven percent of the rounded fee, rounded half up. */
export const feeVatOf = (fee: Satang): Satang => roundHalfUpDiv(fee * 7, 100);

/** A change of the balance, with what the ledger has for its origin. */
export interface Movement {
  id: string;
  origin: string;
  /** Negative for a debit. */
  amount: Satang;
  at: Date;
  /** Whether an earlier change has the same origin and direction. */
  isRepeated: boolean;
  /** What the charge of a capture says; null for other changes. */
  charge: { gross: Satang; fee: Satang; vat: Satang; net: Satang; rate: string | null } | null;
  /** The amount in the ledger: of the payment, the refund, the dispute; for a transfer that of the gateway's list. */
  ours: Satang | null;
  /** Whether the ledger has the dispute as won. */
  isWon: boolean;
}

const aboutOf = ({ origin, amount }: Movement) => {
  switch (origin.split('_')[0] ?? '') {
    case 'chrg':
      return amount < 0 ? 'dispute' : 'charge';
    case 'rfnd':
      return 'refund';
    case 'dspt':
      return amount < 0 ? 'dispute' : 'disputeWon';
    case 'trsf':
      return 'transfer';
    default:
      return 'other';
  }
};

/** Compares a change of the balance with the ledger. */
export function compareMovement(movement: Movement): Difference[] {
  const { origin, amount, at, isRepeated, ours } = movement;
  const about = aboutOf(movement);
  const found = (kind: DifferenceKind, actual: Satang, expected: Satang, effect: Satang): Difference[] =>
    actual === expected && effect === 0
      ? []
      : [{ kind, subject: origin, month: monthOf(dayOf(at)), since: at, actual, expected, effect }];
  const moved = Math.abs(amount);
  if (about === 'other') return found('other.unknown', amount, 0, -amount);
  if (isRepeated) return found(`${about}.twice`, moved, 0, -amount);
  if (about === 'charge') return compareCapture(movement, found);
  if (about === 'transfer') {
    if (ours === null) return found('transfer.unknown', moved, 0, -amount);
    return found(
      amount < 0 ? 'transfer.debited' : 'transfer.returned',
      moved,
      ours,
      amount < 0 ? moved - ours : ours - moved,
    );
  }
  if (ours === null) return found(`${about}.unknown`, moved, 0, -amount);
  if (about === 'disputeWon')
    return movement.isWon
      ? found('disputeWon.amount', moved, ours, ours - moved)
      : found('disputeWon.early', moved, 0, -moved);
  return found(`${about}.amount`, moved, ours, moved - ours);
}

function compareCapture(
  { amount, charge, ours }: Movement,
  found: (kind: DifferenceKind, actual: Satang, expected: Satang, effect: Satang) => Difference[],
): Difference[] {
  const { gross, fee, vat, net, rate } = charge ?? {
    gross: amount,
    fee: 0,
    vat: 0,
    net: amount,
    rate: null,
  };
  return [
    ...(ours === null
      ? found('charge.unknown', gross, 0, -gross)
      : found('charge.amount', gross, ours, ours - gross)),
    ...found('charge.net', net, gross - fee - vat, gross - fee - vat - net),
    ...found('charge.credited', amount, net, net - amount),
    ...(rate === null ? [] : found('charge.fee', fee, feeOf(gross, rate), 0)),
    ...found('charge.vat', vat, feeVatOf(fee), 0),
  ];
}

/** What the ledger has and the gateway's transactions do not. */
export interface Untraced {
  about: 'charge' | 'refund' | 'dispute' | 'disputeWon';
  subject: string;
  amount: Satang;
  at: Date;
}

/** Returns the difference for what no transaction of the gateway has. It counts in the month of the ledger. */
export const missingAtGateway = ({ about, subject, amount, at }: Untraced): Difference => ({
  kind: `${about}.missing`,
  subject,
  month: monthOf(dayOf(at)),
  since: at,
  actual: 0,
  expected: amount,
  effect: about === 'charge' || about === 'disputeWon' ? amount : -amount,
});

/** A transfer to the bank account. */
export interface Payout {
  id: string;
  amount: Satang;
  fee: Satang;
  vat: Satang;
  net: Satang;
  createdAt: Date;
  paidAt: Date | null;
  isFailed: boolean;
  /** When its amount left the balance, and when it came back; null before. */
  debitedAt: Date | null;
  returnedAt: Date | null;
  /** Its line of the bank's statement. */
  line: { amount: Satang; paidOn: Day } | null;
}

/** Returns what a transfer brings to the bank account, by its amount and fees. */
const arrivalOf = ({ amount, fee, vat }: Payout): Satang => amount - fee - vat;

/** Compares a transfer with itself, with its transactions and with its line of the statement. */
export function comparePayout(payout: Payout, now: Date): Difference[] {
  const { id: subject, amount, fee, vat, net, createdAt, debitedAt, line } = payout;
  const since = debitedAt ?? createdAt;
  const differ = (kind: DifferenceKind, actual: Satang, expected: Satang): Difference[] =>
    actual === expected
      ? []
      : [{ kind, subject, since, month: monthOf(dayOf(since)), actual, expected, effect: 0 }];
  const [arrival, late] = [arrivalOf(payout), overdueOf(payout, now)];
  return [
    ...differ('transfer.net', net, arrival),
    ...(amount < TRANSFER_FEE_BELOW ? differ('transfer.fee', fee, TRANSFER_FEE) : []),
    ...differ('transfer.vat', vat, feeVatOf(fee)),
    ...(line && debitedAt
      ? differ('bank.amount', line.amount, arrival).map((one) => ({
          ...one,
          month: monthOf(maxDay(line.paidOn, dayOf(debitedAt))),
          effect: arrival - line.amount,
        }))
      : late === null
        ? []
        : differ(late, 0, arrival)),
  ];
}

/** Returns what did not happen to a transfer in time. */
function overdueOf(payout: Payout, now: Date): DifferenceKind | null {
  const { createdAt, paidAt, debitedAt, returnedAt, isFailed } = payout;
  const isOlder = (since: Date, days: number) => now.getTime() - since.getTime() > days * DAY_MS;
  if (debitedAt === null) return isOlder(createdAt, 1) ? 'transfer.missing' : null;
  if (returnedAt) return null;
  if (isFailed) return isOlder(debitedAt, 1) ? 'transfer.failed' : null;
  return isOlder(paidAt ?? debitedAt, ARRIVES_WITHIN_DAYS) ? 'bank.missing' : null;
}

/** A line of the bank's statement that is not booked. */
export interface UnbookedLine {
  id: string;
  amount: Satang;
  paidOn: Day;
  text: string;
}

const namesGateway = ({ text }: UnbookedLine) => /\b(omise|opn)\b/i.test(text);

/**
 * Returns the line of the statement of each transfer: of the same amount from the day of the transfer on, the earliest
 * first. A line that names the gateway may differ a little. No line is used twice.
 */
export function matchLines(payouts: readonly Payout[], lines: readonly UnbookedLine[]): Map<string, string> {
  const found = new Map<string, string>();
  const free = new Set(lines);
  const waiting = payouts
    .filter(({ line, isFailed, debitedAt, returnedAt }) => !line && !isFailed && debitedAt && !returnedAt)
    .toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime() || a.id.localeCompare(b.id));
  const take = (
    payout: Payout,
    fits: (line: UnbookedLine) => boolean,
    rank: (line: UnbookedLine) => number,
  ) => {
    const sent = dayOf(payout.createdAt);
    const last = addDays(payout.paidAt ? dayOf(payout.paidAt) : sent, ARRIVES_WITHIN_DAYS);
    const [best] = [...free]
      .filter((line) => line.paidOn >= sent && line.paidOn <= last && fits(line))
      .toSorted((a, b) => rank(a) - rank(b) || a.paidOn.localeCompare(b.paidOn) || a.id.localeCompare(b.id));
    if (!best) return;
    free.delete(best);
    found.set(payout.id, best.id);
  };
  const daysOff = (payout: Payout, line: UnbookedLine) =>
    Math.abs(daysBetween(dayOf(payout.paidAt ?? payout.createdAt), line.paidOn));
  for (const payout of waiting)
    take(
      payout,
      ({ amount }) => amount === payout.net || amount === arrivalOf(payout),
      (line) => daysOff(payout, line) + (namesGateway(line) ? 0 : 100),
    );
  for (const payout of waiting.filter(({ id }) => !found.has(id)))
    take(
      payout,
      (line) => namesGateway(line) && Math.abs(line.amount - payout.net) <= NEAR,
      (line) => Math.abs(line.amount - payout.net),
    );
  return found;
}

export interface Receipt {
  id: string;
  issuedOn: Day;
  chargeFee: Satang;
  transferFee: Satang;
  subtotal: Satang;
  vat: Satang;
  wht: Satang;
  total: Satang;
}

/** Returns the month whose fees a receipt of the gateway has: the one before its day. */
export const monthOfReceipt = ({ issuedOn }: Pick<Receipt, 'issuedOn'>): Month =>
  monthOf(addDays(parseDay(`${monthOf(issuedOn)}-01`), -1));

/** Compares the gateway's tax invoice with the fees of its month. */
export function compareReceipt(
  receipt: Receipt,
  fees: { charges: Satang; transfers: Satang; vat: Satang },
): Difference[] {
  const { id: subject, subtotal, vat, wht, total } = receipt;
  const of = { subject, month: monthOfReceipt(receipt), since: startOfDay(receipt.issuedOn) };
  const pairs: [DifferenceKind, Satang, Satang][] = [
    ['receipt.chargeFee', receipt.chargeFee, fees.charges],
    ['receipt.transferFee', receipt.transferFee, fees.transfers],
    ['receipt.vat', vat, fees.vat],
    ['receipt.total', total, subtotal + vat - wht],
  ];
  return pairs.flatMap(([kind, actual, expected]) =>
    actual === expected ? [] : [{ kind, ...of, actual, expected, effect: 0 }],
  );
}
