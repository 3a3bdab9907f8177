import { expect, test } from 'vitest';
import { OperatorRefusal } from './operator';
import { satangOf } from '@/domain/money';
import { LINES_AT_ONCE, readStatement } from './statement-file';

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

test('reads the bank’s id and the time of a line if the file has them', async () => {
  const { lines } = await readStatement(
    'line_id,date,time,amount,reference\r\nA1,2026-11-20,09:00,375.25,IRA\r\n',
  );
  const format = 'line_id,date,time,amount,reference';
  expect(lines).toEqual([
    { row: 2, reference: 'IRA', amount: 37_525, paidOn: '2026-11-20', time: '09:00', bankId: 'A1', format },
  ]);
});

test.each([
  ['20/11/2026', '2026-11-20', null],
  ['20-11-2569 09:05', '2026-11-20', '09:05'],
  ['2026-11-20 00:00:00', '2026-11-20', null],
  ['2026-11-20T09:05:07+07:00', '2026-11-20', '09:05:07'],
  ['2026-11-19T17:30:00Z', '2026-11-20', '00:30:00'],
  ['2026-11-20T20:30:00.000-0500', '2026-11-21', '08:30:00'],
])('%s is %s in Bangkok, at %s', async (date, paidOn, time) => {
  const { lines } = await readStatement(`date,amount,reference\n${date},5,X`);
  expect(lines).toMatchObject([{ paidOn, time }]);
});

test('reads references from both text columns and accepts Thai column names', async () => {
  const { lines } = await readStatement('วันที่,จำนวนเงิน,หมายเหตุ\n2026-11-20,20.00,โอน ABCD2345');
  expect(lines[0]).toMatchObject({ amount: 2_000, reference: 'โอน ABCD2345' });
});

test('counts outgoing amounts, lists unreadable lines, and records neither', async () => {
  const text =
    'date,amount,reference\n2026-11-20,-5.00,fee\n2026-11-20,,note\n31/11/2026,5.00,X\n2026-11-20,five,X';
  expect(await readStatement(text)).toEqual({
    lines: [],
    others: 2,
    unreadable: [
      { row: 4, text: '31/11/2026, 5.00, X' },
      { row: 5, text: '2026-11-20, five, X' },
    ],
  });
});

test.each([
  ['', 'not CSV'],
  ['"open', 'not CSV'],
  ['date,reference\n2026-11-20,X', 'amount'],
  ['date,amount\n2026-11-20,5', 'reference'],
])('%j is refused with a reason', async (text, why) => {
  await expect(readStatement(text)).rejects.toThrow(OperatorRefusal);
  await expect(readStatement(text)).rejects.toThrow(why);
});

test('lets the process do other work while it reads a long statement', async () => {
  let [turns, isReading] = [0, true];
  const count = () => {
    turns += 1;
    if (isReading) setImmediate(count);
  };
  setImmediate(count);
  const { lines } = await readStatement(`date,amount,reference\n${'2026-11-20,5,X\n'.repeat(5_000)}`);
  isReading = false;
  expect(lines).toHaveLength(5_000);
  expect(turns).toBeGreaterThanOrEqual(5_000 / LINES_AT_ONCE - 1);
});
