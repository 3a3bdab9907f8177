import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseDay } from './day';
import { creditAmounts, debitAmounts, documentNumber, missingNumbers, readDocumentNumber } from './document';
import { containedVat } from './price';

describe('a document number', () => {
  const day = parseDay('2026-11-21');

  test.each([
    ['receipt', 123, 'R-2026-000123'],
    ['credit_note', 4, 'C-2026-000004'],
    ['debit_note', 2, 'D-2026-000002'],
    ['tax_invoice', 1, 'T-2026-000001'],
    ['receipt', 1_234_567, 'R-2026-1234567'],
  ] as const)('of %s %i is %s, and parses to the same document', (kind, number, text) => {
    expect(documentNumber({ kind, number, issuedOn: day })).toBe(text);
    expect(readDocumentNumber(text)).toEqual({ kind, number });
  });

  test.each([
    '',
    'R-2026-12',
    'X-2026-000123',
    'R-2026-000123.pdf',
    'r-2026-000123',
    'R-26-000123',
    'R-2026-00012a',
    'R-2026-9999999999',
  ])('cannot be parsed from other texts: %s', (text) => expect(readDocumentNumber(text)).toBeNull());
});

describe('a credit note', () => {
  test('for the whole amount contains the VAT of the whole amount', () => {
    expect(creditAmounts(37525, 0, 37525)).toEqual({ before: 37525, after: 0, vat: 2455, net: 35070 });
  });

  test('for a part states the amounts before and after', () => {
    expect(creditAmounts(37525, 10000, 5000)).toEqual({ before: 27525, after: 22525, vat: 327, net: 4673 });
  });

  test('and the others of the same receipt contain exactly its VAT, however the money was refunded', () => {
    const parts = fc.array(fc.integer({ min: 1, max: 100_000 }), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(parts, (refunds) => {
        const paid = refunds.reduce((sum, part) => sum + part, 0);
        let earlier = 0;
        let vat = 0;
        for (const refund of refunds) {
          const note = creditAmounts(paid, earlier, refund);
          expect(note.vat).toBeGreaterThanOrEqual(0);
          expect([note.vat + note.net, note.before - note.after]).toEqual([refund, refund]);
          earlier += refund;
          vat += note.vat;
        }
        expect(vat).toBe(containedVat(paid));
      }),
    );
  });
});

test('credit and debit notes of one receipt contain the VAT of what is refunded in the end', () => {
  const parts = fc.array(fc.integer({ min: 1, max: 100_000 }), { minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(parts, fc.nat(11), (refunds, at) => {
      const paid = refunds.reduce((sum, part) => sum + part, 0) + 1;
      const corrected = refunds[at % refunds.length] ?? 0;
      let earlier = 0;
      let vat = 0;
      for (const refund of refunds) {
        vat += creditAmounts(paid, earlier, refund).vat;
        earlier += refund;
      }
      const note = debitAmounts(paid, earlier, corrected);
      expect([note.vat + note.net, note.after - note.before]).toEqual([corrected, corrected]);
      const last = creditAmounts(paid, earlier - corrected, corrected + 1);
      expect(vat - note.vat + last.vat).toBe(containedVat(paid));
    }),
  );
});

test('a number that is missing between two documents of a kind is found, and none at the ends', () => {
  const receipt = (number: number) => ({ kind: 'receipt', number }) as const;
  expect(missingNumbers([receipt(3), receipt(4), receipt(7), { kind: 'tax_invoice', number: 9 }])).toEqual([
    receipt(5),
    receipt(6),
  ]);
  expect(missingNumbers([])).toEqual([]);
});
