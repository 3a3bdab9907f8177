import { describe, expect, test } from 'vitest';
import { parseDay, type Month } from './day';
import {
  feesEntry,
  noteEntry,
  numberEntries,
  owedEntry,
  payoutEntry,
  pointsEntries,
  pointsWorth,
  saleEntry,
} from './journal';

const day = parseDay('2026-11-20');
const booked = { day, reference: 'R-2026-000001', amount: 37_525, vat: 2_455, place: 'gateway' as const };

const ENTRIES = {
  sale: saleEntry(booked),
  'sale at the bank': saleEntry({ ...booked, place: 'bank' }),
  refund: noteEntry({ ...booked, isCorrection: false }),
  correction: noteEntry({ ...booked, isCorrection: true }),
  'owed payment': owedEntry({ ...booked, isReturned: false }),
  'its refund': owedEntry({ ...booked, isReturned: true }),
  fees: feesEntry({ day, reference: '2026-11', fee: 3_650, vat: 256 }),
  payout: payoutEntry({ day, reference: 'trsf_1', amount: 93_094 }),
};

test.each(Object.entries(ENTRIES))('the debits and credits of an entry are equal: %s', (_name, { lines }) => {
  expect(lines.length).toBeGreaterThan(1);
  expect(lines.reduce((sum, { amount }) => sum + amount, 0)).toBe(0);
});

test('a sale is a claim on the gateway, and a refund takes sale and VAT back', () => {
  expect(ENTRIES.sale.lines).toEqual([
    { account: 'gateway', amount: 37_525 },
    { account: 'sales', amount: -35_070 },
    { account: 'outputVat', amount: -2_455 },
  ]);
  expect(ENTRIES.refund.lines).toEqual([
    { account: 'returns', amount: 35_070 },
    { account: 'outputVat', amount: 2_455 },
    { account: 'gateway', amount: -37_525 },
  ]);
});

test('the entries of a day are numbered after those before, without gaps; one without an amount has no number', () => {
  const entries = [
    payoutEntry({ day: booked.day, reference: 'trsf', amount: 1 }),
    saleEntry({ ...booked, amount: 0, vat: 0 }),
    ENTRIES.sale,
  ];
  const numbersOf = (isFinal: boolean) =>
    numberEntries('2026-11' as Month, entries, { before: 4, isFinal }).map(({ number, reference }) => [
      number,
      reference,
    ]);
  expect(numbersOf(true)).toEqual([
    ['JV-2026-11-000005', 'R-2026-000001'],
    ['JV-2026-11-000006', 'trsf'],
  ]);
  expect(numbersOf(false)[0]).toEqual(['DRAFT-2026-11-000005', 'R-2026-000001']);
});

describe('points', () => {
  const last = parseDay('2026-11-30');
  const days = Array.from({ length: 29 }, (_, at) => ({
    day: parseDay(`2026-11-${String(at + 1).padStart(2, '0')}`),
    earned: (at * 37) % 101,
    spent: at % 3 === 0 ? 0 : (at * 13) % 31,
  }));
  const outstanding = (opening: number) =>
    days.reduce((points, { earned, spent }) => points + earned - spent, opening);

  test.each([
    [0, 18_900, 18_900],
    [1_234, 18_900, 19_999],
    [7, 19_999, 101],
  ])('are owed at the end of a month for what they are worth then (%i, %i, %i)', (opening, before, after) => {
    const lines = pointsEntries(last, opening, { before, after }, days).flatMap((one) => one.lines);
    const owed = lines.reduce((sum, line) => sum - (line.account === 'points' ? line.amount : 0), 0);
    expect(pointsWorth(opening, before) + owed).toBe(pointsWorth(outstanding(opening), after));
    expect(lines.reduce((sum, { amount }) => sum + amount, 0)).toBe(0);
  });

  test('are worth a pack per 150, at what a subscriber pays for it, and are released when they are spent', () => {
    const price = { before: 20_000, after: 20_000 };
    expect(
      pointsEntries(last, 150, price, [{ day, earned: 15, spent: 165 }]).map(({ occasion, lines }) => [
        occasion,
        lines,
      ]),
    ).toEqual([
      ['pointsEarned', points(1_500)],
      ['pointsSpent', points(-16_500)],
      ['pointsRevalued', []],
    ]);
  });
  const points = (amount: number) => [
    { account: 'pointsGiven', amount },
    { account: 'points', amount: -amount },
  ];
});
