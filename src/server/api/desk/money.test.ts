import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { DESK_LIST_NAMES, type DeskList } from '@/schemas/desk-lists';
import { payFirstOffline } from '@/server/money/checkout/first-payment-offline';
import { documents, paymentLinks } from '@/server/db/schema';
import { requestTaxInvoice } from '@/server/work/documents/request-tax-invoice';
import { BUYER } from '@/testing/access';
import type { Browser } from '@/testing/browser';
import { callDesk, memberBrowser } from '@/testing/desk';
import { issueDocuments } from '@/testing/documents';
import { runJobs } from '@/testing/jobs';
import { disputeCharge, gatewayCharges } from '@/testing/providers';
import { ordersOf, plantRegistration, plantSubscriber } from '@/testing/subscribers';
import { withWorld } from '@/testing/with-world';
import { addDays, dayOf } from '@/domain/day';
import { TRANSFER_HOLD_DAYS } from '@/domain/payment-link';
import type { readToday } from '../../desk/reads/today';
import type { ListPage } from '../../desk/reads/lists';
import type { readBookkeeping } from '../../desk/reads/bookkeeping';
import type { bookStatement } from '../../desk/acts/statement-imports';

const world = withWorld({ cleanup: 'check', settings: { VAT_ID: '0105566000001' } });

const TOTAL = 37_525;
const call = (browser: Browser, name: string, input?: unknown) => callDesk(browser, name, { input });
const ask = async <T>(browser: Browser, name: string, input?: unknown) =>
  (await callDesk(browser, name, { input, kind: 'query' })).data as T;
const today = (browser: Browser) => ask<Awaited<ReturnType<typeof readToday>>>(browser, 'today.read');
const waitingIn = async (browser: Browser, kind: string) =>
  (await today(browser)).cases.flatMap((one) => (one.kind === kind ? one.entries : []));
const month = () => world.now().toISOString().slice(0, 7);

async function payer() {
  const person = await plantSubscriber(world);
  await world.sandbox.settled();
  await runJobs();
  const [order] = await ordersOf(world, person.accountId);
  return { ...person, orderId: order?.id ?? '' };
}

async function awaitsTransfer() {
  const { accountId } = await plantRegistration(world);
  const { orderId } = await payFirstOffline(world.ctx(), accountId);
  const [link] = await world.db.select().from(paymentLinks).where(eq(paymentLinks.orderId, orderId));
  return { accountId, orderId, reference: link?.reference ?? '' };
}

async function importLine(browser: Browser, reference: string, amount = TOTAL) {
  await fetch(`${world.sandboxUrl}/bank/transfers`, {
    method: 'POST',
    body: JSON.stringify({ amount, reference }),
  });
  const text = await (await fetch(`${world.sandboxUrl}/bank/statement.csv`)).text();
  const { data } = await call(browser, 'money.importStatement', { text });
  return data as Awaited<ReturnType<typeof bookStatement>>;
}

test('only an owner corrects the books of a dispute won after its loss, once, with what the preview showed', async () => {
  const { accountId, orderId } = await payer();
  const [charge] = await gatewayCharges(world, accountId);
  const decided = async (status: 'lost' | 'won') => {
    await disputeCharge(world, charge?.id ?? '', status);
    await world.sandbox.settled();
    await runJobs();
  };
  const [owner, finance] = [await memberBrowser(world, 'owner'), await memberBrowser(world, 'finance')];
  await decided('lost');
  const [lost] = await waitingIn(owner, 'disputes');
  const target = lost?.id ?? '';
  expect((await call(finance, 'money.decideDispute', { target, decision: 'lost', why: 'x' })).code).toBe(
    'ok',
  );
  const correction = { target, amount: TOTAL, why: 'The bank decided for us' };
  expect((await call(owner, 'money.correctDispute', correction)).code).toBe('REFUSED');
  await decided('won');
  expect(await waitingIn(owner, 'disputes')).toMatchObject([{ id: target, status: 'won', isBooked: true }]);
  expect((await call(finance, 'money.correctDispute', correction)).code).toBe('NOT_ALLOWED');
  expect(await ask(owner, 'money.previewCorrection', { target })).toMatchObject({
    amount: TOTAL,
    points: 33,
  });
  for (const wrong of [
    { ...correction, why: ' ' },
    { target, why: 'x' },
  ])
    expect((await call(owner, 'money.correctDispute', wrong)).code).toBe('INPUT_INVALID');
  expect((await call(owner, 'money.correctDispute', { ...correction, amount: 1 })).code).toBe('REFUSED');
  expect((await call(owner, 'money.correctDispute', correction)).code).toBe('ok');
  expect((await call(owner, 'money.correctDispute', correction)).code).toBe('REFUSED');
  expect(await waitingIn(owner, 'disputes')).toEqual([]);
  expect((await ordersOf(world, accountId)).find(({ id }) => id === orderId)?.status).toBe('paid');
});

