import type { Day, Month } from './day';
import { roundHalfUpDiv, type Satang } from './money';
import { FREE_PRODUCT_POINTS } from './points';
import { subscriptionPrice } from './price';

/** The accounts of the journal, and their usual numbers in a Thai chart. A shop can change number and name. */
export const ACCOUNTS = {
  bank: '1120',
  gateway: '1131',
  inputVat: '1154',
  owed: '2131',
  points: '2133',
  outputVat: '2135',
  sales: '4100',
  returns: '4110',
  pointsGiven: '4120',
  fees: '5330',
} as const;
export type AccountKey = keyof typeof ACCOUNTS;

/** The number and name of each account; null for the usual name. */
export type Chart = Record<AccountKey, { code: string; name: string | null }>;

/** What an entry records. */
export type Occasion =
  | ('sale' | 'refund' | 'correction' | 'received' | 'returned' | 'fees' | 'lateFees' | 'payout')
  | ('pointsEarned' | 'pointsSpent' | 'pointsRevalued');

export interface JournalEntry {
  day: Day;
  occasion: Occasion;
  /** The number of the document, or the gateway's id. */
  reference: string;
  /** Debits are positive, credits negative. They sum to zero. */
  lines: { account: AccountKey; amount: Satang }[];
}

/** Where money came in or went out. */
export type Place = 'gateway' | 'bank';

const entry = (
  { day, reference }: { day: Day; reference: string },
  occasion: Occasion,
  lines: Partial<Record<AccountKey, Satang>>,
): JournalEntry => ({
  day,
  occasion,
  reference,
  lines: (Object.entries(lines) as [AccountKey, Satang][])
    .filter(([, amount]) => amount !== 0)
    .map(([account, amount]) => ({ account, amount })),
});

interface Booked {
  day: Day;
  reference: string;
  amount: Satang;
  vat: Satang;
  place: Place;
}

/** A paid order, by its receipt. */
export const saleEntry = (sale: Booked): JournalEntry =>
  entry(sale, 'sale', {
    [sale.place]: sale.amount,
    sales: sale.vat - sale.amount,
    outputVat: -sale.vat,
  });

/** A refund or a lost dispute, by its credit note; a debit note is the opposite. */
export const noteEntry = (note: Booked & { isCorrection: boolean }): JournalEntry => {
  const sign = note.isCorrection ? -1 : 1;
  return entry(note, note.isCorrection ? 'correction' : 'refund', {
    returns: sign * (note.amount - note.vat),
    outputVat: sign * note.vat,
    [note.place]: -sign * note.amount,
  });
};

/** A payment that no order could keep: it is owed to its payer until it is refunded. */
export const owedEntry = (money: Omit<Booked, 'vat'> & { isReturned: boolean }): JournalEntry => {
  const sign = money.isReturned ? -1 : 1;
  return entry(money, money.isReturned ? 'returned' : 'received', {
    [money.place]: sign * money.amount,
    owed: -sign * money.amount,
  });
};

/** The fees of the gateway: of a month's payments, or of a transfer. `isLate`: of a month that was closed before. */
export const feesEntry = (fees: {
  day: Day;
  reference: string;
  fee: Satang;
  vat: Satang;
  isLate?: boolean;
}): JournalEntry =>
  entry(fees, fees.isLate ? 'lateFees' : 'fees', {
    fees: fees.fee,
    inputVat: fees.vat,
    gateway: -fees.fee - fees.vat,
  });

/** A transfer of the gateway that is on the bank's statement. */
export const payoutEntry = (payout: { day: Day; reference: string; amount: Satang }): JournalEntry =>
  entry(payout, 'payout', { bank: payout.amount, gateway: -payout.amount });

/** Returns what the shop owes for points: packs at what a subscriber pays for the dearest product. */
export const pointsWorth = (points: number, listPrice: Satang): Satang =>
  roundHalfUpDiv(points * subscriptionPrice(listPrice), FREE_PRODUCT_POINTS);

/**
 * Returns the entries of a month's points. They change the liability from the worth of the points at the start to the
 * worth at the end, to the satang.
 * @param opening the points that were outstanding when the month began
 * @param price the list price of the dearest product, when the month began and when it ended
 */
export function pointsEntries(
  last: Day,
  opening: number,
  price: { before: Satang; after: Satang },
  days: readonly { day: Day; earned: number; spent: number }[],
): JournalEntry[] {
  let points = opening;
  const change = (day: Day, occasion: Occasion, delta: number, [from, to] = [price.before, price.before]) => {
    const worth = pointsWorth(points + delta, to) - pointsWorth(points, from);
    points += delta;
    return entry({ day, reference: day }, occasion, { pointsGiven: worth, points: -worth });
  };
  const moved = days.flatMap(({ day, earned, spent }) => [
    change(day, 'pointsEarned', earned),
    change(day, 'pointsSpent', -spent),
  ]);
  return [...moved, change(last, 'pointsRevalued', 0, [price.before, price.after])];
}

/** A journal entry with its number. */
export type NumberedEntry = JournalEntry & { number: string };

/**
 * Returns the entries of a day of a month, in the order of their references, each with its number.
 * @param before how many entries the days before have
 * @param isFinal false while the numbers can change: they are drafts
 */
export function numberEntries(
  month: Month,
  entries: readonly JournalEntry[],
  { before, isFinal }: { before: number; isFinal: boolean },
): NumberedEntry[] {
  return entries
    .filter(({ lines }) => lines.length > 0)
    .toSorted((a, b) => a.reference.localeCompare(b.reference))
    .map((one, at) => ({
      number: `${isFinal ? 'JV' : 'DRAFT'}-${month}-${String(before + at + 1).padStart(6, '0')}`,
      ...one,
    }));
}

/** The columns that a journal file can have. The last one, the amount with its sign, is not usual. */
export const JOURNAL_COLUMNS = [
  ...(['number', 'day', 'account', 'name', 'debit', 'credit', 'reference', 'text'] as const),
  'amount',
] as const;
/** A column of a journal file. `head`: null for the usual one. */
export interface JournalColumn {
  key: (typeof JOURNAL_COLUMNS)[number];
  head: string | null;
}
/** The columns of a shop that has chosen none. */
export const USUAL_COLUMNS: readonly JournalColumn[] = JOURNAL_COLUMNS.filter((key) => key !== 'amount').map(
  (key) => ({ key, head: null }),
);
