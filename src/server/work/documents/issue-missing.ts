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
 * oldest payment first. Once a day returns only the row `whole`, which requests the receipts of all paid orders.
 */
export async function listDocumentsToIssue({ db, now }: Ctx, limit: number): Promise<{ id: string }[]> {
  const last = await readFlag(db, 'documents');
  const isDue = last === null || Math.abs(now.getTime() - new Date(last.lookedAt).getTime()) >= DAY_MS;
  if (isDue) return [{ id: WHOLE }];
  const since = new Date(now.getTime() - RECENT_MS).toISOString();
  const receipts = await queryRows(db, missingRow, { text: RECENTLY_PAID, params: [limit, since] });
  const room = limit - receipts.length;
  if (room <= 0) return receipts;
  return [...receipts, ...(await queryRows(db, missingRow, { text: CREDIT_NOTES, params: [room] }))];
}

/**
 * Issues the receipts of the given orders and the credit notes of the given refunds; a failed one stops no other. The
 * row `whole` issues all missing receipts.
 */
export async function issueDocuments(
  ctx: Ctx,
  ids: readonly string[],
): Promise<{ counts: { failed: number } } | void> {
  if (ids.includes(WHOLE)) return issueAllReceipts(ctx);
  const isRefund = (id: string) => id.startsWith('rfd_');
  const orders = ids.filter((id) => !isRefund(id));
  const receipts = await issueEachReceipt(ctx, orders);
  let failed = orders.length - receipts.size;
  for (const id of ids.filter(isRefund))
    await issueCreditNote(ctx, id).catch((error: unknown) => {
      failed += 1;
      log.error('documents.not_issued', { error });
    });
  return { counts: { failed } };
}

/** Issues all missing receipts, in sets and in the order of payment. */
async function issueAllReceipts(ctx: Ctx): Promise<void> {
  const missing = await queryRows(ctx.db, missingRow, { text: ALL_PAID, params: [WHOLE_MAX] });
  const ids = missing.map(({ id }) => id);
  for (let at = 0; at < ids.length; at += SET_MAX) await issueEachReceipt(ctx, ids.slice(at, at + SET_MAX));
  const isDone = missing.length < WHOLE_MAX;
  if (isDone)
    await transaction(ctx.db, (tx) => writeFlag(tx, 'documents', { lookedAt: ctx.now.toISOString() }));
}
