import type { z } from 'zod';
import { AppError } from '@/domain/errors';
import type { orderAnswer, orderPageAnswer } from '@/schemas/answers/orders';
import { sliceInput } from '@/schemas/paging';

type Order = z.output<typeof orderAnswer>;
type OrderPage = z.output<typeof orderPageAnswer>;

export interface PageInfo {
  hasNextPage: boolean;
  hasPreviousPage: boolean;
  startCursor: string | null;
  endCursor: string | null;
}

/** Orders as Relay's connections are. */
export interface OrderConnection {
  edges: { cursor: string; node: Order }[];
  pageInfo: PageInfo;
}

const PAGE = 10;

const write = (position: number, { orderId }: Order) =>
  Buffer.from(`${position}:${orderId}`).toString('base64url');

function read(cursor: string): { position: number; orderId: string } {
  const text = Buffer.from(cursor, 'base64url').toString();
  const [, position, orderId] = /^(\d{1,5}):(\w+)$/.exec(text) ?? [];
  if (orderId === undefined) {
    throw new AppError('INPUT_INVALID', { fieldErrors: { after: ['validation.invalidInput'] } });
  }
  return { position: Number(position), orderId };
}

function connect(orders: Order[], from: number, hasNextPage: boolean): OrderConnection {
  const edges = orders.map((node, at) => ({ cursor: write(from + at, node), node }));
  const startCursor = edges[0]?.cursor ?? null;
  const endCursor = edges.at(-1)?.cursor ?? null;
  return { edges, pageInfo: { hasNextPage, hasPreviousPage: from > 0, startCursor, endCursor } };
}

/** The first so many of a list that is known whole. @throws ZodError for a `first` out of range */
export function firstOf(orders: Order[], first: number): OrderConnection {
  sliceInput.parse({ first });
  return connect(orders.slice(0, first), 0, orders.length > first);
}

/**
 * A slice of what is asked for in pages of ten, latest first. A cursor says where an order stood and which it was:
 * orders that came since push it down the list.
 * @throws ZodError, AppError INPUT_INVALID for a slice or cursor that is none
 */
export async function sliceOf(
  pageOf: (page: number) => Promise<OrderPage>,
  given: { first: number; after?: string | null },
): Promise<OrderConnection> {
  const { first, after } = sliceInput.parse(given);
  const cursor = after ? read(after) : null;
  const origin = cursor ? Math.floor(cursor.position / PAGE) * PAGE : 0;
  const orders: Order[] = [];
  let hasMore = true;
  const want = async (count: number) => {
    while (hasMore && orders.length < count) {
      const { orders: more, page, pages } = await pageOf((origin + orders.length) / PAGE + 1);
      orders.push(...more);
      hasMore = page < pages;
    }
  };
  await want(PAGE + 1);
  const found = cursor ? orders.findIndex(({ orderId }) => orderId === cursor.orderId) : -1;
  const start = cursor === null ? 0 : found >= 0 ? found + 1 : cursor.position - origin + 1;
  await want(start + first + 1);
  const slice = orders.slice(start, start + first);
  return connect(slice, origin + start, orders.length > start + first);
}
