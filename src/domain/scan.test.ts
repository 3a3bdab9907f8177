import { expect, test } from 'vitest';
import { readScan } from './scan';

test.each([
  ['#10243', null, '', { kind: 'order', orderNumber: 10_243 }],
  ['#10244', 10_243, '', { kind: 'order', orderNumber: 10_244 }],
  [
    ' ex550617355th ',
    10_243,
    '',
    { kind: 'sent', orderNumber: 10_243, courier: 'Thailand Post', trackingNumber: 'EX550617355TH' },
  ],
  ['9876', 10_243, 'Grab', { kind: 'sent', orderNumber: 10_243, courier: 'Grab', trackingNumber: '9876' }],
  ['9876', 10_243, '', { kind: 'otherCourier' }],
  ['EX550617355TH', null, '', { kind: 'orderFirst' }],
  ['https://example.test/?q=1', 10_243, '', { kind: 'unknown' }],
  ['#ten', null, '', { kind: 'unknown' }],
] as const)(
  'a scan of %s after the order %s with the courier “%s” is %j',
  (code, order, courier, expected) => {
    expect(readScan(code, order, courier)).toEqual(expected);
  },
);
