import { afterAll, beforeAll, expect, test } from 'vitest';
import { startCounting } from '@/testing/count-work';
import { parseDay } from './day';
import { identifyLines } from './statement';
import type { RecordedTransfer, StatementTransfer } from './statement-transfer';

/* Lines of one day and amount: a busy day of one box has thousands. Their work must grow as their number. */

const LINE: StatementTransfer = {
  paidOn: parseDay('2026-11-20'),
  amount: 37_525,
  link: null,
  text: 'transfer',
  format: 'a',
  bankId: null,
  time: null,
};
const keyOf = (line: StatementTransfer, number: number) => `${line.link ?? line.text} ${number}`;
let counting: Awaited<ReturnType<typeof startCounting>>;
beforeAll(async () => {
  counting = await startCounting('src/domain/');
});
afterAll(() => counting.stop());

type Shape = (n: number) => Partial<StatementTransfer>;

const timeOf = (n: number) => new Date(n * 1_000).toISOString().slice(11, 19);
const ids: Shape = (n) => ({ format: 'ids', bankId: `${n}` });
const otherIds: Shape = (n) => ({ format: 'other ids', bankId: `x${n}` });
const times: Shape = (n) => ({ format: 'times', time: timeOf(n) });
const otherTimes: Shape = (n) => ({ format: 'times', time: timeOf(40_000 + n) });
const texts: Shape = (n) => ({ format: 'texts', text: `transfer of payer ${n}` });
const otherTexts: Shape = (n) => ({ format: 'other texts', text: `${n} Main Street` });
const links: Shape = (n) => ({ format: 'links', link: `ABCD${n}`, text: `ABCD${n}` });
const equal: Shape = () => ({});

const record = (line: StatementTransfer, at: number): RecordedTransfer => ({
  ...line,
  providerRef: `record ${at}`,
  isDoubtful: false,
  isByHand: false,
});

function work(lines: Shape, records: Shape, size: number): Promise<number> {
  const numbers = Array.from({ length: size }, (_, n) => n);
  const day = numbers.map((n) => ({ ...LINE, ...lines(n) }));
  const recorded = numbers.map((n) => record({ ...LINE, ...records(n) }, n));
  return counting.countWork(() => identifyLines(day, recorded, keyOf));
}

test.each([
  ['equal lines with equal records', equal, equal],
  ['lines with ids of the bank with the same lines', ids, ids],
  ['lines with ids with the ids of another format', ids, otherIds],
  ['lines without ids with lines that have ids', equal, ids],
  ['lines with ids with lines without ids', ids, equal],
  ['the afternoon with the morning', otherTimes, times],
  ['lines with times with lines without times', times, equal],
  ['lines without times with lines that have times', equal, times],
  ['different texts with a text that all contain', texts, equal],
  ['one text with different texts that contain it', equal, texts],
  ['different texts with other texts', otherTexts, texts],
  ['payment references with the same references', links, links],
])('the work of comparing %s grows as their number', async (_what, lines, records) => {
  const [half, whole] = [await work(lines, records, 200), await work(lines, records, 400)];
  expect(half).toBeGreaterThan(200);
  expect(whole / half).toBeLessThan(2.5);
});
