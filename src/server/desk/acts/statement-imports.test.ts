import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { bankTransfers, moneyReceived, paymentLinks, statementImports } from '@/server/db/schema';
import { payFirstOffline } from '@/server/money/checkout/first-payment-offline';
import { ordersOf, plantRegistration } from '@/testing/subscribers';
import { workbookOf, zipOf } from '@/testing/workbook';
import { withWorld } from '@/testing/with-world';
import { readProgress, withProgress } from './statement-progress';
import { bookStatement, listImports, previewStatement, readImport } from './statement-imports';

const world = withWorld({ cleanup: 'check' });

const ctx = () => ({ ...world.ctx(), operator: 'operator:nok' });

async function waiting() {
  const { accountId } = await plantRegistration(world);
  const { orderId } = await payFirstOffline(world.ctx(), accountId);
  const [link] = await world.db.select().from(paymentLinks).where(eq(paymentLinks.orderId, orderId));
  return { accountId, reference: link?.reference ?? '' };
}

const xlsxOf = (file: Buffer) => ({ xlsx: file.toString('base64') });
/** The serial number of 20 November 2026 in Excel. */
const DAY = 46_346;

test('a workbook is read as its sheet shows it, with the days and times of Excel', async () => {
  const { reference, accountId } = await waiting();
  const file = await workbookOf([
    ['Account 123-4-56789-0'],
    ['Date', 'Time', 'Deposit', 'Details'],
    [DAY, 0.375, 375.249_999_999_999_94, `${reference} & <thanks>`],
    [DAY + 0.5, '', 120, '=cmd|calc'],
  ]);
  const { rows, result } = await previewStatement(ctx(), xlsxOf(file));
  expect(rows).toBeNull();
  expect(result?.lists.matched.lines).toMatchObject([
    { row: 3, paidOn: '2026-11-20', amount: 37_525, person: { accountId } },
  ]);
  expect(result?.lists.unknown.lines).toMatchObject([{ row: 4, amount: 12_000, reference: '=cmd|calc' }]);
  await bookStatement(ctx(), xlsxOf(file));
  const times = await world.db.select({ time: bankTransfers.bankTime }).from(bankTransfers);
  expect(times.map(({ time }) => time).toSorted()).toEqual(['09:00:00', '12:00:00']);
});

test('a preview books nothing, and says what the import then does', async () => {
  const { reference, accountId } = await waiting();
  const text = `date,amount,reference\n${[reference, reference, 'gift'].map((one) => `2026-11-20,375.25,${one}`).join('\n')}`;
  const { result: seen } = await previewStatement(ctx(), { text });
  expect(await world.db.$count(bankTransfers)).toBe(0);
  expect(await world.db.$count(moneyReceived)).toBe(0);
  expect((await ordersOf(world, accountId))[0]?.status).toBe('awaiting_payment');
  const { importId, ...booked } = await bookStatement(ctx(), { text });
  expect(booked).toEqual(seen);
  expect(booked.lists).toMatchObject({
    matched: { count: 1 },
    toSendBack: { count: 1 },
    unknown: { count: 1 },
  });
  expect((await readImport(ctx(), importId)).lists).toEqual(booked.lists);
  expect(await listImports(ctx())).toMatchObject([{ id: importId, booked: 2, open: 1 }]);
});

test('the columns of an unknown layout are chosen once, and remembered when they were booked', async () => {
  const { reference } = await waiting();
  const text = `Konto 1\nA,B,C,D\n2026-11-20,x,375.25,${reference}`;
  const { rows } = await previewStatement(ctx(), { text });
  expect(rows?.[1]).toEqual({ line: 2, fields: ['A', 'B', 'C', 'D'] });
  const columns = { line: 2, date: 0, time: null, amount: 2, texts: [3] };
  expect((await previewStatement(ctx(), { text, columns })).result?.lists.matched.count).toBe(1);
  expect((await previewStatement(ctx(), { text })).rows).not.toBeNull();
  await bookStatement(ctx(), { text, columns });
  expect((await previewStatement(ctx(), { text })).result?.alreadyBooked).toBe(1);
});

