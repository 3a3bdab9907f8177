import { eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { mailAddress, normaliseEmail } from '@/domain/contact';
import { dayOf } from '@/domain/day';
import { AppError } from '@/domain/errors';
import type { addPeopleInput, OpenBulkInput } from '@/schemas/bulk';
import { isAmong } from '../../db/among';
import { transaction, type Tx } from '../../db';
import { accounts, bulkChanges, bulkRows } from '../../db/schema';
import { newId } from '../../platform/ids';
import { lockBulk } from '../../subscriber/bulk/run-bulk';
import { auditOperator, type OperatorCtx } from './operator';
import { whoFits } from './subscriber-filter';

/**
 * Opens a change for the subscribers who fit a filter, or for those whom a file will name. Nothing changes yet. A
 * repeated request opens it once.
 * @throws AppError NOT_FOUND for the key of another member
 */
export async function openBulk(ctx: OperatorCtx, input: OpenBulkInput): Promise<{ bulkId: string }> {
  const { operator, now } = ctx;
  return transaction(ctx.db, async (tx) => {
    const row = { id: newId('bulk'), ...input, createdBy: operator, actor: operator, createdAt: now };
    const [opened] = await tx.insert(bulkChanges).values(row).onConflictDoNothing().returning();
    if (!opened) {
      const [known] = await tx.select().from(bulkChanges).where(eq(bulkChanges.key, input.key));
      if (known?.createdBy !== operator) throw new AppError('NOT_FOUND');
      return { bulkId: known.id };
    }
    const { filter, change } = input;
    if (filter)
      await tx.execute(sql`insert into bulk_rows (bulk_id, line, account_id)
        select ${row.id}, row_number() over (order by s.account_id), s.account_id
        from subscriptions s join accounts a on a.id = s.account_id and a.deleted_at is null
        where ${whoFits(filter, dayOf(now))}`);
    await auditOperator(tx, ctx, { subject: row.id, what: 'bulk.opened', detail: { ...change } });
    return { bulkId: row.id };
  });
}

/**
 * Adds the subscribers whom lines of a file name by e-mail or account id. A subscriber is added once. A line that names
 * none is in the report.
 * @throws AppError NOT_FOUND, STALE once the change was rehearsed
 */
export async function addPeople(
  ctx: OperatorCtx,
  { bulkId, lines }: z.output<typeof addPeopleInput>,
): Promise<void> {
  await transaction(ctx.db, async (tx) => {
    const { state, filter } = await lockBulk(tx, bulkId);
    if (state !== 'open' || filter) throw new AppError('STALE');
    const named = lines.map(([line, text]) => ({ line, name: nameOf(text) }));
    const found = await findNamed(
      tx,
      named.map(({ name }) => name),
    );
    const rows = named.map(({ line, name }): typeof bulkRows.$inferInsert => {
      const accountId = found.get(name);
      const state = accountId === undefined ? ({ state: 'refused', code: 'NOT_FOUND' } as const) : {};
      return { bulkId, line, accountId, ...state };
    });
    if (rows.length > 0) await tx.insert(bulkRows).values(rows).onConflictDoNothing();
  });
}

const nameOf = (text: string) => (text.includes('@') ? normaliseEmail(mailAddress(text)) : text.trim());

async function findNamed(tx: Tx, names: readonly string[]): Promise<Map<string, string>> {
  const rows = await tx
    .select({ id: accounts.id, email: accounts.emailNorm })
    .from(accounts)
    .where(
      sql`${accounts.deletedAt} is null and (${isAmong(accounts.emailNorm, names)} or ${isAmong(accounts.id, names)})`,
    );
  return new Map(rows.flatMap(({ id, email }) => [[id, id] as const, [email, id] as const]));
}
