import { expect, test } from 'vitest';
import { csvLines, csvText } from './csv';

test('a file begins with the mark of UTF-8, and its parts have none', () => {
  expect(csvText([['ชื่อ']]) + csvLines([['มะลิ']])).toBe('\uFEFF"ชื่อ"\r\n"มะลิ"\r\n');
});

test('no cell is a formula, a negative amount stays a number, and quotes are doubled', () => {
  const formulas = ['=1+1', '+1+1', '-1+1', '@SUM(A1)', '\t=1', ' =1', '\r=1'];
  for (const text of formulas) expect(csvLines([[text]])).toBe(`"'${text}"\r\n`);
  expect(csvLines([['-375.25', 'a "b", c', '฿1,000']])).toBe('"-375.25","a ""b"", c","฿1,000"\r\n');
});
