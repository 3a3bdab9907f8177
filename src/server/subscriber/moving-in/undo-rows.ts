import { inArray, sql } from 'drizzle-orm';
import { z } from 'zod';
import { accounts, bankAccounts, identities, importRows } from '../../db/schema';
import { queryRows } from '../../db/query-rows';
import { writeEvents } from '../../lifecycle/events';
import { addJobs } from '../../platform/job-queue';
import { deleteLineData } from '../../login/line-identity';
import { eraseBankAccounts } from '../../money/bank-accounts/delete-link';
import type { MovingSet } from './open-import';

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
export async function undoRows({ tx, now, found, rows }: MovingSet): Promise<void> {
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
  await writeEvents(tx, now, gone);
}
