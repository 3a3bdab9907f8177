import { expect, test } from 'vitest';
import { OperatorRefusal } from './operator';
import { LINES_AT_ONCE, readStatement } from './statement-file';

test('reads the bank’s id and the time of a line if the file has them', async () => {
  const { lines } = await readStatement(
    'line_id,date,time,amount,reference\r\nA1,2026-11-20,09:00,375.25,IRA\r\n',
  );
  const format = 'line_id,date,time,amount,reference';
  expect(lines).toEqual([
    { row: 2, reference: 'IRA', amount: 37_525, paidOn: '2026-11-20', time: '09:00', bankId: 'A1', format },
  ]);
});

const LINE = { amount: 37_525, paidOn: '2026-11-20', reference: 'K7MQ2XP4' };

test.each([
  ['semicolons', 'date;amount;reference\n2026-11-20;375.25;K7MQ2XP4', 2],
  ['tabs', 'Date\tDeposit Amount\tDescription\n20/11/2026\t375.25\tK7MQ2XP4', 2],
  ['a line that tells Excel the separator', 'sep=;\ndate;amount;reference\n2026-11-20;375.25;K7MQ2XP4', 3],
  ['names in Thai', 'วันที่ทำรายการ,ถอนเงิน,ฝากเงิน,รายการ\n20/11/2569,,375.25,K7MQ2XP4', 2],
  ['units in its names', 'Transaction Date,Deposit (Baht),Details\n20-Nov-26,"375.2500",K7MQ2XP4', 2],
  ['both amounts in one row', 'Tran Date,Amount,Credit,Details\n20/11/26,999.00,375.25,K7MQ2XP4', 2],
  [
    'lines about the account before its header',
    '"Account Number","123-4-56789-0"\n"Period","01/11/2569 - 30/11/2569"\n\nDate,Deposit,Description\n20/11/2569,"375.25 THB",K7MQ2XP4',
    5,
  ],
])('reads a statement with %s', async (_, text, row) => {
  const { lines, unreadable } = await readStatement(text);
  expect(unreadable).toEqual([]);
  expect(lines).toMatchObject([{ ...LINE, row }]);
});

test('reads every text of a line, so that a reference is found in the second column too', async () => {
  const { lines } = await readStatement(
    'Date,Description,Deposit,Details\n20/11/2026,Transfer,375.25,K7MQ2XP4',
  );
  expect(lines).toMatchObject([{ ...LINE, reference: 'Transfer K7MQ2XP4' }]);
});

test('refuses only the line with a stray quote, by its number, and reads a quote inside a text', async () => {
  const { lines, unreadable } = await readStatement(
    'date,amount,description\n2026-11-20,375.25,K7MQ2XP4\n2026-11-20,5.00,"open\n2026-11-20,120.00,from "mother"',
  );
  expect(lines.map(({ row, reference }) => [row, reference])).toEqual([
    [2, 'K7MQ2XP4'],
    [4, 'from "mother"'],
  ]);
  expect(unreadable).toEqual([{ row: 3, text: '2026-11-20,5.00,"open' }]);
});

test('takes no outgoing line for an incoming one if one column holds both', async () => {
  const { lines, others } = await readStatement(
    'date,amount,dr/cr,details\n2026-11-20,375.25,CR,in\n2026-11-20,375.25,DR,out\n2026-11-20,375.25-,,out',
  );
  expect([lines.map(({ reference }) => reference), others]).toEqual([['in'], 2]);
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