describe('a statement at the desk', () => {
  test('pays the matching order once, however often it is imported', async () => {
    const { accountId, reference } = await awaitsTransfer();
    const member = await memberBrowser(world, 'finance');
    const first = await importLine(member, reference);
    expect(first.lists.matched.lines).toMatchObject([{ person: { accountId } }]);
    const text = await (await fetch(`${world.sandboxUrl}/bank/statement.csv`)).text();
    const again = (await call(member, 'money.importStatement', { text })).data as typeof first;
    expect([again.lists.matched.count, again.alreadyBooked]).toEqual([0, 1]);
    // The result stays.
    const kept = await ask<typeof first>(member, 'money.statementImport', { importId: first.importId });
    expect(kept.lists).toEqual(first.lists);
  });

  test('that is no CSV, or has no known column, is refused and records nothing', async () => {
    const member = await memberBrowser(world, 'finance');
    for (const text of ['\u0000\u0001', 'a,b\n1,2'])
      expect((await call(member, 'money.importStatement', { text })).code).toMatch(/REFUSED|INPUT_INVALID/);
  });

  test('with numbers that look like cards is read, and may be larger than other calls', async () => {
    const member = await memberBrowser(world, 'finance');
    const lines = Array.from({ length: 3000 }, (_, n) => `2026-11-20,0.00,4242424242424242 line ${n}`);
    const text = ['date,amount,description', ...lines].join('\n');
    expect((await call(member, 'money.importStatement', { text })).code).toBe('ok');
  });

  test('lists a transfer with another amount until it is booked or dismissed', async () => {
    const { accountId, reference } = await awaitsTransfer();
    const member = await memberBrowser(world, 'finance');
    await importLine(member, reference, TOTAL - 100);
    const [row] = (await waitingIn(member, 'transfers')).filter(({ detail }) => detail === reference);
    const until = addDays(dayOf(world.now()), TRANSFER_HOLD_DAYS);
    expect(row?.holds).toMatchObject([{ person: { accountId, name: 'Mali Suk' }, until }]);
    const id = row?.id ?? '';
    const entry = { group: 'transfers', id };
    const booked = await call(member, 'money.bookTransfer', {
      target: reference,
      amount: TOTAL - 100,
      transferId: id,
    });
    expect(booked.data).toMatchObject({ status: 'wrong_amount', expected: TOTAL });
    expect((await call(member, 'today.dismissMoney', { ...entry, why: 'Sent back' })).code).toBe('ok');
    expect((await waitingIn(member, 'transfers')).map((one) => one.id)).not.toContain(id);
    expect((await call(member, 'today.dismissMoney', { ...entry, why: 'Again' })).code).toBe('REFUSED');
  });
});

test('support sees money and dismisses no money, also not by the call for messages', async () => {
  const { reference } = await awaitsTransfer();
  const [finance, support] = [await memberBrowser(world, 'finance'), await memberBrowser(world, 'support')];
  await importLine(finance, reference, TOTAL - 200);
  const [row] = await waitingIn(support, 'transfers');
  expect(row).toBeDefined();
  const input = { group: 'transfers', id: row?.id, why: 'x' };
  expect((await call(support, 'today.dismissMoney', input)).code).toBe('NOT_ALLOWED');
  expect((await call(support, 'today.dismissMessage', input)).code).toBe('INPUT_INVALID');
});

