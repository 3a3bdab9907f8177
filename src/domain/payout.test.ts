import { describe, expect, test } from 'vitest';
import { parseDay } from './day';
import {
  compareMovement,
  comparePayout,
  compareReceipt,
  feeOf,
  feeVatOf,
  matchLines,
  missingAtGateway,
  type Difference,
  type Movement,
  type Payout,
  type UnbookedLine,
} from './payout';

const AT = new Date('2026-12-01T02:00:00Z');
const LATER = new Date('2026-12-31T02:00:00Z');

const capture = (over: Partial<Movement> = {}, charge: Partial<NonNullable<Movement['charge']>> = {}) =>
  compareMovement({
    id: 'trxn_1',
    origin: 'chrg_1',
    amount: 96_094,
    at: AT,
    isRepeated: false,
    ours: 100_000,
    isWon: false,
    charge: { gross: 100_000, fee: 3_650, vat: 256, net: 96_094, rate: '3.65', ...charge },
    ...over,
  });
const move = (origin: string, amount: number, over: Partial<Movement> = {}) =>
  compareMovement({
    id: 'trxn_2',
    origin,
    amount,
    at: AT,
    isRepeated: false,
    ours: 500,
    isWon: false,
    charge: null,
    ...over,
  });

const payout: Payout = {
  id: 'trsf_1',
  amount: 1_000_000,
  fee: 2_804,
  vat: 196,
  net: 997_000,
  createdAt: AT,
  paidAt: AT,
  isFailed: false,
  debitedAt: AT,
  returnedAt: null,
  line: { amount: 997_000, paidOn: parseDay('2026-12-01') },
};
const transfer = (over: Partial<Payout>) => comparePayout({ ...payout, ...over }, LATER);

const FEES = { charges: 10_000, transfers: 2_804, vat: 896 };
const receipt = (over: Partial<Parameters<typeof compareReceipt>[0]>) =>
  compareReceipt(
    {
      id: 'rcpt_1',
      issuedOn: parseDay('2027-01-01'),
      chargeFee: 10_000,
      transferFee: 2_804,
      subtotal: 12_804,
      vat: 896,
      wht: 0,
      total: 13_700,
      ...over,
    },
    FEES,
  );

test('finds nothing where ledger, gateway and bank agree', () => {
  expect(capture()).toEqual([]);
  for (const origin of ['rfnd_1', 'dspt_1', 'chrg_1', 'trsf_1']) expect(move(origin, -500)).toEqual([]);
  expect(move('dspt_1', 500, { isWon: true })).toEqual([]);
  expect(move('trsf_1', 500)).toEqual([]);
  expect(transfer({})).toEqual([]);
  expect(receipt({})).toEqual([]);
});

const missing = (about: 'charge' | 'refund' | 'dispute' | 'disputeWon') => [
  missingAtGateway({ about, subject: 'x', amount: 1, at: AT }),
];
const repeated = { isRepeated: true };

