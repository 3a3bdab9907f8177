import { eq, sql } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { transaction } from '@/server/db';
import { documentNumber } from '@/domain/document';
import { accounts, chargeAttempts, documents, moneyReceived, shipments } from '@/server/db/schema';
import { accountOf } from '@/testing/account-caller';
import { createSubscriber } from '@/testing/browser';
import { callDesk, memberBrowser } from '@/testing/desk';
import { linkOf, plantOffline } from '@/testing/offline';
import { ordersOf, plantSubscriber, type Planted } from '@/testing/subscribers';
import { withWorld } from '@/testing/with-world';
import { searchSubscribers } from './search';

const world = withWorld();
let thai: Planted;
let english: Planted;
let deleted: Planted;
let parcelOrder: string;

const rename = (id: string, values: Partial<typeof accounts.$inferInsert>) =>
  transaction(world.db, (tx) => tx.update(accounts).set(values).where(eq(accounts.id, id)));

beforeAll(async () => {
  thai = await plantSubscriber(world, { phone: '0812345678' });
  english = await plantOffline(world);
  deleted = await plantSubscriber(world, { phone: '0899999999' });
  await rename(thai.accountId, { firstName: 'กัญญารัตน์', lastName: 'ศรีสุข' });
  await rename(english.accountId, {
    firstName: 'Ann_a',
    lastName: 'O’Neill',
    email: 'Ann.O@Example.TEST',
    emailNorm: 'ann.o@example.test',
  });
  await rename(deleted.accountId, { deletedAt: world.now(), firstName: 'Deleted', lastName: 'account' });
  parcelOrder = (await ordersOf(world, thai.accountId))[0]?.id ?? '';
  await transaction(world.db, (tx) =>
    tx
      .update(shipments)
      .set({ externalId: 'fc-77', trackingNumber: 'TH0123456789' })
      .where(eq(shipments.orderId, parcelOrder)),
  );
});

const idsFoundBy = async (typed: string) =>
  (await searchSubscribers(world.ctx(), typed)).hits.map(({ accountId }) => accountId);

test.each([
  'กัญ',
  'กั',
  'ศรีสุข กัญญา',
  '081-234-5678',
  '+66812345678',
  '๐๘๑๒๓๔๕๖๗๘',
  '5678',
  'th0123456789',
  'TH01 2345 6789',
  'fc-77',
])('finds one subscriber by "%s"', async (typed) => {
  expect(await idsFoundBy(typed)).toEqual([thai.accountId]);
});

test.each(['ann', 'ANN_A', 'o’neill', 'ann.o@example.test', 'Ann.O@exam', 'AN'])(
  'finds a subscriber by "%s"',
  async (typed) => {
    expect(await idsFoundBy(typed)).toEqual([english.accountId]);
  },
);

test.each([
  ['จ\u0e4d\u0e32เนียร', 'ทองค\u0e4d\u0e32', 'จำเนียร'],
  ['น้ำผึ้ง', 'คำแก้ว', 'น้\u0e4d\u0e32ผึ้ง'],
  ['\u0e40\u0e40พรว', 'ก\u200bไก่', 'แพรว กไก่'],
  ['Zoe\u0308', 'Mu\u0308ller', 'Müller'],
])('finds %s %s, who typed that in the account, by "%s"', async (firstName, lastName, typed) => {
  const { browser, email } = await createSubscriber(world);
  await accountOf(browser).updateDetails({ firstName, lastName });
  const found = await callDesk(await memberBrowser(world, 'support'), 'subscribers.search', {
    input: { q: typed },
    kind: 'query',
  });
  expect((found.data as { hits: { email: string }[] }).hits.map((hit) => hit.email)).toContain(email);
});

test('finds a subscriber by account, order and payment reference', async () => {
  const [order] = await ordersOf(world, english.accountId);
  const { reference } = await linkOf(world, english);
  expect(await idsFoundBy(english.accountId)).toEqual([english.accountId]);
  expect(await idsFoundBy(order?.id ?? '')).toEqual([english.accountId]);
  expect(await idsFoundBy(reference.toLowerCase())).toEqual([english.accountId]);
});

test('finds the owner of an order by its number, also with #, Thai digits and blanks', async () => {
  const [order] = await ordersOf(world, english.accountId);
  const number = String(order?.orderNumber);
  const thaiDigits = number.replace(/\d/g, (digit) => '๐๑๒๓๔๕๖๗๘๙'[Number(digit)] ?? '');
  for (const typed of [
    number,
    `#${number}`,
    ` # ${number} `,
    thaiDigits,
    `#${thaiDigits}`,
    `${number.slice(0, 2)} ${number.slice(2)}`,
  ])
    expect((await searchSubscribers(world.ctx(), typed)).hits[0]).toMatchObject({
      accountId: english.accountId,
      foundBy: 'order',
    });
  expect(await idsFoundBy(`#${number}0`)).toEqual([]);
});