test('an import says how far it is to its member alone, and no longer when it has ended or failed', async () => {
  const other = { ...ctx(), operator: 'operator:fon' };
  const seen: unknown[] = [];
  await withProgress(ctx(), async (report) => {
    await report({ done: 500, whole: 2000 });
    await withProgress(other, (reportOther) => reportOther({ done: 1, whole: 2 }));
    seen.push(await readProgress(ctx()), await readProgress(other));
  });
  expect(seen).toEqual([{ done: 500, whole: 2000 }, null]);
  const failing = withProgress(ctx(), async (report) => {
    await report({ done: 1, whole: 2 });
    throw new Error('no statement');
  });
  await expect(failing).rejects.toThrow('no statement');
  expect(await readProgress(ctx())).toBeNull();
});

test('four imports of one workbook at once record each line once', async () => {
  const { reference } = await waiting();
  const file = await workbookOf([
    ['Date', 'Deposit', 'Details'],
    [DAY, 375.25, reference],
    ...Array.from({ length: 20 }, () => [DAY, 5, 'a gift']),
  ]);
  const text = `date,deposit,details\n2026-11-20,375.25,${reference}\n${'2026-11-20,5,a gift\n'.repeat(20)}`;
  await Promise.all(
    [xlsxOf(file), { text }, xlsxOf(file), { text }].map((input) => bookStatement(ctx(), input)),
  );
  expect(await world.db.$count(bankTransfers)).toBe(21);
  expect(await world.db.$count(moneyReceived)).toBe(1);
  expect(await world.db.$count(statementImports)).toBe(4);
});

describe('a hostile workbook', () => {
  const sheet = (content: string, more = {}) =>
    zipOf({ 'xl/worksheets/sheet1.xml': `<worksheet>${content}</worksheet>`, ...more });
  const bytes = Buffer.alloc(4_000, 7);
  test.each([
    ['a bomb of 200 MB', () => zipOf({ 'xl/worksheets/sheet1.xml': Buffer.alloc(200_000_000, 32) })],
    [
      'a bomb of shared texts',
      () => sheet('<row/>', { 'xl/sharedStrings.xml': Buffer.alloc(60_000_000, 32) }),
    ],
    ['more rows than a year has', () => sheet('<row><c><v>1</v></c></row>'.repeat(50_001))],
    ['no sheet', () => zipOf({ 'a.txt': 'x' })],
    ['a torn end', async () => (await workbookOf([['Date', 'Deposit', 'Details']])).subarray(0, 200)],
    ['noise after its first letters', () => Buffer.concat([Buffer.from('PK\u0003\u0004'), bytes])],
    ['no letters of a workbook', () => bytes],
    ['nothing', () => Buffer.alloc(0)],
  ])('with %s is refused', async (_, file) => {
    await expect(previewStatement(ctx(), xlsxOf(await file()))).rejects.toThrow(/no Excel workbook/);
  });

  test('with nested entities keeps them as they are written', async () => {
    const entities = Array.from(
      { length: 9 },
      (__, n) => `<!ENTITY l${n + 1} "${`&l${n};`.repeat(10)}">`,
    ).join('');
    const cells = ['Date', 'Deposit', 'Details'].map((name) => `<c t="str"><v>${name}</v></c>`).join('');
    const line = `<c><v>${DAY}</v></c><c><v>5</v></c><c t="str"><v>&l9;&#1114112;</v></c>`;
    const file = await zipOf({
      'xl/worksheets/sheet1.xml': `<!DOCTYPE x [<!ENTITY l0 "lol">${entities}]><worksheet><row>${cells}</row><row>${line}</row></worksheet>`,
    });
    const { result } = await previewStatement(ctx(), xlsxOf(file));
    expect(result?.lists.unknown.lines[0]?.reference).toBe('&l9;&#1114112;');
  });
});