/** What a planted error of one satang is called, and what the month's equation is off by. */
const PLANTED: [kind: string, effect: number, found: () => Difference[]][] = [
  ['charge.amount', 1, () => capture({ ours: 100_001 })],
  ['charge.net', 1, () => capture({ amount: 96_093 }, { net: 96_093 })],
  ['charge.fee', 0, () => capture({ amount: 96_093 }, { fee: 3_651, net: 96_093 })],
  ['charge.vat', 0, () => capture({ amount: 96_093 }, { vat: 257, net: 96_093 })],
  ['charge.credited', 1, () => capture({ amount: 96_093 })],
  ['charge.missing', 1, () => missing('charge')],
  [
    'charge.unknown',
    -1,
    () => capture({ ours: null, amount: 1 }, { gross: 1, fee: 0, vat: 0, net: 1, rate: null }),
  ],
  ['charge.twice', -1, () => capture({ ...repeated, amount: 1 })],
  ['refund.amount', 1, () => move('rfnd_1', -501)],
  ['refund.missing', -1, () => missing('refund')],
  ['refund.unknown', 1, () => move('rfnd_1', -1, { ours: null })],
  ['refund.twice', 1, () => move('rfnd_1', -1, repeated)],
  ['dispute.amount', -1, () => move('dspt_1', -499)],
  ['dispute.missing', -1, () => missing('dispute')],
  ['dispute.unknown', 1, () => move('dspt_1', -1, { ours: null })],
  ['dispute.twice', 1, () => move('chrg_1', -1, repeated)],
  ['disputeWon.amount', 1, () => move('dspt_1', 499, { isWon: true })],
  ['disputeWon.missing', 1, () => missing('disputeWon')],
  ['disputeWon.unknown', -1, () => move('dspt_1', 1, { ours: null })],
  ['disputeWon.early', -1, () => move('dspt_1', 1)],
  ['disputeWon.twice', -1, () => move('dspt_1', 1, repeated)],
  ['transfer.debited', 1, () => move('trsf_1', -501)],
  ['transfer.returned', 1, () => move('trsf_1', 499)],
  ['transfer.unknown', 1, () => move('trsf_1', -1, { ours: null })],
  ['transfer.twice', 1, () => move('trsf_1', -1, repeated)],
  ['transfer.net', 0, () => transfer({ net: 996_999 })],
  [
    'transfer.fee',
    0,
    () => transfer({ fee: 2_805, net: 996_999, line: { amount: 996_999, paidOn: payout.line!.paidOn } }),
  ],
  [
    'transfer.vat',
    0,
    () => transfer({ vat: 197, net: 996_999, line: { amount: 996_999, paidOn: payout.line!.paidOn } }),
  ],
  ['transfer.missing', 0, () => transfer({ debitedAt: null, line: null, amount: 3_001, net: 1 })],
  ['transfer.failed', 0, () => transfer({ isFailed: true, line: null, amount: 3_001, net: 1 })],
  ['bank.amount', 1, () => transfer({ line: { amount: 996_999, paidOn: payout.line!.paidOn } })],
  ['bank.missing', 0, () => transfer({ line: null, amount: 3_001, net: 1 })],
  ['receipt.chargeFee', 0, () => receipt({ chargeFee: 10_001 })],
  ['receipt.transferFee', 0, () => receipt({ transferFee: 2_805 })],
  ['receipt.vat', 0, () => receipt({ vat: 897, total: 13_701 })],
  ['receipt.total', 0, () => receipt({ total: 13_701 })],
  ['other.unknown', -1, () => move('adjustment', 1)],
];

describe('an error of one satang', () => {
  test.each(PLANTED)('is found and named %s', (kind, effect, found) => {
    const [first, ...rest] = found();
    expect([first?.kind, first?.effect, rest]).toEqual([kind, effect, []]);
    expect(Math.abs((first?.actual ?? 0) - (first?.expected ?? 0))).toBe(1);
    expect(first?.month).toBe('2026-12');
  });
});

test('a fee is rounded half up, and its VAT is that of the rounded fee', () => {
  expect([feeOf(100_000, '3.65'), feeVatOf(3_650)]).toEqual([3_650, 256]);
  expect([feeOf(5_000, '3.65'), feeVatOf(183)]).toEqual([183, 13]);
  expect(feeOf(43_900, '1.65')).toBe(724);
});

describe('a transfer and its line of the statement', () => {
  const waiting = { ...payout, line: null };
  const line = (id: string, over: Partial<UnbookedLine> = {}): UnbookedLine => ({
    id,
    amount: 997_000,
    paidOn: parseDay('2026-12-01'),
    text: 'transfer',
    ...over,
  });
  const matched = (lines: UnbookedLine[], payouts: Payout[] = [waiting]) => [...matchLines(payouts, lines)];

  test('have the same amount; of two such lines that which names the gateway', () => {
    expect(matched([line('a'), line('b', { text: 'OMISE CO LTD' })])).toEqual([['trsf_1', 'b']]);
  });

  test('differ a little only if the line names the gateway', () => {
    expect(matched([line('a', { amount: 996_999 })])).toEqual([]);
    expect(matched([line('a', { amount: 996_999, text: 'Opn' })])).toEqual([['trsf_1', 'a']]);
    expect(matched([line('a', { amount: 995_999, text: 'Opn' })])).toEqual([]);
  });

  test('are never of a day before the transfer, or more than four days after it', () => {
    for (const day of ['2026-11-30', '2026-12-06'])
      expect(matched([line('a', { paidOn: parseDay(day) })])).toEqual([]);
  });

  test('are one to one, and none is for a transfer that failed or did not leave the balance', () => {
    expect(matched([line('a')], [waiting, { ...waiting, id: 'trsf_2' }])).toEqual([['trsf_1', 'a']]);
    expect(matched([line('a')], [{ ...waiting, isFailed: true }])).toEqual([]);
    expect(matched([line('a')], [{ ...waiting, debitedAt: null }])).toEqual([]);
  });
});
