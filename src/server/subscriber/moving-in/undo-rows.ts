import { inArray, sql } from 'drizzle-orm';
import { z } from 'zod';
import { accounts, bankAccounts, identities, importRows } from '../../db/schema';
import { queryRows } from '../../db/query-rows';
import { writeEvents } from '../../lifecycle/events';
import { addJobs } from '../../platform/job-queue';
import { deleteLineData } from '../../login/line-identity';
import { eraseBankAccounts } from '../../money/bank-accounts/delete-link';
import type { MovingSet } from './open-import';

/** Locks the subscriptions of accounts for which nothing was charged, sent or earned here. */
const LOCK = `select s.account_id as "accountId" from subscriptions s join accounts a on a.id = s.account_id
  where s.account_id in (select jsonb_array_elements_text($1::jsonb)) and a.deleted_at is null
    and not exists (select from orders o where o.account_id = s.account_id and o.begun_at is not null)
    and not exists (select from charge_attempts t where t.account_id = s.account_id)
    and not exists (select from referrals f where s.account_id in (f.referrer_id, f.friend_id))
  order by s.id for update of s`;
const lockedRow = z.object({ accountId: z.string() });

/**
 * Deletes the accounts of rows, with all that belongs to them, unless something was charged here. Such a row keeps its
 * state.
 */
export async function undoRows({ tx, now, found, rows }: MovingSet): Promise<void> {
  const all = rows.flatMap(({ accountId }) => accountId ?? []);
  const locked = await queryRows(tx, lockedRow, { text: LOCK, params: [JSON.stringify(all)] });
  const ids = locked.map(({ accountId }) => accountId);
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
  const customers = deleted.flatMap(({ customerId }) => customerId ?? []);
  await addJobs(
    tx,
    'delete_customer',
    customers.map((customerId) => ({ payload: { customerId }, key: `delete_customer:${customerId}` })),
  );
  const gone = ids.map((id) => ({ type: 'customer.deleted', id, changes: { ordersKept: false } }) as const);
  await writeEvents(tx, now, gone);
}
