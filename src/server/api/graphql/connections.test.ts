import { expect, test } from 'vitest';
import { AppError } from '@/domain/errors';
import { firstOf, sliceOf, type OrderConnection } from './connections';

type Page = Awaited<ReturnType<Parameters<typeof sliceOf>[0]>>;
type Order = Page['orders'][number];

const named = (n: number) => ({ orderId: `ord_${n}` }) as Order;
const idsIn = ({ edges }: OrderConnection) => edges.map(({ node }) => node.orderId);

/** Returns an order history in pages of ten, latest first, and the pages that were read. */
function historyOf(count: number) {
  const all = Array.from({ length: count }, (_, n) => named(n));
  const asked: number[] = [];
  const pageOf = (page: number): Promise<Page> => {
    asked.push(page);
    const orders = all.slice((page - 1) * 10, page * 10);
    return Promise.resolve({ orders, page, pages: Math.max(1, Math.ceil(all.length / 10)) });
  };
  return { all, asked, pageOf };
}

test.each([
  [0, 1],
  [1, 1],
  [9, 3],
  [10, 10],
  [11, 10],
  [25, 10],
  [25, 7],
  [43, 50],
  [60, 1],
])('%i orders in slices of %i are all returned, each once and in order', async (count, first) => {
  const { all, pageOf } = historyOf(count);
  const seen: string[] = [];
  let after: string | null = null;
  for (let calls = 0; calls <= count; calls++) {
    const slice: OrderConnection = await sliceOf(pageOf, { first, after });
    seen.push(...idsIn(slice));
    expect(slice.pageInfo.hasPreviousPage).toBe(calls > 0);
    if (!slice.pageInfo.hasNextPage) break;
    after = slice.pageInfo.endCursor;
  }
  expect(seen).toEqual(all.map(({ orderId }) => orderId));
});

test('the first ten orders need one page, the next ten two', async () => {
  const { asked, pageOf } = historyOf(60);
  const { pageInfo } = await sliceOf(pageOf, { first: 10 });
  expect([asked, pageInfo.hasNextPage]).toEqual([[1], true]);
  await sliceOf(pageOf, { first: 10, after: pageInfo.endCursor });
  expect(asked).toEqual([1, 1, 2]);
});

test('orders added meanwhile do not change the position of a cursor', async () => {
  for (const [count, first, newer] of [
    [30, 10, 1],
    [30, 10, 3],
    [30, 4, 9],
  ] as const) {
    const before = historyOf(count);
    const { pageInfo } = await sliceOf(before.pageOf, { first });
    const now = historyOf(0);
    now.all.push(...Array.from({ length: newer }, (_, n) => named(100 + n)), ...before.all);
    const next = await sliceOf(now.pageOf, { first, after: pageInfo.endCursor });
    expect(idsIn(next)).toEqual(before.all.slice(first, first * 2).map(({ orderId }) => orderId));
  }
});

test('a deleted order does not change the position of a cursor', async () => {
  const { all, pageOf } = historyOf(30);
  const { pageInfo } = await sliceOf(pageOf, { first: 5 });
  all.splice(4, 1, named(99));
  expect(idsIn(await sliceOf(pageOf, { first: 2, after: pageInfo.endCursor }))).toEqual(['ord_5', 'ord_6']);
});

test.each([
  'x',
  'MTIz',
  Buffer.from('-1:ord_1').toString('base64url'),
  Buffer.from('1:').toString('base64url'),
])('the invalid cursor %j is refused by name', async (after) => {
  const refused = sliceOf(historyOf(3).pageOf, { first: 1, after });
  await expect(refused).rejects.toThrow(AppError);
  await expect(refused).rejects.toMatchObject({
    code: 'INPUT_INVALID',
    details: { fieldErrors: { after: ['validation.invalidInput'] } },
  });
});

test('a cursor beyond the end returns the end', async () => {
  const after = Buffer.from('99999:ord_1').toString('base64url');
  const slice = await sliceOf(historyOf(12).pageOf, { first: 5, after });
  expect([idsIn(slice), slice.pageInfo.hasNextPage]).toEqual([[], false]);
});

test.each([0, 51, 1.5])('a slice of %d is refused', async (first) => {
  expect(() => firstOf([], first)).toThrow();
  await expect(sliceOf(historyOf(1).pageOf, { first })).rejects.toThrow();
});