test('warehouse sees parcels only, and no list of payments', async () => {
  await payer();
  const warehouse = await memberBrowser(world, 'warehouse');
  const { numbers, reconciledAt, cases, quiet } = await today(warehouse);
  expect(numbers[0]?.numbers.map(({ name }) => name)).toEqual(['sent']);
  expect(reconciledAt).toBeUndefined();
  const kinds = [...cases.map(({ kind }) => kind), ...quiet];
  expect(kinds.toSorted()).toEqual(['late', 'overdue', 'parcels', 'short', 'toSend']);
  const read = (list: DeskList) => callDesk(warehouse, 'today.list', { kind: 'query', input: { list } });
  for (const list of DESK_LIST_NAMES)
    expect([list, (await read(list)).code]).toEqual([list, list === 'sent' ? 'ok' : 'NOT_ALLOWED']);
});

test('each number of the day is the count and the sum of the rows that its list shows', async () => {
  await payer();
  await awaitsTransfer();
  const owner = await memberBrowser(world, 'owner');
  const { numbers, day } = await today(owner);
  expect(numbers[0]?.numbers.find(({ name }) => name === 'charged')?.count).toBeGreaterThan(0);
  for (const { name, count, amount } of numbers[0]?.numbers ?? []) {
    const days = { from: day, until: day };
    const { rows } = await ask<ListPage>(
      owner,
      'today.list',
      name === 'sent' ? { list: name, ...days } : { list: 'payments', part: name, ...days },
    );
    const sum = rows.reduce((total, row) => total + (row.amount ?? 0), 0);
    expect([name, rows.length, sum]).toEqual([name, count, amount ?? 0]);
  }
});

test('the documents of a month have the sums of their rows, and no number is missing', async () => {
  const { orderId } = await payer();
  await issueDocuments(world);
  const member = await memberBrowser(world, 'finance');
  const asked = { orderId, amount: 10_000, refunded: 0, reason: 'damaged' };
  await call(member, 'money.refundOrder', asked);
  await runJobs();
  await issueDocuments(world);
  const books = await ask<Awaited<ReturnType<typeof readBookkeeping>>>(member, 'money.bookkeeping', {
    month: month(),
  });
  const rows = await world.db.select().from(documents);
  const own = rows.filter((document) => document.orderId === orderId);
  expect(own.map(({ kind, amount }) => `${kind} ${amount}`).toSorted()).toEqual([
    'credit_note 10000',
    `receipt ${TOTAL}`,
  ]);
  const sumOf = (key: 'amount' | 'vat') =>
    rows.reduce((sum, row) => sum + (row.kind === 'credit_note' ? -row[key] : row[key]), 0);
  expect(books).toMatchObject({
    count: rows.length,
    amount: sumOf('amount'),
    vat: sumOf('vat'),
    missing: [],
  });
  expect(books.vat).toBeGreaterThan(0);
});

test.each([0, 31])(
  'a sale counts in the month of its receipt, also if a tax invoice is asked %i days later',
  async (days) => {
    const { orderId, accountId } = await payer();
    await issueDocuments(world);
    const member = await memberBrowser(world, 'finance');
    const read = (of: string) =>
      ask<Awaited<ReturnType<typeof readBookkeeping>>>(member, 'money.bookkeeping', { month: of });
    const sale = await read(month());
    const now = new Date(world.now().getTime() + days * 86_400_000);
    const later = now.toISOString().slice(0, 7);
    const before = await read(later);
    await requestTaxInvoice({ ...world.ctx(), now }, accountId, { orderId, ...BUYER });
    const after = await read(later);
    expect([after.amount, after.vat]).toEqual([before.amount, before.vat]);
    expect(after.count).toBe(before.count + 1);
    if (days > 0) expect(await read(month())).toEqual(sale);
  },
);
