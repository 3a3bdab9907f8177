import { sql, type SQL } from 'drizzle-orm';
import { addDays, addMonthsTo, dayOf, monthOf, type Day, type Month } from '@/domain/day';
import { boundsOf, FORECAST_DAYS, PACK_FIGURES, REGISTRATION_STEPS, type Figure } from '@/domain/numbers';
import { STATE_EVENTS } from '../../db/schema';
import { sqlList } from '../../db/sql-list';
import { packRows } from './packs';

/** The rows of a month as of an instant: the events before it, and the state at it or at the end of the month. */
export interface MonthWindow {
  month: Month;
  asOf: Date;
  /** The cohort of the subscriptions; null for all. */
  cohort?: Month | null;
  /** The days of the planned orders; null for the whole forecast. */
  days?: { from: Day; last: Day } | null;
}

/**
 * The queries of the figures. Each returns the rows that its figures are made of: `figure`, `part`, `at`, `id`,
 * `account_id` (null for the one of the order), `order_id` and `amount`. The roll-up counts these rows, and the desk lists
 * them.
 */
const QUERIES = {
  money: { figures: ['received'], rows: receivedRows },
  refunds: { figures: ['refunded'], rows: refundedRows },
  beginnings: { figures: ['new', 'returned'], rows: activatedRows },
  pauses: { figures: ['paused'], rows: pausedRows },
  losses: { figures: ['lost'], rows: lostRows },
  subscriptions: { figures: ['active', 'onPause'], rows: subscribedRows },
  registrations: { figures: ['registered'], rows: registeredRows },
  forecast: { figures: ['planned'], rows: plannedRows },
} as const satisfies Record<string, { figures: readonly Figure[]; rows: (window: MonthWindow) => SQL }>;

/** Returns the queries of a month. Only the present month has a forecast and packs. */
export function queriesOf(window: MonthWindow): SQL[] {
  const { forecast, ...others } = QUERIES;
  const isPresent = monthOf(dayOf(window.asOf)) === window.month;
  const packs = isPresent ? PACK_FIGURES.map((figure) => packRows(figure, window.asOf)) : [];
  return [
    ...[...Object.values(others), ...(isPresent ? [forecast] : [])].map(({ rows }) => rows(window)),
    ...packs,
  ];
}

/** Returns the query whose rows have a figure. */
export function queryOf(figure: Figure, window: MonthWindow): SQL {
  if (figure === 'onPause') return subscribedRows(window, { onlyPaused: true });
  const found = Object.values(QUERIES).find(({ figures }) => (figures as readonly Figure[]).includes(figure));
  if (!found) throw new RangeError(`No query has the figure ${figure}`);
  return found.rows(window);
}

/** Returns the first instant of a month, and the first instant that its events do not have. */
function limitsOf({ month, asOf }: MonthWindow): { from: string; until: Date } {
  const { from, end } = boundsOf(month);
  return { from: from.toISOString(), until: end < asOf ? end : asOf };
}

function within(column: SQL, window: MonthWindow): SQL {
  const { from, until } = limitsOf(window);
  return sql`${column} >= ${from} and ${column} < ${until.toISOString()}`;
}

/** The events that PostgreSQL finds by the partial indexes of `audit_events`. */
const isStateEvent = sql.raw(`e.what in ${sqlList(STATE_EVENTS)}`);
const bangkokMonth = (column: SQL) => sql`to_char(${column} at time zone 'Asia/Bangkok', 'YYYY-MM')`;
const bangkokDay = (column: SQL) => sql`(${column} at time zone 'Asia/Bangkok')::date`;

function receivedRows(window: MonthWindow): SQL {
  return sql`select 'received' as figure, 'all' as part, m.recorded_at as at, m.id, null::text as account_id, m.order_id,
      m.amount from money_received m where ${within(sql`m.recorded_at`, window)}`;
}

function refundedRows(window: MonthWindow): SQL {
  return sql`select 'refunded' as figure, 'all' as part, r.closed_at as at, r.id, null::text as account_id, m.order_id,
      r.amount from refunds r join money_received m on m.id = r.money_id
    where r.status in ('succeeded','corrected') and ${within(sql`r.closed_at`, window)}`;
}

/** Returns the rows of an event of subscriptions, from its `figure` and `part`. */
function eventRows(window: MonthWindow, { shown, where }: { shown: SQL; where: SQL }): SQL {
  return sql`select ${shown}, e.at, e.id, s.account_id, null::text as order_id, null::bigint as amount
    from audit_events e join subscriptions s on s.id = e.subject
    where ${isStateEvent} and ${where} and ${within(sql`e.at`, window)}`;
}

function activatedRows(window: MonthWindow): SQL {
  const isFirst = sql`not exists (select 1 from audit_events e2 where e2.subject = e.subject
    and e2.what = 'subscription.activated' and e2.at < e.at)`;
  return eventRows(window, {
    shown: sql`case when ${isFirst} then 'new' else 'returned' end as figure, 'all' as part`,
    where: sql`e.what = 'subscription.activated'`,
  });
}

