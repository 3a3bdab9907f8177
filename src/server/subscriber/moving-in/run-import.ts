import { and, asc, eq, gt, inArray, isNull, or, sql } from 'drizzle-orm';
import { AppError } from '@/domain/errors';
import {
  canBegin,
  CLEAR_STATES,
  isWork,
  MOVING_WORK,
  MOVING_WORKS,
  type MovingWork,
} from '@/domain/moving-in';
import { loadCatalogue, type Catalogue } from '../../shop/catalogue/queries';
import { transaction } from '../../db';
import { importRows, imports } from '../../db/schema';
import { writeAudit } from '../../lifecycle/audit';
import type { Ctx } from '../../platform/context';
import { addJob } from '../../platform/job-queue';
import { doAllRows, doRowsOfJob, type RowSet } from '../../platform/stored-work';
import { activateRows } from './activate-rows';
import { claimRows } from './claim-rows';
import { commitRows } from './commit-rows';
import { lockImport, type MovingCtx, type MovingSet } from './open-import';
import { undoRows } from './undo-rows';

/** The rows of one transaction. */
const SET_SIZE = 500;
/** Nothing at the gateway charges the subscriber any more. */
const IS_CLEAR = or(isNull(importRows.token), inArray(importRows.token, [...CLEAR_STATES]));
/** Work without a sign of life for so long has stopped, for example because its worker was killed. */
const IS_STALLED = sql`${imports.movedAt} < now() - interval '2 minutes'`;

const DO: Record<Exclude<MovingWork, 'claim'>, (set: MovingSet) => Promise<void>> = {
  commit: commitRows,
  activate: activateRows,
  undo: undoRows,
};

/**
 * Begins a work on all rows of an import. The worker does it in sets.
 * @throws AppError NOT_FOUND, STALE if the import is not in a state for it
 */
export async function beginWork(
  ctx: MovingCtx,
  { importId, work }: { importId: string; work: MovingWork },
): Promise<void> {
  await transaction(ctx.db, async (tx) => {
    const found = await lockImport(tx, importId);
    if (!canBegin(work, found.state)) throw new AppError('STALE');
    await tx
      .update(imports)
      .set({ state: work, line: 0, begunAt: sql`now()`, movedAt: sql`now()` })
      .where(eq(imports.id, importId));
    await writeAudit(tx, ctx.now, {
      actor: ctx.operator,
      subject: importId,
      what: `import.${work}`,
      detail: { source: found.source, fileName: found.fileName },
    });
    await addJob(tx, 'move_in', { importId }, jobKey(importId));
  });
}

const jobKey = (importId: string) => `move_in:${importId}`;

const workOf = (importId: string) => ({ what: 'import', id: importId, size: SET_SIZE }) as const;

/** Does the present work of an import to its end. */
export async function finishWork(ctx: Ctx, importId: string): Promise<void> {
  const catalogue = await loadCatalogue(ctx.db, ctx.now);
  await doAllRows(workOf(importId), (set) => doRows(ctx, importId, { catalogue, ...set }));
}

/** Does a part of the present work of an import, and queues the rest. */
export async function continueWork(ctx: Ctx, importId: string): Promise<void> {
  const catalogue = await loadCatalogue(ctx.db, ctx.now);
  const hasMore = await doRowsOfJob(workOf(importId), (set) => doRows(ctx, importId, { catalogue, ...set }));
  if (hasMore) await transaction(ctx.db, (tx) => addJob(tx, 'move_in', { importId }, jobKey(importId)));
}

async function doRows(ctx: Ctx, importId: string, how: { catalogue: Catalogue } & RowSet): Promise<boolean> {
  // The gateway is called between transactions, and at its own pace.
  return (await claimRows(ctx, importId)) || doRowsHere(ctx, importId, how);
}

async function doRowsHere(
  { db, now }: Ctx,
  importId: string,
  { catalogue, size, passOver }: { catalogue: Catalogue } & RowSet,
): Promise<boolean> {
  return transaction(db, async (tx) => {
    const found = await lockImport(tx, importId);
    const { state } = found;
    if (!isWork(state) || state === 'claim') return false;
    const rows = await tx
      .select()
      .from(importRows)
      .where(
        and(
          eq(importRows.importId, importId),
          gt(importRows.line, found.line),
          inArray(importRows.state, [...MOVING_WORK[state].rows]),
          state === 'activate' ? IS_CLEAR : undefined,
        ),
      )
      .orderBy(asc(importRows.line))
      .limit(size);
    const last = rows.at(-1);
    if (last && !passOver) await DO[state]({ tx, now, found, rows, catalogue });
    const moved = last ? { line: last.line } : { state: MOVING_WORK[state].end, line: 0 };
    await tx
      .update(imports)
      .set({ ...moved, movedAt: sql`now()` })
      .where(eq(imports.id, importId));
    return last !== undefined;
  });
}

/** Lists imports whose work has stopped. */
export async function listStalledImports({ db }: Ctx, limit: number): Promise<{ id: string }[]> {
  return db
    .select({ id: imports.id })
    .from(imports)
    .where(and(inArray(imports.state, MOVING_WORKS), IS_STALLED))
    .orderBy(asc(imports.id))
    .limit(limit);
}

/** Queues the work of an import that has stopped. */
export async function resumeImport({ db }: Ctx, importId: string): Promise<void> {
  await transaction(db, async (tx) => {
    const [found] = await tx
      .update(imports)
      .set({ movedAt: sql`now()` })
      .where(and(eq(imports.id, importId), inArray(imports.state, MOVING_WORKS), IS_STALLED))
      .returning({ id: imports.id });
    if (found) await addJob(tx, 'move_in', { importId }, jobKey(importId));
  });
}
