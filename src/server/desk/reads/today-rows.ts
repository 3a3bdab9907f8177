import { sql, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import { addDays, dayOf, monthOf } from '@/domain/day';
import type { CaseTotal } from '@/domain/desk-cases';
import type { Ctx } from '../../platform/context';
import type { Db } from '../../db';
import { queryRows } from '../../db/query-rows';
import { hasFulfilment } from '../../gateways/mycloud/parcels';
import { isLateBox } from '../../lifecycle/late-boxes';
import { isIn } from './parcels';

const LISTED_MAX = 200;

const waitingRow = z.object({
  id: z.string(),
  /** The instant (ISO 8601) since which the row waits. */
  since: z.string(),
  /** The instant (ISO 8601) of the next step or of the end; null without one. */
  until: z.string().nullable(),
  code: z.string().nullable(),
  detail: z.string().nullable(),
  /** Null for somebody without an account. */
  accountId: z.string().nullable(),
  orderId: z.string().nullable(),
  orderNumber: z.number().nullable(),
  /** Satang. */
  amount: z.number().nullable(),
  /** Only of a payment that is tried again: the last message about it. */
  lastMessage: z.object({ kind: z.string(), at: z.string() }).nullable(),
});
export type WaitingRow = z.output<typeof waitingRow>;

const totalRow = z.object({ count: z.number(), amount: z.number().nullable() });

/** The first rows of a kind of case. `total`: all of them, if there can be more. */
export interface WaitingRows {
  rows: WaitingRow[];
  total?: CaseTotal;
}

interface Query {
  /** Tables with an order `o`, and conditions. */
  from: SQL;
  id?: SQL;
  since: string;
  until?: string;
  code?: SQL;
  detail?: SQL;
  amount?: SQL;
  lastMessage?: SQL;
}

const iso = (column: string) =>
  sql.raw(`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`);
/** The instant at which a day in Bangkok begins. */
const startOf = (day: string) => `(${day})::timestamp at time zone 'Asia/Bangkok'`;

function rowsOf(db: Db, query: Query): Promise<WaitingRow[]> {
  const none = sql`null`;
  const { from, since, until, id = sql`o.id`, amount = sql`o.total` } = query;
  return queryRows(
    db,
    waitingRow,
    sql`select * from (select ${id} as id, ${iso(since)} as since, ${until ? iso(until) : none} as until,
        ${query.code ?? none} as code, ${query.detail ?? none} as detail, o.account_id as "accountId",
        o.id as "orderId", o.order_number as "orderNumber", ${amount}::float8 as amount,
        ${query.lastMessage ?? none} as "lastMessage"
      from ${from}) listed order by until, since, id limit ${LISTED_MAX}`,
  );
}

async function totalOf(db: Db, from: SQL, amount = sql`o.total`): Promise<CaseTotal> {
  const [total] = await queryRows(
    db,
    totalRow,
    sql`select count(*)::int as count, sum(${amount})::float8 as amount from ${from}`,
  );
  return total ?? { count: 0, amount: null };
}

const LAST_MESSAGE = sql`(select json_build_object('kind', kind, 'at', ${iso('created_at')}) from messages
  where account_id = o.account_id and kind in
    ('payment_failed','action_needed','payment_link','payment_link_expiring','subscription_ending')
  order by created_at desc limit 1)`;

/** Returns declined renewals that are tried again, or end without another card. The next step is first. */
async function readRetries({ db }: Ctx): Promise<WaitingRows> {
  const from = sql`payments p join orders o on o.id = p.order_id 
    where (p.due_at is not null or p.gives_up_at is not null) and p.status = 'failed'`;
  const [rows, total] = await Promise.all([
    rowsOf(db, {
      from,
      id: sql`p.id`,
      since: 'p.created_at',
      until: 'coalesce(p.due_at, p.gives_up_at)',
      code: sql`p.reason`,
      detail: sql`case when p.due_at is null then 'ends' else p.method end`,
      amount: sql`p.amount`,
      lastMessage: LAST_MESSAGE,
    }),
    totalOf(db, from, sql`p.amount`),
  ]);
  return { rows, total };
}

const CARD = sql`c.brand || ' ' || c.last_digits`;
const CARD_ENDS = sql`make_date(c.expiry_year, c.expiry_month, 1) + interval '1 month'`;

/** Returns the number and the sum of tomorrow's renewals. The rows are those whose card has expired by then. */
async function readTomorrow({ db, now }: Ctx): Promise<WaitingRows> {
  const tomorrow = addDays(dayOf(now), 1);
  const due = sql`orders o join subscriptions s on s.id = o.subscription_id and s.status = 'active'
      and o.payment_date = ${tomorrow} and o.status = 'upcoming' and o.begun_at is null`;
  const [rows, total] = await Promise.all([
    rowsOf(db, {
      from: sql`${due} join cards c on c.account_id = o.account_id and c.is_default
        and s.payment_method = 'card' and ${CARD_ENDS} <= ${tomorrow}::date`,
      since: 'o.created_at',
      until: startOf('o.payment_date'),
      detail: CARD,
    }),
    totalOf(db, due),
  ]);
  return { rows, total };
}

/** Returns cards that expire by the end of this month, before the next charge of an active subscription. */
async function readExpiring({ db, now }: Ctx): Promise<WaitingRows> {
  const today = dayOf(now);
  const [year, month] = monthOf(today).split('-').map(Number);
  const rows = await rowsOf(db, {
    from: sql`cards c join subscriptions s on s.account_id = c.account_id and s.status = 'active'
        and s.payment_method = 'card' and c.is_default
        and (c.expiry_year, c.expiry_month) <= (${year}::int, ${month}::int)
      join lateral (select * from orders where subscription_id = s.id and status = 'upcoming'
        and payment_date > ${today} order by payment_date limit 1) o
        on o.payment_date > ${addDays(today, 1)} and ${CARD_ENDS} <= o.payment_date`,
    since: 'c.created_at',
    until: startOf('o.payment_date'),
    detail: CARD,
  });
  return { rows };
}

async function readOpenLinks({ db }: Ctx): Promise<WaitingRows> {
  const from = sql`payment_links l join orders o on o.id = l.order_id where l.status = 'open'`;
  const amount = sql`l.amount`;
  const [rows, total] = await Promise.all([
    rowsOf(db, { from, id: sql`l.id`, since: 'l.created_at', until: 'l.expires_at', amount }),
    totalOf(db, from, amount),
  ]);
  return { rows, total };
}

const PARCEL = 'shipments s join orders o on o.id = s.order_id where ';

/** Returns the parcels of a list that have waited longest, and their number. */
async function readParcelCase({ db, now }: Ctx, which: 'toSend' | 'late'): Promise<WaitingRows> {
  const from = sql`${sql.raw(PARCEL)} ${isIn(which, now)}`;
  const since = which === 'late' ? 's.shipped_at' : 'o.paid_at';
  const [rows, total] = await Promise.all([
    rowsOf(db, { from, since, code: sql`s.courier` }),
    totalOf(db, from),
  ]);
  // What fulfilment prepares needs nobody.
  if (which === 'toSend' && hasFulfilment()) return { rows: [] };
  return { rows, total };
}

/** Returns boxes that were paid days ago and have not left. Without fulfilment they are among those to send. */
async function readOverdue({ db, now }: Ctx): Promise<WaitingRows> {
  if (!hasFulfilment()) return { rows: [] };
  const from = sql`${sql.raw(PARCEL)} ${isLateBox(now)} and s.problem is null`;
  const [rows, total] = await Promise.all([rowsOf(db, { from, since: 'o.paid_at' }), totalOf(db, from)]);
  return { rows, total };
}

/** Returns the conversations whose person waits for an answer. */
async function readConversations({ db }: Ctx): Promise<WaitingRows> {
  const from = sql`conversations c left join orders o on o.id = c.order_id where c.state = 'open'`;
  const [rows, total] = await Promise.all([
    queryRows(
      db,
      waitingRow,
      sql`select c.id, ${iso('c.waits_since')} as since, null as until, null as code, null as detail,
        c.account_id as "accountId", c.order_id as "orderId", o.order_number as "orderNumber", null::float8 as amount,
        null as "lastMessage" from ${from} order by c.waits_since limit ${LISTED_MAX}`,
    ),
    queryRows(db, totalRow, sql`select count(*)::int as count, null::float8 as amount from ${from}`),
  ]);
  return { rows, total: total[0] ?? { count: 0, amount: null } };
}

/** The kinds of cases that are no entries of `stuck`. */
export const WAITING_READS = {
  conversations: readConversations,
  toSend: (ctx: Ctx) => readParcelCase(ctx, 'toSend'),
  overdue: readOverdue,
  late: (ctx: Ctx) => readParcelCase(ctx, 'late'),
  retries: readRetries,
  tomorrow: readTomorrow,
  expiring: readExpiring,
  openLinks: readOpenLinks,
} as const satisfies Record<string, (ctx: Ctx) => Promise<WaitingRows>>;
