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

/** A connection as Relay specifies it: one slice of a list, with a cursor for each node. */
export interface Connection<Node> {
  edges: { cursor: string; node: Node }[];
  pageInfo: PageInfo;
}

export type OrderConnection = Connection<Order>;

/** The functions to read a list in pages of ten nodes, latest first. */
interface Pages<Node> {
  pageOf: (page: number) => Promise<{ nodes: Node[]; page: number; pages: number }>;
  idOf: (node: Node) => string;
}

const PAGE = 10;

const write = (position: number, id: string) => Buffer.from(`${position}:${id}`).toString('base64url');

function read(cursor: string): { position: number; id: string } {
  const text = Buffer.from(cursor, 'base64url').toString();
  const [, position, id] = /^(\d{1,5}):(\w+)$/.exec(text) ?? [];
  if (id === undefined) {
    throw new AppError('INPUT_INVALID', { fieldErrors: { after: ['validation.invalidInput'] } });
  }
  return { position: Number(position), id };
}

const idOfOrder = ({ orderId }: Order) => orderId;

function connect<Node>(
  nodes: Node[],
  idOf: (node: Node) => string,
  { from, hasNextPage }: { from: number; hasNextPage: boolean },
): Connection<Node> {
  const edges = nodes.map((node, at) => ({ cursor: write(from + at, idOf(node)), node }));
  const startCursor = edges[0]?.cursor ?? null;
  const endCursor = edges.at(-1)?.cursor ?? null;
  return { edges, pageInfo: { hasNextPage, hasPreviousPage: from > 0, startCursor, endCursor } };
}

/** Returns a connection with the first orders of a complete list. @throws ZodError for a `first` out of range */
export function firstOf(orders: Order[], first: number): OrderConnection {
  sliceInput.parse({ first });
  return connect(orders.slice(0, first), idOfOrder, { from: 0, hasNextPage: orders.length > first });
}

/**
 * Returns a connection with a slice of the order history, latest first.
 * @throws ZodError, AppError INPUT_INVALID for an invalid slice or cursor
 */
export function sliceOf(
  pageOf: (page: number) => Promise<OrderPage>,
  slice: { first: number; after?: string | null },
): Promise<OrderConnection> {
  const pages = async (number: number) => {
    const { orders: nodes, page, pages } = await pageOf(number);
    return { nodes, page, pages };
  };
  return sliceOfPages({ pageOf: pages, idOf: idOfOrder }, slice);
}

/**
 * Returns a connection with a slice of a list that is read in pages. A cursor contains the position and the id of a
 * node. The id finds the node again after new nodes have changed its position.
 * @throws ZodError, AppError INPUT_INVALID for an invalid slice or cursor
 */
export async function sliceOfPages<Node>(
  { pageOf, idOf }: Pages<Node>,
  given: { first: number; after?: string | null },
): Promise<Connection<Node>> {
  const { first, after } = sliceInput.parse(given);
  const cursor = after ? read(after) : null;
  const origin = cursor ? Math.floor(cursor.position / PAGE) * PAGE : 0;
  const nodes: Node[] = [];
  let hasMore = true;
  const want = async (count: number) => {
    while (hasMore && nodes.length < count) {
      const { nodes: more, page, pages } = await pageOf((origin + nodes.length) / PAGE + 1);
      nodes.push(...more);
      hasMore = page < pages;
    }
  };
  if (cursor) await want(PAGE + 1);
  const found = cursor ? nodes.findIndex((node) => idOf(node) === cursor.id) : -1;
  const start = cursor === null ? 0 : found >= 0 ? found + 1 : cursor.position - origin + 1;
  await want(start + first);
  const slice = nodes.slice(start, start + first);
  const hasNextPage = hasMore || nodes.length > start + first;
  return connect(slice, idOf, { from: origin + start, hasNextPage });
}
