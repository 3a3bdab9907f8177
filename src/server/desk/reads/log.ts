import { sql, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import { addDays, dayOf, startOfDay, type Day } from '@/domain/day';
import { mayDo, type LogNoun, type StaffRole } from '@/domain/staff';
import { queryRows } from '../../db/query-rows';
import type { Ctx } from '../../platform/context';

const PAGE = 50;
const EXPORTED_MAX = 5000;

/** The beginnings of the events of each noun. */
export const EVENTS: Record<LogNoun, string[]> = {
  money: [
    ...['refund', 'dispute', 'transfer', 'payment', 'money', 'attempt'],
    ...['payout', 'books', 'statement', 'slip', 'document'],
  ],
  subscribers: [
    ...['subscription', 'account', 'order', 'points', 'message', 'desk', 'conversation', 'broadcast'],
    ...['bulk', 'import', 'registration', 'free_product', 'referral_code'],
  ],
  parcels: ['parcel', 'stock'],
  catalogue: ['prices', 'product', 'code'],
  shop: ['billing', 'maintenance', 'incident', 'stuck', 'reconciliation', 'shop', 'row'],
  team: ['staff', 'token', 'webhook'],
};

/** Events that only say that a member came, left, or confirmed the identity. */
const CAME = ['staff.logged_in', 'staff.logged_out', 'staff.proved'];
/** Events that only say that a member has seen something. */
const SEEN = ['desk.read', 'desk.subscriber_viewed', 'account.shown_to_team'];

const logRow = z.object({
  id: z.string(),
  at: z.string(),
  what: z.string(),
  /** The name of the member; the id of a member without a name. */
  by: z.string(),
  /** Satang; null for an event without money. */
  amount: z.number().nullable(),
  points: z.number().nullable(),
  reason: z.string().nullable(),
  orderNumber: z.number().nullable(),
  accountId: z.string().nullable(),
  /** The name of the subscriber; null without one, and after the account was deleted. */
  name: z.string().nullable(),
  /** The e-mail of the member that the event is about. */
  member: z.string().nullable(),
});
export type LogRow = z.output<typeof logRow>;

interface LogFilter {
  staffId?: string | undefined;
  noun?: LogNoun | undefined;
  day?: Day | undefined;
  /** The id of the last line of the page before. */
  before?: string | undefined;
  /** Whether to leave out that members came and left. */
  isWork?: boolean;
}

/** Returns what members of the staff did, newest first: a page of 50. */
export async function readLog(ctx: Ctx, filter: LogFilter): Promise<{ rows: LogRow[]; hasOlder: boolean }> {
  const rows = await select(ctx, filter, PAGE + 1);
  return { rows: rows.slice(0, PAGE), hasOlder: rows.length > PAGE };
}

/** Returns what was done today: by everybody for a member who may read the log, else by the member alone. */
export function readDone(ctx: Ctx, { staffId, role }: { staffId: string; role: StaffRole }) {
  const mine = mayDo(role, 'staff.manage') ? {} : { staffId };
  return readLog(ctx, { ...mine, day: dayOf(ctx.now), isWork: true });
}

/** Returns the lines of a filter for a file: at most 5,000 lines. `isWhole`: whether these are all. */
export async function exportLog(ctx: Ctx, filter: LogFilter): Promise<{ rows: LogRow[]; isWhole: boolean }> {
  const rows = await select(ctx, filter, EXPORTED_MAX + 1);
  return { rows: rows.slice(0, EXPORTED_MAX), isWhole: rows.length <= EXPORTED_MAX };
}

function select({ db }: Ctx, filter: LogFilter, limit: number): Promise<LogRow[]> {
  const { staffId, noun, day, before, isWork = false } = filter;
  const conditions: SQL[] = [
    // The condition of the index of the events of the staff.
    sql`e.actor like 'staff:%'`,
    sql`e.what <> all(${list(isWork ? [...SEEN, ...CAME] : SEEN)})`,
  ];
  if (staffId) conditions.push(sql`e.actor = ${`staff:${staffId}`}`);
  if (noun) conditions.push(sql`split_part(e.what, '.', 1) = any(${list(EVENTS[noun])})`);
  if (day) {
    const [from, to] = [startOfDay(day), startOfDay(addDays(day, 1))].map((at) => at.toISOString());
    conditions.push(sql`e.at >= ${from}::timestamptz and e.at < ${to}::timestamptz`);
  }
  if (before)
    conditions.push(sql`(e.at, e.id) < (select b.at, b.id from audit_events b where b.id = ${before})`);
  return queryRows(
    db,
    logRow,
    sql`
    with page as (select e.* from audit_events e where ${sql.join(conditions, sql` and `)}
      order by e.at desc, e.id desc limit ${limit})
    select e.id, to_char(e.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, e.what,
      coalesce(nullif(m.name, ''), m.email, substr(e.actor, 7)) as by,
      (e.detail ->> 'amount')::float8 as amount, (e.detail ->> 'points')::float8 as points,
      coalesce(e.detail ->> 'reason', e.detail ->> 'why') as reason, o.order_number as "orderNumber",
      a.id as "accountId",
      case when a.deleted_at is null then nullif(trim(concat_ws(' ', a.first_name, a.last_name)), '') end as name,
      x.email as member
    from page e left join staff m on m.id = substr(e.actor, 7)
      left join orders o on o.id = coalesce(e.detail ->> 'orderId', e.subject)
      left join subscriptions s on s.id = e.subject
      left join accounts a on a.id = coalesce(s.account_id, o.account_id, e.subject)
      left join staff x on x.id = e.subject
    order by e.at desc, e.id desc`,
  );
}

const list = (names: readonly string[]): SQL =>
  sql`array[${sql.join(
    names.map((name) => sql`${name}`),
    sql`, `,
  )}]::text[]`;
