import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readCsv } from './csv';

const fieldsOf = (text: string, delimiter?: string) => readCsv(text, delimiter).map(({ fields }) => fields);

test.each([
  ['a,b\r\n1,2\r\n', [['a', 'b'], ['1', '2']]], // prettier-ignore
  ['a,b\n1,2', [['a', 'b'], ['1', '2']]], // prettier-ignore
  ['a,b\r1,2\r', [['a', 'b'], ['1', '2']]], // prettier-ignore
  ['\uFEFFวันที่,จำนวน\r\n"1,234.50",x', [['วันที่', 'จำนวน'], ['1,234.50', 'x']]], // prettier-ignore
  ['"say ""hi""",\r\n', [['say "hi"', '']]],
  ['"two\r\nlines",b', [['two\r\nlines', 'b']]],
  ['a,,c\r\n\r\n,', [['a', '', 'c'], ['', '']]], // prettier-ignore
  ['a"b,from "mother",="5"', [['a"b', 'from "mother"', '="5"']]],
  ['', []],
])('%j is parsed by RFC 4180', (text, rows) => {
  expect(fieldsOf(text)).toEqual(rows);
});

test.each([';', '\t', '|'])('fields are also separated by %j', (delimiter) => {
  expect(fieldsOf(['a', '"b;\tc|d"', 'e,f'].join(delimiter), delimiter)).toEqual([['a', 'b;\tc|d', 'e,f']]);
});

test.each(['"never closed,1', '"a"b,c'])(
  'only the line %j is unreadable, and is named by its number',
  (bad) => {
    expect(readCsv(`a,b\r\n\r\n${bad}\r\n"two\nlines",2\r\n3,"4"`)).toEqual([
      { line: 1, fields: ['a', 'b'], text: 'a,b' },
      { line: 3, fields: null, text: bad },
      { line: 4, fields: ['two\nlines', '2'], text: '"two\nlines",2' },
      { line: 6, fields: ['3', '4'], text: '3,"4"' },
    ]);
  },
);

test('any written rows are read back', () => {
  const quoted = (field: string) => `"${field.replaceAll('"', '""')}"`;
  const field = fc.string({ unit: fc.constantFrom('a', '"', ',', '\r', '\n', 'ก', ' ', '1') });
  fc.assert(
    fc.property(fc.array(fc.array(field, { minLength: 2, maxLength: 4 }), { maxLength: 5 }), (rows) => {
      const text = rows.map((row) => `${row.map(quoted).join(',')}\r\n`).join('');
      expect(fieldsOf(text)).toEqual(rows);
    }),
  );
});
