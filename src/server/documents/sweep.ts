import { DAY_MS } from '@/domain/duration';
import type { Ctx } from '../context';
import { ask } from '../db/ask';
import { transaction } from '../db/client';
import { readFlag, writeFlag } from '../flags';
import { log } from '../log';
import { issueCreditNote, issueReceipt } from './issue';

/** Money that is booked longer than that after it was paid gets its receipt with its message, or by the whole look. */
const RECENT_MS = 3 * DAY_MS;
const WHOLE = 'whole';
const WHOLE_MAX = 10_000;

const ALL_PAID = `select o.id from orders o where o.paid_at is not null
  and not exists (select 1 from documents d where d.order_id = o.id and d.kind = 'receipt')
  order by o.paid_at, o.id limit $1`;

// The same for few orders: each receipt is looked up by its index, whatever the planner thinks of a join.
const RECENTLY_PAID = `select o.id from orders o where o.paid_at > $2
  and (select d.id from documents d where d.order_id = o.id and d.kind = 'receipt') is null
  order by o.paid_at, o.id limit $1`;

const CREDIT_NOTES = `select r.id from refunds r join money_received m on m.id = r.money_id
  where r.status = 'succeeded' and m.verdict = 'kept' and m.order_id is not null
    and not exists (select 1 from documents d where d.refund_id = r.id)
  order by r.closed_at, r.id limit $1`;

/**
 * What to issue: orders paid in the last days without a receipt, then refunds of an order's own money without a credit
 * note, in the order in which money came and went. Once a day one row instead, for a look at all that was ever paid.
 */
export async function listDocumentsToIssue({ db, now }: Ctx, limit: number): Promise<{ id: string }[]> {
  const last = await readFlag(db, 'documents');
  const isDue = last === null || Math.abs(now.getTime() - new Date(last.lookedAt).getTime()) >= DAY_MS;
  if (isDue) return [{ id: WHOLE }];
  const since = new Date(now.getTime() - RECENT_MS).toISOString();
  return listMissing({ db, now }, limit, RECENTLY_PAID, [limit, since]);
}

/** Issues the receipt of an order, the credit note of a refund, or whatever is missing at all. */
export async function issueDocument(ctx: Ctx, id: string): Promise<void> {
  if (id === WHOLE) return issueWhatIsMissing(ctx);
  await (id.startsWith('rfd_') ? issueCreditNote : issueReceipt)(ctx, id);
}

/** One after the other, so that what was paid first has the first number; one that can't be issued stops none. */
async function issueWhatIsMissing(ctx: Ctx): Promise<void> {
  const missing = await listMissing(ctx, WHOLE_MAX, ALL_PAID, [WHOLE_MAX]);
  for (const { id } of missing) {
    await issueDocument(ctx, id).catch((error: unknown) => log.error('documents.not_issued', { error }));
  }
  const isDone = missing.length < WHOLE_MAX;
  if (isDone)
    await transaction(ctx.db, (tx) => writeFlag(tx, 'documents', { lookedAt: ctx.now.toISOString() }));
}

async function listMissing({ db }: Ctx, limit: number, orders: string, params: (number | string)[]) {
  const receipts = await ask<{ id: string }>(db, orders, params);
  const room = limit - receipts.length;
  return room > 0 ? [...receipts, ...(await ask<{ id: string }>(db, CREDIT_NOTES, [room]))] : receipts;
}
