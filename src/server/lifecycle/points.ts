import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { NewEvent } from '@/domain/event';
import type { PointsMovement } from '@/domain/lifecycle/changes';
import { applyEntry, hold, type PointsState } from '@/domain/points';
import { queryRows } from '../db/query-rows';
import { rowShape } from '../db/row-shapes';
import { pointsBalances } from '../db/schema';
import type { Tx } from '../db';
import { newId } from '../platform/ids';
import { addEvents } from './events';

// The caller holds the lock of the subscription whose movement this is, and no other transaction writes an entry of the
// same source meanwhile. So one statement may read the entries, lock the balances and create missing ones.
const LOCK = `with asked as (select jsonb_array_elements_text($1::jsonb) as id),
  created as (
    insert into points_balances (account_id) select id from asked
    where not exists (select from points_balances where account_id = id) order by id
    on conflict do nothing returning account_id, balance, debt),
  locked as (
    select account_id, balance, debt from points_balances where account_id in (select id from asked)
    order by account_id for no key update),
  known as (
    select m."accountId", json_agg(m.at) as at
    from jsonb_to_recordset($2::jsonb) as m(at int, "accountId" text, kind text, source text)
      join points_entries e on e.account_id = m."accountId" and e.kind = m.kind and e.source = m.source
    group by m."accountId")
  select b.account_id as "accountId", b.balance, b.debt, coalesce(k.at, '[]') as known
  from (select * from locked union all select * from created) b left join known k on k."accountId" = b.account_id`;
const lockedRow = rowShape(pointsBalances, ['accountId', 'balance', 'debt']).extend({
  known: z.array(z.number()),
});

/** A locked balance. `known`: the positions of the movements that its ledger already has. */
type LockedBalance = z.output<typeof lockedRow>;

/**
 * Locks the points balances of accounts, always in the same order, so that two transactions cannot deadlock.
 * Creates missing balances.
 * @param movements to be looked up in the ledgers of these accounts
 * @returns the balances by account id
 */
export async function lockBalances(
  tx: Tx,
  accountIds: readonly string[],
  movements: readonly PointsMovement[] = [],
): Promise<ReadonlyMap<string, LockedBalance>> {
  const ids = [...new Set(accountIds)];
  const asked = movements.map(({ accountId, kind, source }, at) => ({ at, accountId, kind, source }));
  const params = [JSON.stringify(ids), JSON.stringify(asked)];
  const lock = () => queryRows(tx, lockedRow, { text: LOCK, params });
  const rows = await lock();
  // Another transaction has created a missing balance at the same time.
  const all = rows.length < ids.length ? await lock() : rows;
  return new Map(all.map((row) => [row.accountId, row]));
}

const EARNED: ReadonlySet<string> = new Set(['earned', 'milestone', 'referral']);
const REVERSED: ReadonlySet<string> = new Set(['taken_back', 'referral_reversed']);
/** Whether points reduce a debt first: earned ones, and those that a corrected refund gives back. */
const reducesDebt = ({ kind, delta }: PointsMovement) =>
  EARNED.has(kind) || (REVERSED.has(kind) && delta > 0);

/**
 * Appends movements to the points ledger and updates the balances. Skips a movement with a kind and source
 * that the account's ledger already has. Points taken back beyond the balance become debt, which the next
 * earned points reduce. The caller must hold the locks of the subscriptions.
 * @returns the movements that were written
 * @throws RangeError if the balance does not cover points to be held
 */
export async function movePoints(
  tx: Tx,
  now: Date,
  movements: readonly PointsMovement[],
): Promise<PointsMovement[]> {
  if (movements.length === 0) return [];
  const accountIds = movements.map(({ accountId }) => accountId);
  const locked = await lockBalances(tx, accountIds, movements);
  const known = new Set([...locked.values()].flatMap((balance) => balance.known));
  const balances = new Map<string, PointsState>(locked);
  const fresh = movements.filter((_, at) => !known.has(at));
  if (fresh.length === 0) return [];
  const events: NewEvent[] = [];
  const entries = fresh.map((asked) => {
    const { delta, ...movement } = asked;
    const state = balances.get(movement.accountId);
    if (!state) throw new Error('a locked balance is missing');
    const { entry, ...after } =
      movement.kind === 'held' ? hold(state, -delta) : applyEntry(state, delta, reducesDebt(asked));
    balances.set(movement.accountId, after);
    const id = newId('points');
    const { accountId, kind, orderId } = movement;
    const changes = { accountId, kind, orderId, points: entry, balance: after.balance };
    events.push({ type: entry < 0 ? 'points.spent' : 'points.earned', id, changes });
    return { id, ...movement, points: entry };
  });
  const moved = [...new Set(fresh.map(({ accountId }) => accountId))];
  const after = moved.map((accountId) => ({ accountId, ...balances.get(accountId) }));
  await tx.execute(sql`with entries as (
      insert into points_entries (id, account_id, kind, source, points, order_id, created_at)
      select e.id, e."accountId", e.kind, e.source, e.points, e."orderId", ${now.toISOString()}::timestamptz
      from jsonb_to_recordset(${JSON.stringify(entries)}::jsonb) as e(id text, "accountId" text, kind text, source text,
        points int, "orderId" text))
    update points_balances b set balance = n.balance, debt = n.debt
    from jsonb_to_recordset(${JSON.stringify(after)}::jsonb) as n("accountId" text, balance int, debt int)
    where b.account_id = n."accountId"`);
  addEvents(tx, now, events);
  return fresh;
}
