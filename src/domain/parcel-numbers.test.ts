import { expect, test } from 'vitest';
import { checkNumbers, type NumberedParcel, type NumberLine } from './parcel-numbers';
import { packsToTake } from './parcel-papers';

const parcel = (orderNumber: number, more: Partial<NumberedParcel> = {}): NumberedParcel => ({
  orderId: `ord_${orderNumber}`,
  orderNumber,
  status: 'preparing',
  isHeld: false,
  isDisputed: false,
  isOwed: true,
  ...more,
});
const line = (
  at: number,
  order: number | null,
  trackingNumber = `TH01428830${at}0A1`,
  courier = 'Flash',
): NumberLine => ({
  at,
  order,
  courier,
  trackingNumber,
});
const faults = (lines: NumberLine[], parcels: NumberedParcel[]) =>
  checkNumbers(lines, parcels).map(({ fault }) => fault);

test.each([
  ['without a fault', line(1, 10_385), parcel(10_385), null],
  ['without a number', line(1, 10_385, ''), parcel(10_385), 'incomplete'],
  ['of an unknown order', line(1, 10_386), parcel(10_385), 'noParcel'],
  ['with a number that a spreadsheet changed', line(1, 10_385, '8.85012E+12'), parcel(10_385), 'spoiled'],
  ['with a number of another courier', line(1, 10_385, 'EB123456789TH'), parcel(10_385), 'otherForm'],
  ['of a refunded order', line(1, 10_385), parcel(10_385, { isOwed: false }), 'cancelled'],
  ['of a box that was sent', line(1, 10_385), parcel(10_385, { status: 'shipped' }), 'sent'],
  ['of a disputed payment', line(1, 10_385), parcel(10_385, { isDisputed: true }), 'disputed'],
  ['of a box that fulfilment has', line(1, 10_385), parcel(10_385, { isHeld: true }), 'held'],
  ['of a courier that is not known, with any number', line(1, 10_385, 'X1', 'By bike'), parcel(10_385), null],
])('checks a line %s before anything happens', (_name, one, known, kind) => {
  expect(faults([one], [known])).toEqual([kind && { kind }]);
});

test('names the line with the same order or the same number, and keeps the first', () => {
  const lines = [line(1, 10_385), line(2, 10_385), line(3, 10_386, line(1, 1).trackingNumber)];
  expect(faults(lines, [parcel(10_385), parcel(10_386)])).toEqual([
    null,
    { kind: 'sameOrder', other: 1 },
    { kind: 'sameNumber', other: 1 },
  ]);
});

test('counts a starter pack as what is in it', () => {
  const contents = [
    { productCode: 'day', quantity: 2 },
    { productCode: 'night', quantity: 1 },
  ];
  const items = [
    { productCode: 'starter', quantity: 2 },
    { productCode: 'day', quantity: 1 },
  ];
  const packs = packsToTake(items, (code) => (code === 'starter' ? contents : []));
  expect([...packs]).toEqual([
    ['day', 5],
    ['night', 2],
  ]);
});
