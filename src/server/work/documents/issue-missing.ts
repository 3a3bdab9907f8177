import { z } from 'zod';
import { DAY_MS } from '@/domain/duration';
import type { Ctx } from '../../platform/context';
import { queryRows } from '../../db/query-rows';
import { transaction } from '../../db';
import { readFlag, writeFlag } from '../../platform/flags';
import { log } from '../../platform/log';
import { issueEachReceipt } from './attachments';
import { issueCreditNote } from './issue';

/**
 * The age of payments up to which the frequent search finds missing receipts. A payment recorded later gets
 * its receipt with its message, or by the daily check.
 */
const RECENT_MS = 3 * DAY_MS;
const WHOLE = 'whole';
const WHOLE_MAX = 10_000;
/** The maximum number of receipts that one transaction issues. */
const SET_MAX = 100;

const missingRow = z.object({ id: z.string() });

const ALL_PAID = `select o.id from orders o where o.paid_at is not null
  and not exists (select 1 from documents d where d.order_id = o.id and d.kind = 'receipt')
  order by o.paid_at, o.id limit $1`;

// For few orders. The subquery makes PostgreSQL read each receipt by the index instead of planning a join.
const RECENTLY_PAID = `select o.id from orders o where o.paid_at > $2
  and (select d.id from documents d where d.order_id = o.id and d.kind = 'receipt') is null
  order by o.paid_at, o.id limit $1`;

const CREDIT_NOTES = `select r.id from refunds r join money_received m on m.id = r.money_id
  where r.status = 'succeeded' and m.verdict = 'kept' and m.order_id is not null
    and not exists (select 1 from documents d where d.refund_id = r.id)
  order by r.closed_at, r.id limit $1`;

/**
 * Returns the documents to issue: recently paid orders without a receipt, then refunds without a credit note,
 * oldest payment first. Once a day returns only the row `whole`, which requests a check of all paid orders.
 */
export async function listDocumentsToIssue({ db, now }: Ctx, limit: number): Promise<{ id: string }[]> {
  const last = await readFlag(db, 'documents');
  const isDue = last === null || Math.abs(now.getTime() - new Date(last.lookedAt).getTime()) >= DAY_MS;
  if (isDue) return [{ id: WHOLE }];
  const since = new Date(now.getTime() - RECENT_MS).toISOString();
  return listMissing({ db, now }, limit, RECENTLY_PAID, [limit, since]);
}

/**
 * Issues the receipts of the given orders and the credit notes of the given refunds. The row `whole` issues
 * all missing documents.
 */
export async function issueDocuments(
  ctx: Ctx,
  ids: readonly string[],
): Promise<{ counts: { failed: number } } | void> {
  if (ids.includes(WHOLE)) return issueAllMissing(ctx);
  const { orders, refunds } = splitByKind(ids);
  const receipts = await issueEachReceipt(ctx, orders);
  for (const id of refunds) await issueCreditNote(ctx, id);
  return { counts: { failed: orders.length - receipts.size } };
}

/**
 * Issues all missing documents: first the receipts, in sets and in the order of payment, then the credit
 * notes.
 */
async function issueAllMissing(ctx: Ctx): Promise<void> {
  const missing = (await listMissing(ctx, WHOLE_MAX, ALL_PAID, [WHOLE_MAX])).map(({ id }) => id);
  const { orders, refunds } = splitByKind(missing);
  for (let at = 0; at < orders.length; at += SET_MAX)
    await issueEachReceipt(ctx, orders.slice(at, at + SET_MAX));
  for (const id of refunds)
    await issueCreditNote(ctx, id).catch((error: unknown) => log.error('documents.not_issued', { error }));
  const isDone = missing.length < WHOLE_MAX;
  if (isDone)
    await transaction(ctx.db, (tx) => writeFlag(tx, 'documents', { lookedAt: ctx.now.toISOString() }));
}

function splitByKind(ids: readonly string[]): { orders: string[]; refunds: string[] } {
  const isRefund = (id: string) => id.startsWith('rfd_');
  return { orders: ids.filter((id) => !isRefund(id)), refunds: ids.filter(isRefund) };
}

async function listMissing({ db }: Ctx, limit: number, orders: string, params: (number | string)[]) {
  const receipts = await queryRows(db, missingRow, { text: orders, params });
  const room = limit - receipts.length;
  if (room <= 0) return receipts;
  return [...receipts, ...(await queryRows(db, missingRow, { text: CREDIT_NOTES, params: [room] }))];
}
