import { and, asc, eq, gt, inArray, sql } from 'drizzle-orm';
import {
  BULK_WORK,
  BULK_WORKS,
  canBeginBulk,
  isBulkWork,
  type BulkCode,
  type BulkRowState,
  type BulkWork,
} from '@/domain/bulk';
import { AppError } from '@/domain/errors';
import { transaction, type Tx } from '../../db';
import { bulkChanges, bulkRows } from '../../db/schema';
import { writeAudit } from '../../lifecycle/audit';
import { loadSubscribers, type Locked } from '../../lifecycle/load-facts';
import { findApologies, findOwnAccounts } from '../../lifecycle/staff-limits';
import type { Ctx } from '../../platform/context';
import { storedWork, type RowSet } from '../../platform/stored-work';
import { catalogueOf, type Catalogue } from '../../shop/catalogue/queries';
import { writeDecided } from '../plan/change-subscription';
import { decideRow, decideUndo, type PlannedRow } from './decide-row';
import { tellChanged } from './tell-changed';

/** The rows of one transaction. It holds the locks of their subscriptions. */
const SET_SIZE = 100;

type Bulk = typeof bulkChanges.$inferSelect;
export type BulkRow = typeof bulkRows.$inferSelect;

interface BulkCtx extends Ctx {
  operator: string;
}

/** Locks and returns a bulk change. @throws AppError NOT_FOUND */
export async function lockBulk(tx: Tx, bulkId: string): Promise<Bulk> {
  const [found] = await tx.select().from(bulkChanges).where(eq(bulkChanges.id, bulkId)).for('update');
  if (!found) throw new AppError('NOT_FOUND');
  return found;
}

/**
 * Begins a work on the rows of a bulk change. The worker does it in sets.
 * @throws AppError NOT_FOUND, STALE if the bulk change is not in a state for it
 */
export async function beginBulk(
  ctx: BulkCtx,
  { bulkId, work }: { bulkId: string; work: BulkWork },
): Promise<void> {
  await transaction(ctx.db, async (tx) => {
    const { state } = await lockBulk(tx, bulkId);
    if (!canBeginBulk(work, state)) throw new AppError('STALE');
    await tx
      .update(bulkChanges)
      .set({ state: work, line: 0, actor: ctx.operator, movedAt: sql`now()` })
      .where(eq(bulkChanges.id, bulkId));
    await auditBulk(tx, ctx, bulkId, work);
    await bulkWork.queue(tx, bulkId);
  });
}

/** Stops the present work after its present set. It can begin again. @throws AppError NOT_FOUND, STALE without work */
export async function stopBulk(ctx: BulkCtx, bulkId: string): Promise<void> {
  await transaction(ctx.db, async (tx) => {
    const { state } = await lockBulk(tx, bulkId);
    if (!isBulkWork(state)) throw new AppError('STALE');
    await tx
      .update(bulkChanges)
      .set({ state: state === 'rehearse' ? 'open' : 'stopped' })
      .where(eq(bulkChanges.id, bulkId));
    await auditBulk(tx, ctx, bulkId, 'stop');
  });
}

const auditBulk = (tx: Tx, { now, operator }: BulkCtx, bulkId: string, work: BulkWork | 'stop') =>
  writeAudit(tx, now, { actor: operator, subject: bulkId, what: `bulk.${work}` });

/** The works of bulk changes. */
export const bulkWork = storedWork({
  job: 'change_bulk',
  payload: (bulkId) => ({ bulkId }),
  table: 'bulk_changes',
  states: BULK_WORKS,
  size: SET_SIZE,
  doRows,
});

async function doRows(ctx: Ctx, bulkId: string, { size, passOver }: RowSet): Promise<boolean> {
  const { now } = ctx;
  const catalogue = await catalogueOf(ctx);
  return transaction(ctx.db, async (tx) => {
    const bulk = await lockBulk(tx, bulkId);
    const { state } = bulk;
    if (!isBulkWork(state)) return false;
    const rows = await tx
      .select()
      .from(bulkRows)
      .where(
        and(
          eq(bulkRows.bulkId, bulkId),
          gt(bulkRows.line, bulk.line),
          inArray(bulkRows.state, [...BULK_WORK[state].rows]),
        ),
      )
      .orderBy(asc(bulkRows.line))
      .limit(size);
    const last = rows.at(-1);
    if (last) {
      const judged = passOver
        ? rows.map((row) => leftOut(row, state, 'failed'))
        : await judge({ tx, now, bulk, work: state, rows, catalogue });
      if (state !== 'rehearse') await write({ tx, now, bulk, work: state }, judged);
      await save(
        tx,
        judged.map(({ row }) => row),
      );
    }
    const moved = last ? { line: last.line } : { state: BULK_WORK[state].end, line: 0 };
    await tx
      .update(bulkChanges)
      .set({ ...moved, movedAt: sql`now()` })
      .where(eq(bulkChanges.id, bulkId));
    return last !== undefined;
  });
}

