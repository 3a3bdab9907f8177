import { sql, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import { addDays, dayOf, startOfDay, type Day } from '@/domain/day';
import type { DayList } from '@/schemas/desk';
import type { Ctx } from '../../platform/context';
import type { Db } from '../../db';
import { queryRows } from '../../db/query-rows';

const LISTED_MAX = 200;

const dayRow = z.object({
  /** The instant (ISO 8601). */
  at: z.string(),
  id: z.string(),
  orderId: z.string().nullable(),
  orderNumber: z.number().nullable(),
  accountId: z.string().nullable(),
  /** The name of the subscriber; null for a deleted account or without one. */
  name: z.string().nullable(),
  /** Satang; null for parcels. */
  amount: z.number().nullable(),
  /** Card brand and digits, courier and number, or the reason of a decline. */
  detail: z.string().nullable(),
});
export type DayRow = z.output<typeof dayRow>;

/**
 * Returns the rows of a list of one day in Bangkok, the latest first, at most 200.
 * @returns `isWhole`: whether these are all rows
 */
export async function readDayList(
  { db, now }: Ctx,
  name: DayList,
  day: Day = dayOf(now),
): Promise<{ day: Day; rows: DayRow[]; isWhole: boolean }> {
  const rows = await listDay(db, name, day);
  return { day, rows: rows.slice(0, LISTED_MAX), isWhole: rows.length <= LISTED_MAX };
}

function listDay(db: Db, name: DayList, day: Day): Promise<DayRow[]> {
  const rows = dayQuery(name, startOfDay(day), startOfDay(addDays(day, 1)));
  return queryRows(
    db,
    dayRow,
    sql`select to_char(d.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as at, d.id,
        d.order_id as "orderId", o.order_number as "orderNumber", o.account_id as "accountId",
        case when a.deleted_at is null then nullif(trim(a.first_name || ' ' || a.last_name), '') end as name,
        d.amount::float8 as amount, d.detail
      from (${rows} order by at desc limit ${LISTED_MAX + 1}) d
        left join orders o on o.id = d.order_id left join accounts a on a.id = o.account_id
      order by d.at desc, d.id`,
  );
}

/** Returns the query of a list: rows with `at`, `id`, `order_id`, `amount` and `detail`. */
export function dayQuery(name: DayList, from: Date, until: Date): SQL {
  const within = (column: string) =>
    sql`${sql.raw(column)} >= ${from.toISOString()} and ${sql.raw(column)} < ${until.toISOString()}`;
  return {
    charged:
      () => sql`select m.recorded_at as at, m.id, m.order_id, m.amount, m.provider || ' ' || m.verdict as detail
      from money_received m where ${within('m.recorded_at')}`,
    declined: () => sql`select t.closed_at as at, t.id, t.order_id, t.amount, t.reason as detail
      from charge_attempts t where t.status = 'declined' and t.sent_at is not null and ${within('t.closed_at')}`,
    refunded: () => sql`select r.closed_at as at, r.id, m.order_id, r.amount, r.why as detail
      from refunds r join money_received m on m.id = r.money_id
      where r.status in ('succeeded','corrected') and ${within('r.closed_at')}`,
    sent: () => sql`select s.shipped_at as at, s.order_id as id, s.order_id, null::bigint as amount,
        concat_ws(' ', s.courier, s.tracking_number) as detail
      from shipments s where ${within('s.shipped_at')}`,
    openLinks: () => sql`select l.created_at as at, l.id, l.order_id, l.amount, l.reference as detail
      from payment_links l where l.status = 'open'`,
  }[name]();
}
