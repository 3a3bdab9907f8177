import { sql } from 'drizzle-orm';
import type { NewEvent } from '@/domain/event';
import type { Db } from '@/server/db';
import { readEvents } from '@/server/work/events/read-events';

/*
 * A program of another system, which knows the shop by its events only. It keeps subscriptions, orders, payments and
 * points, and is compared with the database.
 */

type Row = Record<string, unknown>;
const NOUNS = ['subscription', 'order', 'payment', 'points'] as const;
type Noun = (typeof NOUNS)[number];
type Tables = Record<Noun, Record<string, Row>>;

/** What the program writes to its disk: with a page of events, and where it goes on, in one step. */
interface Saved {
  position: number;
  tables: Tables;
}

/** What exists, as the lists of the API show it. */
const LISTS: Record<Noun, string> = {
  subscription: `select id, account_id as "accountId", status, frequency, payment_day as "paymentDay",
    payment_method as "paymentMethod", paused_until::text as "pausedUntil" from subscriptions`,
  order: `select id, subscription_id as "subscriptionId", account_id as "accountId", kind, status,
    payment_date::text as "paymentDate", list_price::int as "listPrice", box_price::int as "boxPrice",
    delivery_fee::int as "deliveryFee", code_discount::int as "codeDiscount", total::int as total, points,
    refunded::int as refunded, waived::int as waived, paused, paid_on::text as "paidOn" from orders`,
  payment: `select order_id as id, account_id as "accountId", status, method, amount::int as amount, reason,
    to_char(due_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "dueAt" from payments`,
  points: 'select account_id as id, balance from points_balances where balance > 0',
};
/** The values that an event leaves out until they change. */
const ABSENT: Row = { refunded: 0, waived: 0, paused: false };
const KILLED_EVERY = 3;
const PAGE = 50;

async function list(db: Db): Promise<Tables> {
  const tables = {} as Tables;
  for (const noun of NOUNS) {
    const rows = await db.execute<Row & { id: string }>(sql.raw(LISTS[noun]));
    tables[noun] = Object.fromEntries([...rows].map(({ id, ...row }) => [id, row]));
  }
  return tables;
}

function apply(tables: Tables, { type, id, changes }: NewEvent): void {
  const noun = type.split('.', 1)[0] as Noun | 'customer';
  const { accountId } = changes;
  if (noun === 'points') tables.points[String(accountId)] = { balance: changes.balance };
  else if (noun === 'customer') {
    if (type === 'customer.deleted' && changes.ordersKept === false) forget(tables, id);
  } else if (NOUNS.includes(noun)) tables[noun][id] = { ...tables[noun][id], ...changes };
}

/** A registration that ended unpaid is deleted with its orders. */
function forget(tables: Tables, accountId: string): void {
  for (const noun of ['subscription', 'order', 'payment'] as const)
    for (const [id, row] of Object.entries(tables[noun]))
      if (row.accountId === accountId) delete tables[noun][id];
}

function differences(ours: Tables, theirs: Tables): string[] {
  const found: string[] = [];
  for (const noun of NOUNS) {
    for (const [id, row] of Object.entries(theirs[noun]))
      for (const [field, value] of Object.entries(row)) {
        const known = ours[noun][id]?.[field] ?? ABSENT[field] ?? null;
        if (known !== value)
          found.push(`replica: ${noun} ${id} ${field} is ${String(value)}, not ${JSON.stringify(known)}`);
      }
    const isGone = ([id, row]: [string, Row]) => theirs[noun][id] === undefined && row.balance !== 0;
    found.push(
      ...Object.entries(ours[noun])
        .filter(isGone)
        .map(([id]) => `replica: no ${noun} ${id}`),
    );
  }
  return found;
}

function createReplica(db: Db, saved: Saved) {
  let [disk, pages] = [JSON.stringify(saved), 0];
  const follow = async () => {
    for (let hasMore = true; hasMore; pages += 1) {
      const { position, tables } = JSON.parse(disk) as Saved;
      const page = await readEvents(db, { after: position, limit: PAGE });
      hasMore = page.hasMore;
      // As another system gets them.
      for (const event of JSON.parse(JSON.stringify(page.events)) as NewEvent[]) apply(tables, event);
      // The program is killed before it saves what it has read, and begins again.
      if (pages % KILLED_EVERY === 0 && page.events.length > 0) hasMore = true;
      else disk = JSON.stringify({ position: page.position, tables });
    }
  };
  const compare = async () => {
    await follow();
    return differences((JSON.parse(disk) as Saved).tables, await list(db));
  };
  return { follow, compare };
}

export function followFromStart(db: Db) {
  const tables = { subscription: {}, order: {}, payment: {}, points: {} };
  return createReplica(db, { position: 0, tables });
}

/** Begins with what exists: first the position, then the lists, which may already show later changes. */
export async function followFromListing(db: Db) {
  const { position } = await readEvents(db, { limit: PAGE });
  return createReplica(db, { position, tables: await list(db) });
}