/** A row after the work, and what is written for it. */
interface Judged {
  row: BulkRow;
  going?: { locked: Locked; planned: PlannedRow };
}

const leftOut = (row: BulkRow, work: BulkWork, code: BulkCode): Judged => ({
  row: { ...row, code, state: work === 'undo' ? 'kept' : code === 'changed' ? 'changed' : 'refused' },
});

interface BulkSet {
  tx: Tx;
  now: Date;
  bulk: Bulk;
  work: BulkWork;
  rows: readonly BulkRow[];
  catalogue: Catalogue;
}

/** Decides what happens to each row. Its facts are read under the lock, except for a rehearsal. */
async function judge({ tx, now, bulk, work, rows, catalogue }: BulkSet): Promise<Judged[]> {
  const ids = rows.flatMap(({ accountId }) => accountId ?? []);
  const found = await loadSubscribers(tx, ids, work !== 'rehearse');
  const own = await findOwnAccounts(tx, bulk.actor, ids);
  const isGiving = bulk.change.kind === 'points';
  const apologies = isGiving ? await findApologies(tx, now, ids) : new Map<string, number>();
  return rows.map((row): Judged => {
    const locked = row.accountId === null ? undefined : found.get(row.accountId);
    if (!locked) return leftOut(row, work, 'NOT_FOUND');
    const { subscription } = locked;
    if (own.has(subscription.accountId)) return leftOut(row, work, 'OWN_ACCOUNT');
    if (work !== 'rehearse' && subscription.version !== row.version) return leftOut(row, work, 'changed');
    const facts = {
      change: { now, ...locked },
      catalogue,
      apologies: apologies.get(subscription.accountId) ?? 0,
      pointsKey: bulk.id,
    };
    try {
      const planned =
        work === 'undo' && row.undo ? decideUndo(row.undo, facts) : decideRow(bulk.change, facts);
      if (!planned) return { row: { ...row, code: null, state: work === 'undo' ? 'undone' : 'same' } };
      if (work === 'rehearse')
        return { row: { ...row, ...rehearsed(planned), version: subscription.version } };
      return {
        row: { ...row, ...written(work, planned), version: subscription.version + 1 },
        going: { locked, planned },
      };
    } catch (error) {
      if (error instanceof AppError) return leftOut(row, work, error.code);
      throw error;
    }
  });
}

const rehearsed = ({ before, after }: PlannedRow) => ({
  state: 'ready' as BulkRowState,
  code: null,
  before,
  after,
});

const written = (work: BulkWork, { before, after, undo }: PlannedRow) =>
  work === 'undo'
    ? { state: 'undone' as BulkRowState, code: null }
    : { state: 'done' as BulkRowState, code: null, before, after, undo };

/** Writes the changes of a set, and one message for each subscriber. */
async function write(
  { tx, now, bulk, work }: Pick<BulkSet, 'tx' | 'now' | 'bulk' | 'work'>,
  judged: readonly Judged[],
): Promise<void> {
  const going = judged.flatMap(({ going: one }) => one ?? []);
  if (going.length === 0) return;
  await writeDecided(
    tx,
    now,
    going.map(({ locked: { subscription }, planned: { what, decided } }) => ({
      subscription,
      what,
      by: { actor: bulk.actor, accountId: subscription.accountId },
      decided: { ...decided, detail: { ...decided.detail, bulkId: bulk.id } },
    })),
  );
  await tellChanged(tx, now, bulk, { isUndone: work === 'undo', going });
}

async function save(tx: Tx, rows: readonly BulkRow[]): Promise<void> {
  await tx.execute(sql`update bulk_rows r set state = n.state, code = n.code, version = n.version, before = n.before,
      after = n.after, undo = n.undo
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n("bulkId" text, line int, state text, code text,
      version int, before bigint, after bigint, undo jsonb)
    where r.bulk_id = n."bulkId" and r.line = n.line`);
}
