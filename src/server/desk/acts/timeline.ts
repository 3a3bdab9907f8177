import { eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import { normaliseEmail } from '@/domain/contact';
import { referencesIn } from '@/domain/payment-link';
import type { Ctx } from '../../platform/context';
import type { Db } from '../../db';
import { queryRows } from '../../db/query-rows';
import { columnShape } from '../../db/row-shapes';
import { accounts, orders } from '../../db/schema';
import { OperatorRefusal } from './operator';

const entryRow = z.object({
  /** The instant of the event (ISO 8601). */
  at: z.string(),
  /** The name of the event, such as `order.paid`, `attempt.declined` or `message.sent`. */
  what: z.string(),
  id: z.string(),
  orderId: z.string().nullable(),
  /** Satang. For entries about points: a number of points. */
  amount: z.number().nullable(),
  detail: z.string().nullable(),
});
export type TimelineEntry = z.output<typeof entryRow>;
const expiredRow = z.object({ on: z.string() });

export interface Timeline {
  accountId: string;
  orderId: string | null;
  entries: TimelineEntry[];
}

/**
 * Returns the history of a subscriber or an order, earliest first: audit events, charges, payments, points, parcels and
 * messages.
 * @param who e-mail, account id or order id
 * @throws OperatorRefusal for an unknown `who`
 */
export async function showTimeline({ db }: Ctx, who: string): Promise<Timeline> {
  const [order] = await db
    .select({ id: orders.id, accountId: orders.accountId })
    .from(orders)
    .where(eq(orders.id, who));
  const isEmail = who.includes('@');
  const [account] = await db
    .select({ id: accounts.id })
    .from(accounts)
    .where(isEmail ? eq(accounts.emailNorm, normaliseEmail(who)) : eq(accounts.id, who));
  const accountId = order?.accountId ?? account?.id;
  if (accountId === undefined) throw await unknownRefusal(db, who);
  const orderId = order?.id ?? null;
  const entries = await queryRows(
    db,
    entryRow,
    sql`
    with t as (${sql.raw(ENTRIES)})
    select to_char(t.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, t.what, t.id,
      t.order_id as "orderId", t.amount::float8 as amount, t.detail
    from t where t.at is not null and t.account_id = ${accountId}
      and (${orderId}::text is null or t.order_id = ${orderId})
    order by t.at, t.rank, t.id`,
  );
  return { accountId, orderId, entries };
}

const pagedRow = entryRow.extend({
  paymentDate: columnShape(orders.paymentDate).nullable(),
  orderNumber: columnShape(orders.orderNumber).nullable(),
  /** The actor of an audit event, with the name of a member of the staff; null for other entries. */
  actor: z.string().nullable(),
  staffName: z.string().nullable(),
  facts: z.record(z.string(), z.unknown()).nullable(),
});
export type PagedEntry = z.output<typeof pagedRow>;

/** Returns a part of the history of an account, newest first, without the audit events named `except`. */
export async function pageTimeline(
  { db }: Ctx,
  accountId: string,
  { limit, offset, except }: { limit: number; offset: number; except: string },
): Promise<PagedEntry[]> {
  return queryRows(
    db,
    pagedRow,
    sql`
    with t as (${sql.raw(ENTRIES)}),
      part as (select * from t where t.at is not null and t.account_id = ${accountId} and t.what <> ${except}
        order by t.at desc, t.rank desc, t.id desc limit ${limit} offset ${offset})
    select to_char(t.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, t.what, t.id,
      t.order_id as "orderId", t.amount::float8 as amount, t.detail, o.payment_date as "paymentDate",
      o.order_number as "orderNumber",
      e.actor, coalesce(nullif(m.name, ''), k.name) as "staffName", e.detail as facts
    from part t left join orders o on o.id = t.order_id left join audit_events e on e.id = t.id
      left join staff m on e.actor = 'staff:' || m.id left join api_tokens k on e.actor = 'token:' || k.id
    order by t.at desc, t.rank desc, t.id desc`,
  );
}

/**
 * Returns the error message for an unknown `who`. The message explains a payment reference of an erased registration.
 */
async function unknownRefusal(db: Db, who: string): Promise<OperatorRefusal> {
  const [row] = await queryRows(
    db,
    expiredRow,
    sql`
    select (at at time zone 'Asia/Bangkok')::date::text as on from audit_events
    where what = 'registration.expired' and detail -> 'references' ?| array[${sql.join(
      ['', ...referencesIn(who)].map((reference) => sql`${reference}`),
      sql`, `,
    )}]::text[] order by at desc limit 1`,
  );
  return row
    ? new OperatorRefusal('expiredReference', { who, day: row.on })
    : new OperatorRefusal('noSuchSubscriber', { who });
}

/**
 * The SQL query of all entries of the history. `rank` orders the entries of one transaction, which have the same time.
 */
const ENTRIES = `
  select a.id as account_id, a.created_at as at, 0 as rank, 'account.registered' as what, a.id,
    null::text as order_id, null::numeric as amount, a.locale as detail from accounts a
  union all
  select s.account_id, e.at, 1, e.what, e.id, e.detail ->> 'orderId', case e.what when 'order.paid' then o.total end,
    'by ' || case when e.actor = s.account_id then 'the subscriber' else e.actor end || coalesce(' ' || e.detail::text, '')
    from audit_events e join subscriptions s on e.subject in (s.id, s.account_id)
      left join orders o on o.id = e.detail ->> 'orderId'
  union all
  select o.account_id, e.at, 1, e.what, e.id, o.id, null, 'by ' || e.actor || coalesce(' ' || e.detail::text, '')
    from audit_events e join orders o on e.subject = o.id
  union all
  select o.account_id, e.at, 1, e.what, e.id, o.id, null, 'by ' || e.actor || coalesce(' ' || e.detail::text, '')
    from audit_events e join refunds r on e.subject = r.id join money_received m on m.id = r.money_id
      join orders o on o.id = m.order_id
  union all
  select account_id, created_at, 2, 'order.planned', id, id, total, kind || ' for ' || payment_date from orders
  union all
  select account_id, sent_at, 4, 'attempt.sent', id, order_id, amount,
    source || ', ' || trigger || ', number ' || attempt_no from charge_attempts
  union all
  select account_id, closed_at, 5, 'attempt.' || case when sent_at is null then 'not_sent' else status end, id, order_id, amount,
    concat_ws(', ', reason, charge_id) from charge_attempts
  union all
  select account_id, unknown_since, 5, 'attempt.unknown', id, order_id, amount, status || ' now' from charge_attempts
  union all
  select o.account_id, m.recorded_at, 5, 'money.' || m.verdict, m.id, o.id, m.amount,
    m.provider || ' ' || m.provider_ref || ', paid ' || to_char(m.paid_at at time zone 'Asia/Bangkok', 'YYYY-MM-DD HH24:MI')
    from money_received m join orders o on o.id = m.order_id
  union all
  select o.account_id, r.created_at, 7, 'refund.asked', r.id, o.id, r.amount, r.why
    from refunds r join money_received m on m.id = r.money_id join orders o on o.id = m.order_id
  union all
  select o.account_id, r.closed_at, 8,
    'refund.' || case r.status when 'corrected' then 'succeeded' else r.status end, r.id, o.id, r.amount, r.provider_ref
    from refunds r join money_received m on m.id = r.money_id join orders o on o.id = m.order_id
  union all
  select o.account_id, t.at, 6, d.kind || '.' || t.what, d.id, o.id, d.amount,
    concat_ws(', ', d.reason, 'charging ' || d.charging, m.provider_ref)
    from disputes d join money_received m on m.id = d.money_id join orders o on o.id = m.order_id
      cross join lateral (values (d.opened_at, 'recorded'),
        (case when d.status <> 'open' then d.changed_at end, d.status)) t (at, what)
  union all
  select o.account_id, l.created_at, 4, 'link.made', l.id, o.id, l.amount,
    l.reference || ' until ' || to_char(l.expires_at at time zone 'Asia/Bangkok', 'YYYY-MM-DD HH24:MI')
    from payment_links l join orders o on o.id = l.order_id
  union all
  select o.account_id, l.closed_at, 6, 'link.' || l.status, l.id, o.id, l.amount, l.reference
    from payment_links l join orders o on o.id = l.order_id
  union all
  select o.account_id, t.recorded_at, 5, 'transfer.' || t.status, t.id, o.id, t.amount,
    t.reference || ' on ' || t.paid_on || ', by ' || t.actor from bank_transfers t join orders o on o.id = t.order_id
  union all
  select account_id, created_at, 7, 'points.' || case when points > 0 and kind = 'taken_back' then 'given_back'
      when points > 0 and kind = 'referral_reversed' then 'referral_given_back' else kind end, id, order_id, points, source
    from points_entries
  union all
  select o.account_id, t.at, 7, 'parcel.' || t.what, o.id, o.id, null, t.detail
    from shipments s join orders o on o.id = s.order_id cross join lateral (values
      (s.requested_at, 'asked_for', null), (s.taken_at, 'taken', 'there ' || s.external_id),
      (s.shipped_at, 'shipped', concat_ws(' ', s.courier, s.tracking_number)), (s.delivered_at, 'delivered', null),
      (case when s.problem is not null or s.shipped_at is null then s.updated_at end,
        coalesce(s.problem, s.status), s.reported_status)) t (at, what, detail)
  union all
  select o.account_id, t.at, 7, 'parcel.' || t.what, o.id, o.id, null, t.detail
    from replaced_parcels r join orders o on o.id = r.order_id cross join lateral (values
      (r.taken_at, 'taken', 'there ' || r.external_id),
      (r.shipped_at, 'shipped', concat_ws(' ', r.courier, r.tracking_number)), (r.delivered_at, 'delivered', null),
      (r.replaced_at, r.loss, 'number ' || r.number)) t (at, what, detail)
  union all
  select o.account_id, d.created_at, 8, 'document.' || d.kind, d.id, o.id, d.amount,
    case d.kind when 'receipt' then 'R-' when 'tax_invoice' then 'T-' else 'C-' end || to_char(d.issued_on, 'YYYY-') || lpad(d.number::text, greatest(6, length(d.number::text)), '0')
    from documents d join orders o on o.id = d.order_id
  union all
  select account_id, created_at, 9, 'message.written', id, payload ->> 'orderId', null, kind from messages
  union all
  select account_id, sent_at, 9, 'message.sent', id, payload ->> 'orderId', null, kind || coalesce(' by ' || channel, '')
    from messages`;
