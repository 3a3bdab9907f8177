import { describe, expect, test } from 'vitest';
import { parseDay } from './day';
import { fitOf, proposalsFor, type OpenTransfer, type Payable } from './transfer-fit';

const payable = (orderId: string, more: Partial<Payable> = {}): Payable => ({
  orderId,
  reference: '7KQ2M4XB',
  amount: 34275,
  createdAt: new Date('2027-01-03T11:00:00Z'),
  expiresAt: new Date('2027-01-08T17:00:00Z'),
  firstName: 'วนิดา',
  lastName: 'ใจดี',
  ...more,
});
const transfer = (more: Partial<OpenTransfer> = {}): OpenTransfer => ({
  orderId: null,
  reference: '',
  amount: 34275,
  paidOn: parseDay('2027-01-03'),
  ...more,
});
const why = (of: OpenTransfer, ...payables: Payable[]) =>
  proposalsFor(of, payables).map((one) => `${one.orderId}: ${one.why.join(' ')}`);

describe('orders proposed for a transfer', () => {
  test.each([
    ['one wrong letter of the reference', { reference: '7KQ2M4X8', amount: 100 }, 'ord_1: nearReference'],
    ['a missing letter', { reference: 'IRA 7KQ2-M4B' }, 'ord_1: nearReference amount'],
    ['an amount within ฿20', { amount: 33775 }, 'ord_1: nearAmount'],
    ['a name with a title and another amount', { reference: 'นางสาววนิดา จ.', amount: 100 }, 'ord_1: name'],
    ['all of it', { reference: 'น.ส.วนิดา ใจดี 7KQ2M4X8' }, 'ord_1: nearReference amount name'],
    ['the order that it names', { orderId: 'ord_1', amount: 30000 }, 'ord_1: reference'],
  ])('are found by %s', (_, more, expected) => {
    expect(why(transfer(more), payable('ord_1'))).toEqual([expected]);
  });

  test.each([
    ['another amount and no name', { amount: 30000 }],
    ['the amount after the link has ended', { paidOn: parseDay('2027-01-12') }],
    ['the name before the link was made', { reference: 'วนิดา', amount: 100, paidOn: parseDay('2027-01-02') }],
    ['two wrong letters', { reference: '7KQ2M498', amount: 100 }],
  ])('do not include one with %s', (_, more) => {
    expect(why(transfer(more), payable('ord_1'))).toEqual([]);
  });

  test('begin with the most probable one, and are three at most', () => {
    const payables = [
      payable('ord_1', { firstName: 'กัญญา', lastName: 'ร' }),
      payable('ord_2', { amount: 34775, firstName: 'กัญญา', lastName: 'ร' }),
      payable('ord_3', { firstName: 'KANYA' }),
      payable('ord_4', { firstName: 'Kanyarat', amount: 34000 }),
    ];
    expect(why(transfer({ reference: 'KANYA R, Bangkok Bank' }), ...payables)).toEqual([
      'ord_3: amount name',
      'ord_1: amount',
      'ord_2: nearAmount',
    ]);
  });

  test('ignore names that are too short to mean anything', () => {
    expect(
      why(transfer({ reference: 'Jo A', amount: 100 }), payable('ord_1', { firstName: 'Jo', lastName: 'A' })),
    ).toEqual([]);
  });
});

test.each([
  [34275, { kind: 'exact' }],
  [34274, { kind: 'short', difference: 1 }],
  [34276, { kind: 'over', difference: 1 }],
] as const)('a sum of %i satang for 34275 is %o', (sum, fit) => {
  expect(fitOf(sum, 34275)).toEqual(fit);
});
