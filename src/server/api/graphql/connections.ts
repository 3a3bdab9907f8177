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

/** A list as Relay's connections are. */
export interface Connection<Node> {
  edges: { cursor: string; node: Node }[];
  pageInfo: PageInfo;
}

export type OrderConnection = Connection<Order>;

/** What is asked for in pages of ten, latest first. */
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

/** The first so many orders of a list that is known whole. @throws ZodError for a `first` out of range */
export function firstOf(orders: Order[], first: number): OrderConnection {
  sliceInput.parse({ first });
  return connect(orders.slice(0, first), idOfOrder, { from: 0, hasNextPage: orders.length > first });
}

/**
 * A slice of the orders of a history.
 * @throws ZodError, AppError INPUT_INVALID for a slice or cursor that is none
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
 * A slice of what is asked for in pages of ten, latest first. A cursor says where a node stood and which it was: those
 * that came since push it down the list.
 * @throws ZodError, AppError INPUT_INVALID for a slice or cursor that is none
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
  await want(PAGE + 1);
  const found = cursor ? nodes.findIndex((node) => idOf(node) === cursor.id) : -1;
  const start = cursor === null ? 0 : found >= 0 ? found + 1 : cursor.position - origin + 1;
  await want(start + first + 1);
  const slice = nodes.slice(start, start + first);
  return connect(slice, idOf, { from: origin + start, hasNextPage: nodes.length > start + first });
}
