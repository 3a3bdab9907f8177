import { sql, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import { addDays, dayOf, monthOf } from '@/domain/day';
import type { CaseKind, CaseTotal } from '@/domain/desk-cases';
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
  /** Null for a person without an account. */
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

/** What waits of one kind. */
interface Waiting {
  /** Tables with an order `o`, and conditions: all rows. */
  all: SQL;
  /** The same of the rows that are listed, if not all are. */
  listed?: SQL;
  id?: SQL;
  account?: SQL;
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

function rowsOf(db: Db, query: Waiting): Promise<WaitingRow[]> {
  const none = sql`null`;
  const { all, listed: from = all, since, until, id = sql`o.id`, amount = sql`o.total` } = query;
  return queryRows(
    db,
    waitingRow,
    sql`select * from (select ${id} as id, ${iso(since)} as since, ${until ? iso(until) : none} as until,
        ${query.code ?? none} as code, ${query.detail ?? none} as detail, ${query.account ?? sql`o.account_id`} as "accountId",
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

/** Declined renewals that are tried again, or end without another card. The next step is first. */
const retries = (): Waiting => ({
  all: sql`payments p join orders o on o.id = p.order_id
    where (p.due_at is not null or p.gives_up_at is not null) and p.status = 'failed'`,
  id: sql`p.id`,
  since: 'p.created_at',
  until: 'coalesce(p.due_at, p.gives_up_at)',
  code: sql`p.reason`,
  detail: sql`case when p.due_at is null then 'ends' else p.method end`,
  amount: sql`p.amount`,
  lastMessage: LAST_MESSAGE,
});

const CARD = sql`c.brand || ' ' || c.last_digits`;
const CARD_ENDS = sql`make_date(c.expiry_year, c.expiry_month, 1) + interval '1 month'`;

/** Tomorrow's renewals. Those whose card has expired by then are listed. */
function tomorrow(now: Date): Waiting {
  const day = addDays(dayOf(now), 1);
  const all = sql`orders o join subscriptions s on s.id = o.subscription_id and s.status = 'active'
      and o.payment_date = ${day} and o.status = 'upcoming' and o.begun_at is null`;
  return {
    all,
    listed: sql`${all} join cards c on c.account_id = o.account_id and c.is_default
      and s.payment_method = 'card' and ${CARD_ENDS} <= ${day}::date`,
    since: 'o.created_at',
    until: startOf('o.payment_date'),
    detail: CARD,
  };
}

/** Cards that expire by the end of this month, before the next charge of an active subscription. */
function expiring(now: Date): Waiting {
  const today = dayOf(now);
  const [year, month] = monthOf(today).split('-').map(Number);
  return {
    all: sql`cards c join subscriptions s on s.account_id = c.account_id and s.status = 'active'
        and s.payment_method = 'card' and c.is_default
        and (c.expiry_year, c.expiry_month) <= (${year}::int, ${month}::int)
      join lateral (select * from orders where subscription_id = s.id and status = 'upcoming'
        and payment_date > ${today} order by payment_date limit 1) o
        on o.payment_date > ${addDays(today, 1)} and ${CARD_ENDS} <= o.payment_date`,
    since: 'c.created_at',
    until: startOf('o.payment_date'),
    detail: CARD,
  };
}

const openLinks = (): Waiting => ({
  all: sql`payment_links l join orders o on o.id = l.order_id where l.status = 'open'`,
  id: sql`l.id`,
  since: 'l.created_at',
  until: 'l.expires_at',
  amount: sql`l.amount`,
});

/** The conversations whose person waits for an answer. */
const conversations = (): Waiting => ({
  all: sql`conversations c left join orders o on o.id = c.order_id where c.state = 'open'`,
  id: sql`c.id`,
  account: sql`c.account_id`,
  since: 'c.waits_since',
  amount: sql`null::float8`,
});

/** The subscribers to whom a member wanted to come back by today. */
const followUps = (now: Date): Waiting => ({
  all: sql`subscriber_marks m left join orders o on false left join staff c on c.id = m.staff_id
    where m.follow_up_on <= ${dayOf(now)}::date`,
  id: sql`m.account_id`,
  account: sql`m.account_id`,
  since: startOf('m.follow_up_on'),
  detail: sql`c.name`,
  amount: sql`null::float8`,
});

const parcelsThat = (is: SQL) => sql`shipments s join orders o on o.id = s.order_id where ${is}`;
const ownParcels = (which: 'toSend' | 'late', now: Date, since: string): Waiting => ({
  all: parcelsThat(isIn(which, now)),
  since,
  code: sql`s.courier`,
});

/** The kinds of cases that are no entries of `stuck`; null for one that this shop cannot have. */
const WAITING = {
  conversations,
  followUps,
  // A parcel that fulfilment prepares needs no member of the team.
  toSend: (now) => (hasFulfilment() ? null : ownParcels('toSend', now, 'o.paid_at')),
  // Boxes that were paid days ago and have not left. Without fulfilment they are among those to send.
  overdue: (now) =>
    hasFulfilment()
      ? { all: parcelsThat(sql`${isLateBox(now)} and s.problem is null`), since: 'o.paid_at' }
      : null,
  late: (now) => ownParcels('late', now, 's.shipped_at'),
  retries,
  tomorrow,
  expiring,
  openLinks,
} as const satisfies Partial<Record<CaseKind, (now: Date) => Waiting | null>>;
export type WaitingKind = keyof typeof WAITING;

/** Returns the rows of a kind that have waited longest, and the number of all. */
export async function readWaiting({ db, now }: Ctx, kind: WaitingKind): Promise<WaitingRows> {
  const waiting: Waiting | null = WAITING[kind](now);
  if (!waiting) return { rows: [] };
  const [rows, total] = await Promise.all([rowsOf(db, waiting), totalOf(db, waiting.all, waiting.amount)]);
  return { rows, total };
}

/** Returns the SQL condition that something of a kind waits. */
export function isWaiting(kind: WaitingKind, now: Date): SQL {
  const waiting: Waiting | null = WAITING[kind](now);
  return waiting ? sql`exists (select 1 from ${waiting.all})` : sql`false`;
}
