import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { parseDay } from './day';
import { canBeConfirmed, identifyLines } from './statement';
import type { RecordedTransfer, StatementTransfer } from './statement-transfer';

const DAY = parseDay('2026-11-20');
const A = {
  paidOn: DAY,
  amount: 37_525,
  link: 'ABCD2345',
  text: 'ABCD2345',
  format: 'a',
  bankId: null,
  time: null,
};
const keyOf = (line: StatementTransfer, number: number) => `${line.link ?? line.text} ${number}`;

/**
 * Imports files one after the other.
 * @returns the records afterwards, and the identities of the last file
 */
function importAll(...files: Partial<StatementTransfer>[][]) {
  const records: RecordedTransfer[] = [];
  let last: ReturnType<typeof identifyLines> = [];
  for (const file of files) {
    const lines = file.map((line) => ({ ...A, ...line }));
    last = identifyLines(lines, records, keyOf);
    last.forEach(({ providerRef, isDoubtful }, at) => {
      const record = records.find((one) => one.providerRef === providerRef);
      if (record) record.isDoubtful = isDoubtful;
      else records.push({ ...A, ...file[at], providerRef, isDoubtful, isByHand: false });
    });
  }
  return { records: records.map(({ providerRef, isDoubtful }) => [providerRef, isDoubtful]), last };
}

const [FIRST, SECOND] = [['ABCD2345 1', false], ['ABCD2345 2', false]] as const; // prettier-ignore
const DOUBTFUL = ['ABCD2345 2', true];
const [nine, three] = [{ time: '09:00:00' }, { time: '15:00:00' }];
const other = { format: 'b', text: 'โอนเงิน ABCD-2345' };

test.each([
  ['the same file twice', [[{}], [{}]], [FIRST]],
  [
    'two equal lines of a file, twice',
    [
      [{}, {}],
      [{}, {}],
    ],
    [FIRST, SECOND],
  ],
  [
    'another format with another text',
    [
      [{}, {}],
      [other, other],
    ],
    [FIRST, SECOND],
  ],
  ['other ids in another format', [[{ bankId: '1' }], [{ ...other, bankId: '77' }]], [FIRST]],
  ['a time with and without seconds', [[nine], [{ ...other, time: '09:00' }]], [FIRST]],
  ['the morning, then the whole day', [[nine], [nine, three]], [FIRST, SECOND]],
  ['the morning, then the whole day in another format', [[nine], [other, other]], [FIRST, SECOND]],
  ['the afternoon of the same format', [[nine], [three]], [FIRST, SECOND]],
  ['another id of the same format', [[{ bankId: '1' }], [{ bankId: '2' }]], [FIRST, SECOND]],
  ['the afternoon in another format', [[nine], [{ ...other, ...three }]], [FIRST, DOUBTFUL]],
  [
    'the afternoon in another format, twice',
    [[nine], [{ ...other, ...three }], [{ ...other, ...three }]],
    [FIRST, DOUBTFUL],
  ],
  [
    'the afternoon in another format, then the whole day',
    [[nine], [{ ...other, ...three }], [nine, three]],
    [FIRST, SECOND],
  ],
] as [string, Partial<StatementTransfer>[][], unknown[]][])(
  'identifies lines of a bank statement: %s',
  (_what, files, records) => {
    expect(importAll(...files).records).toEqual(records);
  },
);

test('a reference-free text is recognised within a longer remark of another format', () => {
  const gift = { link: null, text: 'a gift' };
  expect(importAll([gift], [{ ...gift, format: 'b', text: 'TRANSFER A-GIFT' }]).records).toHaveLength(1);
  expect(importAll([gift], [{ ...gift, text: 'rent' }]).records).toHaveLength(2);
});

test('whole days are recorded once, in any format, order and number of imports', () => {
  const details = { ids: (n: number) => ({ bankId: `${n}` }), times: (n: number) => ({ time: `1${n}:00` }) };
  const format = fc.constantFrom<(n: number) => Partial<StatementTransfer>>(
    () => ({ format: 'plain', text: 'paid ABCD2345' }),
    (n) => ({ format: 'ids', ...details.ids(n) }),
    (n) => ({ format: 'times', ...details.times(n) }),
    (n) => ({ format: 'both', bankId: `x${n}`, ...details.times(n) }),
  );
  const file = fc.tuple(format, fc.boolean());
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 5 }),
      fc.array(file, { minLength: 1, maxLength: 5 }),
      (count, files) => {
        const day = [...Array(count).keys()];
        const written = files.map(([write, isReversed]) =>
          (isReversed ? [...day].reverse() : day).map(write),
        );
        const { records } = importAll(...written);
        expect(records.map(([, isDoubtful]) => isDoubtful)).toEqual(day.map(() => false));
      },
    ),
  );
});

test('a line is a confirmed transfer up to the next day, unless the operator entered another id', () => {
  const confirmed = { paidOn: DAY, bankId: '7' };
  const is = (paidOn: string, bankId: string | null) =>
    canBeConfirmed({ paidOn: parseDay(paidOn), bankId }, confirmed);
  expect([
    is('2026-11-12', null),
    is('2026-11-21', '7'),
    is('2026-11-22', null),
    is('2026-11-20', '8'),
  ]).toEqual([true, true, false, false]);
});

test('compares a thousand equal lines with a thousand equal records once, not each line with each record', () => {
  const gift = { ...A, link: null, text: 'a gift' };
  const lines = Array.from({ length: 1_000 }, () => ({ ...gift }));
  const numbered = vi.fn(keyOf);
  const first = identifyLines(lines, [], numbered);
  expect(numbered.mock.calls.length).toBeLessThanOrEqual(2 * lines.length);
  const records = first.map(({ providerRef }) => ({
    ...gift,
    providerRef,
    isDoubtful: false,
    isByHand: false,
  }));
  const compared = vi.spyOn(String.prototype, 'normalize');
  expect(identifyLines(lines, records, keyOf)).toEqual(first);
  expect(compared.mock.calls.length).toBeLessThan(10);
  compared.mockRestore();
});
