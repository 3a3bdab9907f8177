import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readCsv } from './csv';

test.each([
  ['a,b\r\n1,2\r\n', [['a', 'b'], ['1', '2']]], // prettier-ignore
  ['a,b\n1,2', [['a', 'b'], ['1', '2']]], // prettier-ignore
  ['\uFEFFวันที่,จำนวน\r\n"1,234.50",x', [['วันที่', 'จำนวน'], ['1,234.50', 'x']]], // prettier-ignore
  ['"say ""hi""",\r\n', [['say "hi"', '']]],
  ['"two\r\nlines",b', [['two\r\nlines', 'b']]],
  ['a,,c\r\n\r\n,', [['a', '', 'c'], ['', '']]], // prettier-ignore
  ['', []],
])('%j is parsed by RFC 4180', (text, rows) => {
  expect(readCsv(text)).toEqual(rows);
});

test.each(['"never closed,1\r\n', 'a"b,c', '"a"b,c'])('%j is not CSV', (text) => {
  expect(readCsv(text)).toBeNull();
});

test('any written rows are read back', () => {
  const quoted = (field: string) => `"${field.replaceAll('"', '""')}"`;
  const field = fc.string({ unit: fc.constantFrom('a', '"', ',', '\r', '\n', 'ก', ' ', '1') });
  fc.assert(
    fc.property(fc.array(fc.array(field, { minLength: 2, maxLength: 4 }), { maxLength: 5 }), (rows) => {
      const text = rows.map((row) => `${row.map(quoted).join(',')}\r\n`).join('');
      expect(readCsv(text)).toEqual(rows);
    }),
  );
});