/** A pause that gets another end does not begin again. */
function pausedRows(window: MonthWindow): SQL {
  return eventRows(window, {
    shown: sql`'paused' as figure, 'all' as part`,
    where: sql`e.what = 'subscription.paused'
      and coalesce((e.detail ->> 'from')::date <= ${bangkokDay(sql`e.at`)}, true)`,
  });
}

function lostRows(window: MonthWindow): SQL {
  return eventRows(window, {
    shown: sql`'lost' as figure, case when e.what = 'subscription.deactivated' then 'paymentFailed'
      else coalesce(e.detail ->> 'reason', 'other') end as part`,
    where: sql`e.what in ('subscription.deactivated', 'subscription.cancelled') and e.detail ->> 'from' = 'active'`,
  });
}

/**
 * The active subscriptions by the month in which they began, with what each is worth per month: the regular total of
 * its last paid order divided by the months of its frequency. The last event tells whether it is active or paused.
 * @param options `onlyPaused`: leaves out those whose pause has ended, before their state is read
 */
function subscribedRows(window: MonthWindow, { onlyPaused = false } = {}): SQL {
  const { until } = limitsOf(window);
  const before = until.toISOString();
  const lastDay = dayOf(new Date(until.getTime() - 1));
  const began = window.cohort
    ? sql`e.what = 'subscription.activated' and e.at >= ${boundsOf(window.cohort).from.toISOString()}
        and e.at < ${boundsOf(addMonthsTo(window.cohort, 1)).from.toISOString()}`
    : null;
  const paused = sql`e.what = 'subscription.paused' and e.at < ${before} and (e.detail ->> 'until')::date > ${lastDay}`;
  const chosen = onlyPaused ? paused : began;
  const ofChosen = chosen
    ? sql`where s.id in (select e.subject from audit_events e where ${isStateEvent} and ${chosen})`
    : sql``;
  return sql`select case when state.what = 'subscription.paused' and state.paused_until::date > ${lastDay}
      then 'onPause' else 'active' end as figure,
      ${bangkokMonth(sql`state.began_at`)} as part, state.began_at as at, s.id, s.account_id, o.id as order_id,
      round((o.box_price + o.delivery_fee)::numeric / f.frequency)::bigint as amount
    from (select s.id, s.account_id from subscriptions s ${ofChosen}) s
    cross join lateral (select min(e.at) filter (where e.what = 'subscription.activated') as began_at,
        (array_agg(e.what order by e.at desc))[1] as what,
        (array_agg(e.detail ->> 'until' order by e.at desc))[1] as paused_until
      from audit_events e where e.subject = s.id and ${isStateEvent} and e.at < ${before}) state
    cross join lateral (select e.frequency from schedule_epochs e
      where e.subscription_id = s.id and e.created_at < ${before} order by e.seq desc limit 1) f
    cross join lateral (select o.id, o.box_price, o.delivery_fee from orders o
      where o.subscription_id = s.id and o.paid_at < ${before} and not o.own_box
      order by o.cycle_index desc limit 1) o
    where state.what in ('subscription.activated', 'subscription.paused', 'subscription.resumed')`;
}

/** A registration that was deleted has no account any more. */
function registeredRows({ month, asOf }: MonthWindow): SQL {
  const [from, end] = [`${month}-01`, `${addMonthsTo(month, 1)}-01`];
  const before = asOf.toISOString();
  const [details, delivery, payment, paid] = REGISTRATION_STEPS;
  return sql`select 'registered' as figure, r.locale || ':' || r.step as part,
      r.registered_on::timestamp at time zone 'Asia/Bangkok' as at, r.id, r.account_id, null::text as order_id,
      null::bigint as amount
    from (select s.id, s.account_id, s.registered_on, a.locale,
        case when s.activated_at < ${before} then ${paid}::text
          when exists (select 1 from orders o where o.subscription_id = s.id and o.kind = 'first'
            and o.created_at < ${before}) then ${payment}::text
          when a.address is not null then ${delivery}::text else ${details}::text end as step
      from subscriptions s join accounts a on a.id = s.account_id
      where s.registered_on >= ${from} and s.registered_on < ${end} and s.created_at < ${before}
        and not exists (select from import_rows i where i.account_id = s.account_id)
      union all
      select d.id, null, d.registered_on, d.locale, d.step from ended_registrations d
      where d.registered_on >= ${from} and d.registered_on < ${end}) r`;
}

/** `day` is the indexed column, by which the desk lists the rows. */
function plannedRows({ asOf, days }: MonthWindow): SQL {
  const today = dayOf(asOf);
  const { from, last } = days ?? { from: today, last: addDays(today, FORECAST_DAYS - 1) };
  return sql`select 'planned' as figure, o.payment_date::text as part,
      o.payment_date::timestamp at time zone 'Asia/Bangkok' as at, o.id, o.account_id, o.id as order_id,
      o.total as amount, o.payment_date as day
    from orders o where o.status = 'upcoming' and o.begun_at is null
      and o.payment_date >= ${from} and o.payment_date <= ${last}`;
}
