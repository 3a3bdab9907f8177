import { z } from 'zod';
import { toDisputeStatus, type DisputeStatus } from '@/domain/dispute';
import { ask, type GatewayAnswer } from './calls';

const PAGE = 100;
/** The overlap of two pages. The gateway rounds instants to whole seconds. */
const SECOND_MS = 1_000;

/** A position in a list, oldest first: skips `offset` objects created at or after `from`. */
export interface ListCursor {
  from: Date;
  offset: number;
}

/** `next`: the position of the next page; null after the last page. */
export interface ListPage<Row> {
  rows: Row[];
  next: ListCursor | null;
}

/**
 * Reads one page of a list by the dates of its own objects, oldest first. Pages overlap, so two pages can contain the
 * same object. New objects do not move a page.
 * @param path such as '/charges'
 */
export async function readListPage<Row extends { created_at: string }>(
  path: string,
  shape: z.ZodType<Row>,
  { from, offset }: ListCursor,
): Promise<GatewayAnswer<ListPage<Row>>> {
  const since = encodeURIComponent(from.toISOString());
  const query = `order=chronological&from=${since}&limit=${PAGE}&offset=${offset}`;
  const answer = await ask(z.object({ data: z.array(shape) }), 'GET', `${path}?${query}`);
  if (answer.kind !== 'ok') return answer;
  const rows = answer.value.data;
  const last = rows.at(-1);
  if (!last || rows.length < PAGE) return { kind: 'ok', value: { rows, next: null } };
  const before = new Date(new Date(last.created_at).getTime() - SECOND_MS);
  const next = before > from ? { from: before, offset: 0 } : { from, offset: offset + PAGE };
  return { kind: 'ok', value: { rows, next } };
}

const refundShape = z.object({ id: z.string(), charge: z.string(), created_at: z.string() });
const disputeShape = z
  .object({ id: z.string(), charge: z.string(), status: z.string(), created_at: z.string() })
  .transform((dispute) => ({ ...dispute, status: toDisputeStatus(dispute.status) }));
const transactionShape = z.object({
  origin: z.string().nullish(),
  direction: z.string(),
  created_at: z.string(),
});

export interface ListedDispute {
  id: string;
  /** The id of the disputed charge. */
  charge: string;
  status: DisputeStatus;
}
/** A movement of the balance. `origin`: the id of the charge, refund, dispute or transfer that caused it. */
export type Transaction = z.output<typeof transactionShape>;

/** Reads one page of the refunds of all charges. `charge`: the id of the refunded charge. */
export const readRefundPage = (cursor: ListCursor) => readListPage('/refunds', refundShape, cursor);

/** Reads one page of the disputes of all charges. */
export const readDisputePage = (
  cursor: ListCursor,
): Promise<GatewayAnswer<ListPage<ListedDispute & { created_at: string }>>> =>
  readListPage('/disputes', disputeShape, cursor);

/** Reads one page of the movements of the balance. */
export const readTransactionPage = (cursor: ListCursor) =>
  readListPage('/transactions', transactionShape, cursor);

export const fetchDispute = (id: string): Promise<GatewayAnswer<ListedDispute>> =>
  ask(disputeShape, 'GET', `/disputes/${encodeURIComponent(id)}`);
