import { sql, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import { addDays, dayOf, startOfDay, type Day } from '@/domain/day';
import {
  DESK_LISTS,
  LISTED_DAYS,
  type DeskList,
  type DeskListInput,
  type PartOf,
} from '@/schemas/desk-lists';
import type { Ctx } from '../../platform/context';
import { queryRows } from '../../db/query-rows';
import type { SubscriberFilter } from '@/schemas/subscriber-filter';
import { listCodes } from '../acts/codes';
import { NEXT_DATE, stateOf, whoFits } from '../acts/subscriber-filter';

/** The rows of a page on the screen. */
const PAGE = 50;

const listRow = z.object({
  /** The day or the instant (ISO 8601) by which the list is ordered. */
  at: z.string(),
  id: z.string(),
  accountId: z.string().nullable(),
  /** The name of the subscriber; null for a deleted account or without one. */
  name: z.string().nullable(),
  orderNumber: z.number().nullable(),
  /** Satang; null for rows without an amount. */
  amount: z.number().nullable(),
  /** What the row is, as a word of the database. */
  state: z.string().nullable(),
  /** What only this list has. */
  facts: z.record(z.string(), z.union([z.string(), z.number(), z.null()])),
});
export type ListRow = z.output<typeof listRow>;

export interface ListPage {
  rows: ListRow[];
  /** The cursor of the next page; null at the end. */
  next: string | null;
  part: string | null;
  /** The days in effect; null without a limit. */
  from: Day | null;
  until: Day | null;
}

/** The filter in effect. */
interface Filter extends Omit<DeskListInput, 'list' | 'after' | 'size' | 'part' | 'from' | 'until'> {
  part: string | null;
  from: Day | null;
  until: Day | null;
  today: Day;
}

/** Rows with `key`, `id`, `account_id`, `order_id`, `amount`, `state` and `facts`. `key` is an indexed column. */
interface Source {
  rows: SQL;
  key: 'date' | 'timestamptz';
  isOldestFirst?: boolean;
}

/** Returns a page of a list, the latest rows first, planned orders by day. */
export async function readList(
  ctx: Ctx,
  { list, after, size = PAGE, ...asked }: DeskListInput,
): Promise<ListPage> {
  const filter = inEffect(list, asked, dayOf(ctx.now));
  const { part, from, until } = filter;
  if (list === 'codes') return { rows: await codeRows(ctx, part), next: null, part, from, until };
  const { rows: source, key, isOldestFirst = false } = SOURCES[list](filter);
  const [at, id] = after?.split(' ') ?? [];
  const beyond =
    at === undefined || id === undefined || Number.isNaN(Date.parse(at))
      ? sql``
      : sql`where (l.key, l.id) ${sql.raw(isOldestFirst ? '>' : '<')} (${at}::${sql.raw(key)}, ${id}::text)`;
  const order = (alias: string) => {
    const direction = isOldestFirst ? '' : 'desc';
    return sql.raw(`${alias}.key ${direction}, ${alias}.id ${direction}`);
  };
  const shownAt =
    key === 'date'
      ? sql`d.key::text`
      : sql`to_char(d.key at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;
  const found = await queryRows(
    ctx.db,
    listRow,
    sql`select ${shownAt} as at, d.id, a.id as "accountId", o.order_number as "orderNumber",
        case when a.deleted_at is null then nullif(trim(a.first_name || ' ' || a.last_name), '') end as name,
        d.amount::float8 as amount, d.state, d.facts
      from (select l.* from (${source}) l ${beyond} order by ${order('l')} limit ${size + 1}) d
        left join orders o on o.id = d.order_id left join accounts a on a.id = coalesce(d.account_id, o.account_id)
      order by ${order('d')}`,
  );
  const rows = found.slice(0, size);
  const last = found.length > size ? rows.at(-1) : undefined;
  return { rows, next: last ? `${last.at} ${last.id}` : null, part, from, until };
}

/** Lists of events begin a week ago, because the newest ones are read. The page shows the days in effect. */
function inEffect(list: DeskList, asked: Omit<DeskListInput, 'list' | 'after' | 'size'>, today: Day): Filter {
  const rule = DESK_LISTS[list];
  const part = asked.part ?? ('isOnePart' in rule ? rule.parts[0] : null);
  const { from = null, until = null, ...rest } = asked;
  const isPlanned = list === 'orders' && (part === 'upcoming' || part === 'skipped');
  const isWhole = !rule.hasDays || list === 'subscribers' || part === 'openLinks';
  const isLimited = !isWhole && from === null;
  const first = isPlanned ? today : addDays(until ?? today, 1 - LISTED_DAYS);
  return { ...rest, part, from: isLimited ? first : from, until, today };
}

const instantOf = (day: Day) => startOfDay(day).toISOString();

/** Returns the condition that a column of a day or of an instant is among the days of the filter. */
function within(column: string, { from, until }: Pick<Filter, 'from' | 'until'>, key: Source['key']): SQL {
  const at = (day: Day) => (key === 'date' ? sql`${day}::date` : sql`${instantOf(day)}::timestamptz`);
  const conditions = [
    ...(from === null ? [] : [sql`${sql.raw(column)} >= ${at(from)}`]),
    ...(until === null ? [] : [sql`${sql.raw(column)} < ${at(addDays(until, 1))}`]),
  ];
  return conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `);
}

const SOURCES: Record<Exclude<DeskList, 'codes'>, (filter: Filter) => Source> = {
  subscribers: subscriberRows,
  orders: orderRows,
  payments: ({ part, ...filter }) => ({
    rows: eventRows(part as PartOf<'payments'>, filterOf(filter)),
    key: 'timestamptz',
  }),
  sent: (filter) => ({ rows: eventRows('sent', filterOf(filter)), key: 'timestamptz' }),
  messages: messageRows,
};

