import { expect, test } from 'vitest';
import { parseDay, type Month } from './day';
import { feesEntry, noteEntry, numberEntries, owedEntry, payoutEntry, saleEntry } from './journal';

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

test('entries are numbered by day without gaps; one without an amount has no number', () => {
  const entries = [
    payoutEntry({ day: parseDay('2026-11-30'), reference: 'b', amount: 1 }),
    saleEntry({ ...booked, amount: 0, vat: 0 }),
    ENTRIES.sale,
  ];
  expect(
    numberEntries('2026-11' as Month, entries).map(({ number, reference }) => [number, reference]),
  ).toEqual([
    ['JV-2026-11-000001', 'R-2026-000001'],
    ['JV-2026-11-000002', 'b'],
  ]);
});
