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
import { importRows, imports, accounts, bankAccounts, identities } from '../../db/schema';
import { writeAudit } from '../../lifecycle/audit';
import type { Ctx } from '../../platform/context';
import { storedWork, type RowSet } from '../../platform/stored-work';
import { activateRows } from './activate-rows';
import { claimRows } from './claim-rows';
import { commitRows } from './commit-rows';
import { lockImport, type MovingCtx, type MovingSet } from './open-import';
import { z } from 'zod';
import { queryRows } from '../../db/query-rows';
import { addEvents } from '../../lifecycle/events';
import { addJobs } from '../../platform/job-queue';
import { deleteLineData } from '../../login/line-identity';
import { eraseBankAccounts } from '../../money/bank-accounts/delete-link';

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

const LOCK = `select s.id from subscriptions s
  where s.account_id in (select jsonb_array_elements_text($1::jsonb)) order by s.id for update`;
/**
 * Accounts for which nothing was charged, begun or earned by a friend here. A statement of its own: one that waited for a
 * lock does not see the charge that the holder of the lock has written.
 */
const UNCHARGED = `select a.id from accounts a
  where a.id in (select jsonb_array_elements_text($1::jsonb)) and a.deleted_at is null
    and not exists (select from orders o where o.account_id = a.id and o.begun_at is not null)
    and not exists (select from charge_attempts t where t.account_id = a.id)
    and not exists (select from referrals f where a.id in (f.referrer_id, f.friend_id))`;
const idRow = z.object({ id: z.string() });

/**
 * Deletes the accounts of rows, with all that belongs to them, unless something was charged here. Such a row keeps its
 * state.
 */
async function undoRows({ tx, now, found, rows }: MovingSet): Promise<void> {
  const all = rows.flatMap(({ accountId }) => accountId ?? []);
  const params = [JSON.stringify(all)];
  await queryRows(tx, idRow, { text: LOCK, params });
  const ids = (await queryRows(tx, idRow, { text: UNCHARGED, params })).map(({ id }) => id);
  if (ids.length === 0) return;
  const withLine = await tx.select().from(identities).where(inArray(identities.accountId, ids));
  for (const { accountId } of withLine) await deleteLineData(tx, accountId);
  const withBank = await tx.select().from(bankAccounts).where(inArray(bankAccounts.accountId, ids));
  for (const { accountId } of withBank) await eraseBankAccounts(tx, accountId);
  await tx
    .update(importRows)
    .set({ state: 'undone', linkOn: null })
    .where(sql`${importRows.importId} = ${found.id} and ${inArray(importRows.accountId, ids)}`);
  const deleted = await tx
    .delete(accounts)
    .where(inArray(accounts.id, ids))
    .returning({ customerId: accounts.omiseCustomerId });
  // Customers of the earlier system were there before, and stay.
  const before = new Set(rows.map(({ plan }) => plan?.token?.customerId));
  const customers = deleted.flatMap(({ customerId }) =>
    customerId === null || before.has(customerId) ? [] : [customerId],
  );
  await addJobs(
    tx,
    'delete_customer',
    customers.map((customerId) => ({ payload: { customerId }, key: `delete_customer:${customerId}` })),
  );
  const gone = ids.map((id) => ({ type: 'customer.deleted', id, changes: { ordersKept: false } }) as const);
  addEvents(tx, now, gone);
}