test.each([
  ['a name with a letter wrong', 'กันญารัตน์ ศรีสุข', 'near'],
  ['a name with a letter missing', 'กัญารัตน์', 'near'],
  ['a title before the name', 'คุณกัญญารัตน์', 'text'],
])('finds one subscriber by %s', async (_name, typed, foundBy) => {
  expect((await searchSubscribers(world.ctx(), typed)).hits).toMatchObject([
    { accountId: thai.accountId, foundBy },
  ]);
});

test('finds a subscriber by brand and digits of the card, charge, receipt, sum and address', async () => {
  await rename(thai.accountId, { address: '77 ซอยพิเศษ', province: 'เชียงใหม่' });
  const [money] = await world.db.select().from(moneyReceived).where(eq(moneyReceived.orderId, parcelOrder));
  const [receipt] = await world.db.select().from(documents).where(eq(documents.orderId, parcelOrder));
  if (!receipt) throw new Error('no receipt');
  const [attempt] = await world.db
    .select()
    .from(chargeAttempts)
    .where(eq(chargeAttempts.orderId, parcelOrder));
  for (const [typed, foundBy] of [
    ['Visa 4242', 'card'],
    [documentNumber(receipt), 'document'],
    [attempt?.chargeId ?? 'chrg_none', 'charge'],
    [((money?.amount ?? 0) / 100).toFixed(2), 'amount'],
    ['ซอยพิเศษ เชียง', 'place'],
  ] as const)
    expect((await searchSubscribers(world.ctx(), typed)).hits).toContainEqual(
      expect.objectContaining({ accountId: thai.accountId, foundBy }),
    );
  expect(await idsFoundBy('MasterCard 4242')).toEqual([]);
  expect(await idsFoundBy('ซอยไม่มี เชียง')).toEqual([]);
});

test('finds all subscribers with a card by its last four digits', async () => {
  const { hits } = await searchSubscribers(world.ctx(), '4242');
  expect(hits).toContainEqual(expect.objectContaining({ accountId: thai.accountId, foundBy: 'card' }));
});

test.each([
  'กัญญา ทองคำ',
  '%%%',
  'anxa',
  '@example.test',
  'nn.o@example',
  'ord_unknown',
  '0899999999',
  'fc-7',
  '9998',
  'ญา',
  'a b',
  '#',
  '#0',
  '#99999999999999',
])('finds no subscriber by "%s"', async (typed) => {
  expect(await idsFoundBy(typed)).toEqual([]);
});

test('finds a deleted account by its id only, without personal data', async () => {
  expect((await searchSubscribers(world.ctx(), deleted.accountId)).hits).toEqual([
    {
      accountId: deleted.accountId,
      foundBy: 'account',
      name: null,
      email: null,
      phone: null,
      state: 'active',
    },
  ]);
  expect(await idsFoundBy(deleted.email)).toEqual([]);
  expect(await idsFoundBy('Deleted')).toEqual([]);
});

test('shows 20 subscribers on a page, and the others on the next', async () => {
  await transaction(world.db, (tx) =>
    tx.execute(sql`insert into accounts (id, email, email_norm, first_name, last_name, phone, locale, consent_at, created_at)
      select 'acc_many' || i, 'm' || i || '@many.test', 'm' || i || '@many.test', 'Many', 'Same', '0700000' || 100 + i, 'en', now(), now()
      from generate_series(1, 21) i`),
  );
  const { hits, hasMore } = await searchSubscribers(world.ctx(), 'many same');
  expect(hits).toHaveLength(20);
  expect(hasMore).toBe(true);
  const second = await searchSubscribers(world.ctx(), 'many same', 2);
  expect([second.hits.length, second.hasMore]).toEqual([1, false]);
  expect(new Set([...hits, ...second.hits].map(({ accountId }) => accountId)).size).toBe(21);
  expect((await searchSubscribers(world.ctx(), '0700000101')).hasMore).toBe(false);
});

test('a warehouse member cannot search, and one character is too short', async () => {
  const search = async (role: 'warehouse' | 'support', q: string) =>
    (await callDesk(await memberBrowser(world, role), 'subscribers.search', { input: { q }, kind: 'query' }))
      .code;
  expect(await search('warehouse', 'mali')).toBe('NOT_ALLOWED');
  expect(await search('support', 'm')).toBe('INPUT_INVALID');
  expect(await search('support', 'mali')).toBe('ok');
});
