import { sql, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import { addDays, dayOf, startOfDay } from '@/domain/day';
import { DISPUTE_STATUSES } from '@/domain/dispute';
import { MINUTE_MS } from '@/domain/duration';
import type { Ctx } from '../../platform/context';
import type { Tx } from '../../db';
import { queryRows } from '../../db/query-rows';
import { disputes } from '../../db/schema';
import { isUnbooked, notDismissed } from '../../money/payment-links/unbooked-transfers';
import { readFlag } from '../../platform/flags';
import { IS_PARCEL_OWED_O } from '../../lifecycle/late-boxes';
import { isMoneyDisputed, isPendingDispute } from '../../money/refunds/disputes';

/** An entry that may need an operator's action. Other operator commands take its `id` as their argument. */
const stuckRow = z.object({
  id: z.string(),
  /** The instant (ISO 8601) since which the entry has needed action. */
  since: z.string(),
  about: z.string(),
  /** The cause of the entry as a word of the database: a verdict, a status, a problem, the kind of a message. */
  code: z.string().nullable(),
  /** Further text of the entry: the reference of a transfer, the state of charging, a status. */
  detail: z.string().nullable(),
  accountId: z.string().nullable(),
  orderId: z.string().nullable(),
  orderNumber: z.number().nullable(),
  /** The amount in satang; null for an entry without an amount. */
  amount: z.number().nullable(),
  /** Only of a payment: the sum of its refunds, also of those in progress, in satang. */
  refunded: z.number().optional(),
  /** Only of a dispute: its status at the gateway, and whether it is booked as lost. */
  status: z.enum(DISPUTE_STATUSES).optional(),
  isBooked: z.boolean().optional(),
  /** Only of a dispute: the start of the last day for evidence (ISO 8601). */
  until: z.string().nullable().optional(),
  /** Only of a transfer: the amount of the order's payment link in satang; null without one. */
  due: z.number().nullable().optional(),
  /** Only of a refund: whether its payment is disputed, so that it must not be sent. */
  isDisputed: z.boolean().optional(),
  /** Only of a refund: whether its payer named the account, and which actor took it, with the member's name. */
  hasPayTo: z.boolean().optional(),
  takenBy: z.string().nullable().optional(),
  takerName: z.string().nullable().optional(),
});
export type StuckRow = z.output<typeof stuckRow>;

/** The results of the background checks. */
export interface ShopState {
  /** The names of the invariants that were violated at the last hourly check. */
  violatedInvariants: string[];
  billingPausedSince: string | null;
  reconciledAt: string | null;
}

export interface StuckList extends ShopState {
  /** Charges with an unknown outcome, or without a response for 15 minutes. */
  unknownAttempts: StuckRow[];
  /** Duplicate, late and orphan payments that are not fully refunded. `amount`: the amount to refund. */
  money: StuckRow[];
  /** Disputed and reversed payments that need the operator command `dispute`. */
  disputes: StuckRow[];
  /**
   * Refunds that the operator must send and then confirm with `confirm-refund`. The operator must not send a refund
   * whose `about` contains "disputed".
   */
  manualRefunds: StuckRow[];
  /** Refunds that the support asked an owner for, without a refund since. `detail`: the name of the member who asked. */
  askedRefunds: StuckRow[];
  /** Refunds that have had no outcome for more than an hour. */
  openRefunds: StuckRow[];
  /** Charges whose refunds at the gateway exceed the recorded payment. `id`: the gateway's id of the charge. */
  unknownRefunds: StuckRow[];
  /** Transfers of bank statements that were not booked, such as a wrong amount or an unknown reference. */
  transfers: StuckRow[];
  /** Messages that failed or have waited for more than a day. */
  messages: StuckRow[];
  /** Accounts that can receive neither e-mails nor LINE messages. */
  emails: StuckRow[];
  /** Jobs of the queue that failed three times or more. */
  jobs: StuckRow[];
  /** Rows of scheduled jobs that failed three times or more. `about` contains the time of the next retry. */
  failedRows: StuckRow[];
  /** Parcels with a problem. `about` names the problem. */
  parcels: StuckRow[];
  /** Provider events that have not been settled for more than ten minutes. */
  events: StuckRow[];
}

/** Returns all entries that need an operator's action or are overdue. */
export async function listStuck(ctx: Ctx): Promise<StuckList> {
  const [rows, state] = await Promise.all([listRows(ctx, STUCK_GROUPS), readShopState(ctx)]);
  return { ...rows, ...state };
}

/** Returns the results of the background checks, and whether billing is paused. */
export async function readShopState({ db }: Ctx): Promise<ShopState> {
  const [billing, invariants, reconciliation] = await Promise.all([
    readFlag(db, 'billing'),
    readFlag(db, 'invariants'),
    readFlag(db, 'reconciliation'),
  ]);
  return {
    violatedInvariants: invariants?.violated ?? [],
    billingPausedSince: billing?.paused ? billing.since : null,
    reconciledAt: reconciliation?.finishedAt ?? null,
  };
}

const LISTED_MAX = 500;

/** Returns the entries of some groups of `listStuck` that no operator has dismissed, oldest first, at most 500 of each. */
export async function listRows<G extends StuckGroup>(
  { db, now }: Ctx,
  groups: readonly G[],
): Promise<Record<G, StuckRow[]>> {
  const found = await Promise.all(
    groups.map(async (group) => {
      return [group, await queryRows(db, stuckRow, firstRows(group, now))] as const;
    }),
  );
  return Object.fromEntries(found) as Record<G, StuckRow[]>;
}

/** Returns the SQL of the first 500 entries of a group, oldest first. */
export const firstRows = (group: StuckGroup, now: Date) =>
  sql`${listedIn(group, now)} order by since, id limit ${LISTED_MAX}`;

/** Returns the first of the groups that lists an entry; null if none does. */
export async function findGroup(
  tx: Tx,
  now: Date,
  { groups, id }: { groups: readonly StuckGroup[]; id: string },
): Promise<StuckGroup | null> {
  for (const group of groups) {
    const [found] = await tx.execute(
      sql`select 1 from (${listedIn(group, now)}) one where id = ${id} limit 1`,
    );
    if (found) return group;
  }
  return null;
}

const listedIn = (
  group: StuckGroup,
  now: Date,
) => sql`select listed.*, o.order_number as "orderNumber" from (${QUERIES[group](now)}) listed
  left join orders o on o.id = listed."orderId"
  where ${notDismissed(group, { id: 'listed.id', since: 'listed.since::timestamptz' })}`;

const minutesBefore = (now: Date, minutes: number) =>
  new Date(now.getTime() - minutes * MINUTE_MS).toISOString();

const iso = (column: string) =>
  sql.raw(`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as since`);
const satang = (column: string) => sql.raw(`${column}::float8 as amount`);

const attempts = (before: string) => sql`
  select a.id, ${iso('coalesce(a.unknown_since, a.sent_at, a.created_at)')},
    a.status || ', ' || a.source || ', ' || a.trigger as about,
    a.source as code, null as detail, a.account_id as "accountId", a.order_id as "orderId", ${satang('a.amount')}
  from charge_attempts a
  where a.status = 'unknown' or (a.status in ('created','sent') and a.created_at < ${before})
    or (a.status = 'action_required' and a.expires_at < ${before})`;

/** Payments that no order can use. What the staff transfers back is an entry of its own, see `manualRefunds`. */
const MONEY = sql`
  select m.id, ${iso('m.recorded_at')},
    m.verdict || ', ' || m.provider || ' ' || m.provider_ref || ', ' || coalesce('refund ' || r.status, 'not refunded') as about,
    m.verdict as code, r.status as detail, o.account_id as "accountId", m.order_id as "orderId", ${satang('(m.amount - back.sum)')},
    m.reserved_refund::float8 as refunded
  from money_received m left join orders o on o.id = m.order_id
    cross join lateral (select coalesce(sum(amount), 0) as sum from refunds
      where money_id = m.id and status in ('succeeded', 'manual')) back
    left join lateral (select status from refunds where money_id = m.id and status not in ('succeeded', 'manual')
      order by created_at desc limit 1) r on true
  where m.verdict <> 'kept' and back.sum < m.amount`;

const d = alias(disputes, 'd');
const DISPUTES = sql`
  select d.id, ${iso('d.opened_at')},
    concat_ws(', ', d.kind || ' ' || d.status,
      case when d.booked_at is not null then 'booked as lost' end, d.reason, 'charging ' || d.charging, m.provider_ref) as about,
    d.kind || '_' || d.status as code, 'charging_' || d.charging as detail, o.account_id as "accountId", m.order_id as "orderId", ${satang('d.amount')},
    d.status, d.booked_at is not null as "isBooked",
    to_char(d.answer_by::timestamp at time zone 'Asia/Bangkok' at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as until
  from disputes d join money_received m on m.id = d.money_id left join orders o on o.id = m.order_id
  where ${isPendingDispute(d)}`;

const refundsWhere = (which: SQL) => sql`
  select r.id, ${iso('r.created_at')}, concat_ws(', ', r.why, r.status, m.provider || ' ' || m.provider_ref,
      case when ${isMoneyDisputed(sql`m.id`)} then 'disputed, not to be sent' end,
      case when r.pay_to is not null then 'account named' end, 'taken by ' || r.taken_by,
      case when p.deleted_at is not null and r.status = 'manual' then 'deleted account of ' || p.address end) as about,
    r.why as code, case when p.deleted_at is not null and r.status = 'manual' then p.address end as detail,
    o.account_id as "accountId", m.order_id as "orderId", ${satang('r.amount')},
    ${isMoneyDisputed(sql`m.id`)} as "isDisputed", r.pay_to is not null as "hasPayTo",
    r.taken_by as "takenBy", coalesce(nullif(f.name, ''), f.email) as "takerName"
  from refunds r join money_received m on m.id = r.money_id left join orders o on o.id = m.order_id
    left join accounts p on p.id = o.account_id left join staff f on 'staff:' || f.id = r.taken_by
  where ${which} order by since`;

/** The days for which a request to refund waits: an owner who neither refunds nor dismisses it lets it lapse. */
const ASKED_DAYS = 14;

const askedRefunds = (now: Date) => sql`
  select e.id, ${iso('e.at')}, 'asked by ' || m.email || ', ' || coalesce(e.detail ->> 'reason', '') as about,
    e.detail ->> 'reason' as code, coalesce(nullif(m.name, ''), m.email) as detail,
    o.account_id as "accountId", o.id as "orderId", ${satang("(e.detail ->> 'amount')")}
  from audit_events e join orders o on o.id = e.detail ->> 'orderId' join staff m on m.id = substr(e.actor, 7)
  where e.actor like 'staff:%' and e.what = 'refund.owner_asked'
    and e.at >= ${startOfDay(addDays(dayOf(now), 1 - ASKED_DAYS)).toISOString()}::timestamptz
    and not exists (select 1 from refunds r join money_received y on y.id = r.money_id
      where y.order_id = o.id and r.created_at >= e.at and r.status <> 'failed')`;

const UNKNOWN_REFUNDS = sql`
  select m.provider_ref as id, ${iso('m.recorded_at')}, 'refunded above the payment' as about,
    null as code, null as detail, o.account_id as "accountId", m.order_id as "orderId", ${satang('m.amount')}
  from flags f cross join jsonb_array_elements_text(f.value::jsonb -> 'unknownRefunds') u(id)
    join money_received m on m.provider = 'omise' and m.provider_ref = u.id
    left join orders o on o.id = m.order_id where f.name = 'reconciliation'`;

const TRANSFERS = sql`
  select t.id, ${iso('t.recorded_at')},
    t.status || ', "' || t.reference || '" on ' || t.paid_on ||
      coalesce(', link of ' || (l.amount / 100.0)::numeric(12, 2) || ' baht', '') as about,
    t.status as code, t.reference as detail,
    o.account_id as "accountId", t.order_id as "orderId", ${satang('t.amount')}, l.amount::float8 as due
  from bank_transfers t left join orders o on o.id = t.order_id
    left join lateral (select amount from payment_links where order_id = t.order_id
      order by created_at desc limit 1) l on true
  where ${isUnbooked}`;

const messages = (now: Date) => sql`
  select m.id, ${iso('m.created_at')}, m.kind || ', ' || m.status || coalesce(', ' || m.last_error, '') as about,
    m.kind as code, m.status as detail, m.account_id as "accountId", null as "orderId", null as amount
  from messages m
  where (m.status = 'failed' or (m.status = 'queued' and m.not_before < ${minutesBefore(now, 1440)}))
   `;

const EMAILS = sql`
  select a.id, ${iso('a.email_failed_at')}, 'e-mail ' || a.email_failure as about,
    a.email_failure as code, null as detail, a.id as "accountId", null as "orderId", null as amount
  from accounts a
  where a.failed_email_norm = a.email_norm and a.deleted_at is null and not exists (
    select 1 from identities i where i.account_id = a.id and i.provider = 'line' and i.friend and not i.blocked)`;

const JOBS = sql`
  select j.id::text as id, ${iso('j.created_at')},
    j.task_identifier || ', ' || j.attempts || ' of ' || j.max_attempts || ' tries, ' ||
      left(split_part(coalesce(j.last_error, ''), chr(10), 1), 160) as about,
    j.task_identifier as code, null as detail, null as "accountId", null as "orderId", null as amount
  from graphile_worker.jobs j where j.attempts >= 3 and j.last_error is not null`;

const FAILED_ROWS = sql`
  select f.row_id as id, ${iso('f.failed_at')},
    f.job || ', failed ' || f.failures || ' times, ' ||
      coalesce('next ' || to_char(f.next_try_at at time zone 'Asia/Bangkok', 'YYYY-MM-DD HH24:MI'), 'not tried again') ||
      ', ' || f.error as about,
    f.job as code, null as detail, null as "accountId", null as "orderId", null as amount
  from failed_rows f where f.failures >= 3`;

/**
 * An SQL condition: the parcel `s` of the order `o` may leave, and has a problem that needs an operator. A delivered
 * parcel has one only if there may be a second parcel, until an operator dismisses it.
 */
export const needsOperator = sql`s.problem is not null and s.loss is null and ${sql.raw(IS_PARCEL_OWED_O)}
  and (s.status <> 'delivered' or (s.problem in ('unclear','came_back','turned_down','sent_twice')
    and ${notDismissed('parcels', { id: 's.order_id', since: 'coalesce(s.updated_at, o.paid_at)' })}))`;

const PARCELS = sql`
  select s.order_id as id, ${iso('coalesce(s.updated_at, o.paid_at)')},
    s.problem || ', ' || s.status || coalesce(', reported ' || s.reported_status, '') ||
      coalesce(', fulfilment id ' || s.external_id, '') as about,
    s.problem as code, null as detail, o.account_id as "accountId", s.order_id as "orderId", ${satang('o.total')}
  from shipments s join orders o on o.id = s.order_id where ${needsOperator}`;

const events = (before: string) => sql`
  select e.event_id as id, ${iso('e.received_at')}, e.kind || ' ' || e.subject as about,
    e.kind as code, null as detail, null as "accountId", null as "orderId", null as amount
  from provider_events e where e.settled_at is null and e.received_at < ${before}`;

const QUERIES = {
  unknownAttempts: (now: Date) => attempts(minutesBefore(now, 15)),
  money: () => MONEY,
  disputes: () => DISPUTES,
  manualRefunds: () => refundsWhere(sql`r.status = 'manual'`),
  askedRefunds,
  openRefunds: (now: Date) =>
    refundsWhere(sql`r.status in ('created','sent','unknown') and r.created_at < ${minutesBefore(now, 60)}`),
  unknownRefunds: () => UNKNOWN_REFUNDS,
  transfers: () => TRANSFERS,
  messages,
  emails: () => EMAILS,
  jobs: () => JOBS,
  failedRows: () => FAILED_ROWS,
  parcels: () => PARCELS,
  events: (now: Date) => events(minutesBefore(now, 10)),
} satisfies Record<string, (now: Date) => SQL>;

/** A group of entries that wait for an operator. */
export type StuckGroup = keyof typeof QUERIES;
export const STUCK_GROUPS = Object.keys(QUERIES) as StuckGroup[];