function subscriberRows(filter: Filter): Source {
  return {
    key: 'date',
    rows: sql`select s.registered_on as key, s.account_id as id, s.account_id, null::text as order_id,
        null::bigint as amount, ${stateOf(filter.today)} as state, json_build_object('method', s.payment_method,
          'next', ${NEXT_DATE},
          'tags', (select array_to_string(m.tags, ', ') from subscriber_marks m where m.account_id = s.account_id),
          'followUp', (select m.follow_up_on from subscriber_marks m where m.account_id = s.account_id),
          'member', (select c.name from subscriber_marks m join staff c on c.id = m.staff_id
            where m.account_id = s.account_id),
          'language', (select f.locale from accounts f where f.id = s.account_id),
          'failure', (select f.email_failure from accounts f
            where f.id = s.account_id and f.failed_email_norm = f.email_norm)) as facts
      from subscriptions s where ${whoFits(filter as SubscriberFilter, filter.today)}`,
  };
}

/** Paid orders by the instant of payment, others by their day: both columns have an index. */
function orderRows({ part, ...filter }: Filter): Source {
  const isPaid = part === 'paid' || part === 'refunded';
  const isPlanned = part === 'upcoming' || part === 'skipped';
  const key = isPaid ? 'timestamptz' : 'date';
  const column = isPaid ? 'o.paid_at' : 'o.payment_date';
  return {
    key,
    isOldestFirst: isPlanned,
    rows: sql`select ${sql.raw(column)} as key, o.id, o.account_id, o.id as order_id, o.total as amount, o.status as state,
        json_build_object('day', o.payment_date, 'refunded', o.refunded) as facts
      from orders o where o.status = ${part} and ${within(column, filter, key)}
        and ${isPlanned ? sql`o.begun_at is null and o.status in ('upcoming','skipped')` : sql`true`}`,
  };
}

function messageRows(filter: Filter): Source {
  const { part, kind } = filter;
  return {
    key: 'timestamptz',
    rows: sql`select m.created_at as key, m.id, m.account_id, null::text as order_id, null::bigint as amount,
        m.status as state, json_build_object('kind', m.kind, 'channel', m.channel) as facts
      from messages m where m.account_id is not null and ${within('m.created_at', filter, 'timestamptz')}
        and ${part === null ? sql`true` : sql`m.status = ${part}`} and ${kind ? sql`m.kind = ${kind}` : sql`true`}`,
  };
}

/** Returns the first instant of a span and the first one after it. */
function filterOf({ from, until }: Pick<Filter, 'from' | 'until'>): (column: string) => SQL {
  return (column) => within(column, { from, until }, 'timestamptz');
}

/** Returns the condition that a column is between two instants. */
export const between = (from: Date, until: Date) => (column: string) =>
  sql`${sql.raw(column)} >= ${from.toISOString()}::timestamptz and ${sql.raw(column)} < ${until.toISOString()}::timestamptz`;

/** Returns the rows of payments and parcels whose instant fits. The numbers of a day count the same rows. */
export function eventRows(name: PartOf<'payments'> | 'sent', fits: (column: string) => SQL): SQL {
  return {
    charged: () => sql`select m.recorded_at as key, m.id, null::text as account_id, m.order_id, m.amount,
        m.verdict as state, json_build_object('source', coalesce(t.source, 'transfer'), 'app', t.app,
          'isAccount', (t.bank_account_id is not null)::int, 'brand', c.brand,
          'digits', c.last_digits) as facts
      from money_received m left join charge_attempts t on t.id = m.attempt_id left join cards c on c.id = t.card_id
      where ${fits('m.recorded_at')}`,
    declined:
      () => sql`select t.closed_at as key, t.id, t.account_id, t.order_id, t.amount, t.reason as state,
        json_build_object('source', t.source, 'app', t.app,
          'isAccount', (t.bank_account_id is not null)::int, 'brand', c.brand, 'digits', c.last_digits) as facts
      from charge_attempts t left join cards c on c.id = t.card_id
      where t.status = 'declined' and t.sent_at is not null and ${fits('t.closed_at')}`,
    refunded: () => sql`select r.closed_at as key, r.id, null::text as account_id, m.order_id, r.amount,
        r.status as state, json_build_object('why', r.why) as facts
      from refunds r join money_received m on m.id = r.money_id
      where r.status in ('succeeded','corrected') and ${fits('r.closed_at')}`,
    sent: () => sql`select s.shipped_at as key, s.order_id as id, null::text as account_id, s.order_id,
        null::bigint as amount, s.status as state, json_build_object('courier', s.courier,
          'trackingNumber', s.tracking_number) as facts
      from shipments s where ${fits('s.shipped_at')}`,
    openLinks: () => sql`select l.created_at as key, l.id, null::text as account_id, l.order_id, l.amount,
        l.status as state, json_build_object('reference', l.reference) as facts
      from payment_links l where l.status = 'open' and ${fits('l.created_at')}`,
  }[name]();
}

async function codeRows(ctx: Ctx, part: string | null): Promise<ListRow[]> {
  const codes = await listCodes(ctx);
  return codes
    .filter(({ state }) => part === null || state === part)
    .map(({ code, discount: { kind, value }, from, until, uses, usesMax, state }) => ({
      at: from,
      id: code,
      accountId: null,
      name: null,
      orderNumber: null,
      amount: kind === 'amount' ? value : null,
      state,
      facts: { percent: kind === 'percent' ? value : null, until, uses, usesMax },
    }));
}
