import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseDay } from './day';
import { canRequestTaxInvoice, isSameBuyer, isTaxId, type TaxInvoiceFacts } from './tax-invoice';

const checkDigit = (twelve: string) =>
  (11 - ([...twelve].reduce((sum, digit, at) => sum + Number(digit) * (13 - at), 0) % 11)) % 10;
const taxId = fc.stringMatching(/^\d{12}$/).map((twelve) => `${twelve}${checkDigit(twelve)}`);

describe('a tax id', () => {
  test.each(['0105566000001', '0107537000521', '0994000158378'])('%s is valid', (text) => {
    expect(isTaxId(text)).toBe(true);
  });

  test.each(['', '0105566000002', '010556600000', '01055660000010', '0105566-00001', '๐๑๐๕๕๖๖๐๐๐๐๐๑'])(
    '"%s" is not valid',
    (text) => expect(isTaxId(text)).toBe(false),
  );

  test('with one wrong digit is not valid, unless the check digit stays the same', () => {
    fc.assert(
      fc.property(taxId, fc.nat(12), fc.integer({ min: 1, max: 9 }), (valid, at, by) => {
        expect(isTaxId(valid)).toBe(true);
        const digits = [...valid].map(Number);
        const wrong = digits.map((digit, n) => (n === at ? (digit + by) % 10 : digit));
        const remainder = (all: number[]) =>
          all.slice(0, 12).reduce((sum, digit, n) => sum + digit * (13 - n), 0) % 11;
        // The remainders 0 and 10 have the same check digit, 1.
        const isAmbiguous = [remainder(digits), remainder(wrong)].every((rest) => rest === 0 || rest === 10);
        // The third digit has the weight 11.
        if (at !== 2 && (at === 12 || !isAmbiguous)) expect(isTaxId(wrong.join(''))).toBe(false);
      }),
    );
  });
});

describe('a tax invoice', () => {
  const FACTS: TaxInvoiceFacts = {
    isVatRegistered: true,
    paidOn: parseDay('2026-08-31'),
    total: 37_525,
    receiptVatId: '0105566000001',
    hasRefund: false,
  };
  const verdictOn = (day: string, changes: Partial<TaxInvoiceFacts> = {}) => {
    const verdict = canRequestTaxInvoice({ ...FACTS, ...changes }, { today: parseDay(day) });
    return verdict.allowed ? 'allowed' : verdict.code;
  };

  test('can be requested until six months after the payment', () => {
    expect(verdictOn('2026-08-31')).toBe('allowed');
    expect(verdictOn('2027-02-28')).toBe('allowed');
    expect(verdictOn('2027-03-01')).toBe('TAX_INVOICE_TOO_LATE');
  });

  test.each<[string, Partial<TaxInvoiceFacts>]>([
    ['while the seller is not registered for VAT', { isVatRegistered: false }],
    ['for an unpaid order', { paidOn: null }],
    ['for an order that cost nothing', { total: 0 }],
    ['for an order whose receipt is no abbreviated tax invoice', { receiptVatId: null }],
    ['for an order with a refund', { hasRefund: true }],
  ])('cannot be requested %s', (_when, changes) => {
    expect(verdictOn('2026-09-01', changes)).toBe('TAX_INVOICE_NOT_POSSIBLE');
    expect(verdictOn('2027-09-01', changes)).toBe('TAX_INVOICE_NOT_POSSIBLE');
  });
});

test('two buyers are the same only if name, address, tax id and branch are the same', () => {
  const buyer = { name: 'A', address: 'B', taxId: '0105566000001', branch: '00000' };
  expect(isSameBuyer(buyer, { ...buyer })).toBe(true);
  for (const change of [{ name: 'X' }, { address: 'X' }, { taxId: '0107537000521' }, { branch: null }])
    expect(isSameBuyer(buyer, { ...buyer, ...change })).toBe(false);
});
