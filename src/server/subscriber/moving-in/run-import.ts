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
import { catalogueOf } from '../../shop/catalogue/queries';
import { transaction } from '../../db';
import { importRows, imports } from '../../db/schema';
import { writeAudit } from '../../lifecycle/audit';
import type { Ctx } from '../../platform/context';
import { storedWork, type RowSet } from '../../platform/stored-work';
import { activateRows } from './activate-rows';
import { claimRows } from './claim-rows';
import { commitRows } from './commit-rows';
import { lockImport, type MovingCtx, type MovingSet } from './open-import';
import { undoRows } from './undo-rows';

/** The rows of one transaction. */
const SET_SIZE = 500;
/** Nothing at the gateway charges the subscriber any more. */
const IS_CLEAR = or(isNull(importRows.token), inArray(importRows.token, [...CLEAR_STATES]));

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
    await importWork.queue(tx, importId);
  });
}

/** The works of imports. */
export const importWork = storedWork({
  job: 'move_in',
  payload: (importId) => ({ importId }),
  table: 'imports',
  states: MOVING_WORKS,
  size: SET_SIZE,
  doRows,
});

async function doRows(ctx: Ctx, importId: string, { size, passOver }: RowSet): Promise<boolean> {
  // The gateway is called between transactions, and at its own pace.
  if (await claimRows(ctx, importId)) return true;
  const { db, now } = ctx;
  const catalogue = await catalogueOf(ctx);
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
