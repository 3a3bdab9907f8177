import { expect, test } from 'vitest';
import { OperatorRefusal, satangOf } from './operator';
import { readStatement } from './statement-file';

test.each([
  ['375.25', 37_525],
  ['1,234.5', 123_450],
  ['฿500', 50_000],
  [' 20 ', 2_000],
  ['1,23', null],
  ['12.345', null],
  ['-5', null],
  ['', null],
])('%j is %j satang', (text, satang) => {
  expect(satangOf(text)).toBe(satang);
});

test('a line is known by the bank’s own id where it has one', () => {
  const { lines } = readStatement('line_id,date,time,amount,reference\r\nA1,2026-11-20,09:00,375.25,IRA\r\n');
  expect(lines).toEqual([
    { row: 2, providerRef: 'line:A1', reference: 'IRA', amount: 37_525, paidOn: '2026-11-20' },
  ]);
});

test('without one, by what it says and how often the file has said it before', () => {
  const text = 'Date,Credit,Remark\n2026-11-20,"1,000.00",X\n2026-11-20,"1,000.00",X\n2026-11-20,5,Y';
  const refs = (file: string) => readStatement(file).lines.map(({ providerRef }) => providerRef);
  expect(new Set(refs(text)).size).toBe(3);
  expect(refs(text)).toEqual(refs(`${text}\n`));
});

test('reference and remark are both looked into, and columns may have Thai names', () => {
  const { lines } = readStatement('วันที่,จำนวนเงิน,หมายเหตุ\n2026-11-20,20.00,โอน ABCD2345');
  expect(lines[0]).toMatchObject({ amount: 2_000, reference: 'โอน ABCD2345' });
});

test('money that goes out is counted, what can’t be read is listed with its line, and neither is booked', () => {
  const text =
    'date,amount,reference\n2026-11-20,-5.00,fee\n2026-11-20,,note\n20/11/2026,5.00,X\n2026-11-20,five,X';
  expect(readStatement(text)).toEqual({
    lines: [],
    others: 2,
    unreadable: [
      { row: 4, text: '20/11/2026, 5.00, X' },
      { row: 5, text: '2026-11-20, five, X' },
    ],
  });
});

test.each([
  ['', 'no CSV'],
  ['"open', 'no CSV'],
  ['date,reference\n2026-11-20,X', 'amount'],
  ['date,amount\n2026-11-20,5', 'reference'],
])('%j is refused, and why is said', (text, why) => {
  expect(() => readStatement(text)).toThrow(OperatorRefusal);
  expect(() => readStatement(text)).toThrow(why);
});
