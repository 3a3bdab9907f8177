import { OPEN_ATTEMPT_STATUSES } from '@/domain/payment';
import { ask } from '../db/ask';
import type { Db, Tx } from '../db';
import { sqlList } from '../db/sql-list';
import { DOCUMENTS } from './documents';
import { HISTORY } from './history';
import { LINKS } from './links';
import { REWARDS } from './rewards';

/** What must never be found: `sql` answers one row, an `id`, per violation. `$1` is the present moment. */
export interface Invariant {
  name: string;
  sql: string;
}

/**
 * `resting`: billing is paused by an operator, or was until an hour ago.
 * A day begins at 00:00 for the rules, and up to a quarter of an hour later for the run that follows them.
 */
const CLOCK = `with clock as (select $1::timestamptz as now,
  (($1::timestamptz - interval '15 minutes') at time zone 'Asia/Bangkok')::date as today,
  exists (select 1 from flags where case when name = 'billing' then value::jsonb ->> 'paused' = 'true'
    or (value::jsonb ->> 'since')::timestamptz > $1::timestamptz - interval '1 hour' end) as resting)`;

const OPEN = sqlList(OPEN_ATTEMPT_STATUSES);

const invariant = (name: string, body: string): Invariant => ({ name, sql: `${CLOCK}\n${body}` });

const MONEY = [
  invariant(
    'at most one payment is kept per order',
    `select m.order_id as id from money_received m, clock where m.verdict = 'kept'
       group by m.order_id having count(*) > 1`,
  ),
  invariant(
    'an order is paid exactly when its total was kept, or nothing was due',
    `select o.id from orders o cross join clock left join money_received m on m.order_id = o.id and m.verdict = 'kept'
       where (o.status in ('paid','refunded')) <> (m.id is not null or (o.total = 0 and o.paid_at is not null))
          or m.amount <> o.total`,
  ),
  invariant(
    'money that was not kept for an order goes back within a day',
    `select m.id from money_received m, clock where m.verdict <> 'kept' and m.order_id is not null
         and not exists (select 1 from refunds r where r.money_id = m.id)
     union all
     select r.id from refunds r, clock where r.closed_at is null
       and r.created_at < clock.now - interval '1 day'
       and not exists (select 1 from disputes d where d.money_id = r.money_id
         and (d.status <> 'won' and d.booked_at is null
           or greatest(d.changed_at, d.booked_at) > clock.now - interval '1 day'))
       and coalesce(r.sent_at, '-infinity') < clock.now - interval '26 hours'`,
  ),
  invariant(
    'no more is given back than came in',
    `select m.id from money_received m cross join clock left join refunds r on r.money_id = m.id and r.status <> 'failed'
       group by m.id having coalesce(sum(r.amount), 0) > m.reserved_refund or m.reserved_refund > m.amount
     union all
     select o.id from orders o, clock where o.refunded > o.total`,
  ),
];

const CHARGING = [
  invariant(
    'at most one attempt of an order is open',
    `select a.order_id as id from charge_attempts a, clock where a.status in ${OPEN}
       group by a.order_id having count(*) > 1`,
  ),
  invariant(
    'no attempt stays open a day longer than it may',
    `select a.id from charge_attempts a, clock
       where (a.status in ('created','sent') and a.sent_at < clock.now - interval '1 day')
          or (a.status = 'unknown' and a.sent_at < clock.now - interval '26 hours')
          or (a.status = 'action_required' and a.expires_at < clock.now - interval '1 day')`,
  ),
  invariant(
    'an order that is being charged waits for something',
    `select o.id from orders o cross join clock join payments p on p.order_id = o.id
       where o.status = 'charging' and o.kind <> 'first' and p.due_at is null and p.gives_up_at is null
         and not exists (select 1 from charge_attempts a where a.order_id = o.id and a.status in ${OPEN})`,
  ),
  invariant(
    'nothing that is due is a day late',
    `select p.id from payments p, clock where p.due_at < clock.now - interval '1 day' and not clock.resting
     union all
     select p.id from payments p, clock where p.gives_up_at < clock.now - interval '1 day'
       and not exists (select 1 from charge_attempts a where a.order_id = p.order_id and a.status in ${OPEN})
     union all
     select o.id from orders o, clock where o.begun_at is null and o.status in ('upcoming','skipped')
       and o.payment_date < clock.today`,
  ),
  invariant(
    'order and payment agree',
    `select o.id from orders o cross join clock left join payments p on p.order_id = o.id
       where (o.status in ('charging','awaiting_payment','paid','unpaid','refunded') and p.id is null)
          or (p.id is not null and (o.status in ('paid','refunded')) <> (p.status = 'succeeded'))
          or (o.status not in ('charging','awaiting_payment') and (p.due_at is not null or p.gives_up_at is not null))`,
  ),
];

const SUBSCRIPTIONS = [
  invariant(
    'an active subscription has exactly three orders ahead',
    `select s.id from subscriptions s, clock where s.status = 'active' and 3 <> (
       select count(*) from orders o where o.subscription_id = s.id and o.status in ('upcoming','skipped')
         and o.begun_at is null and o.payment_date > clock.today)`,
  ),
  invariant(
    'the dates of a subscription strictly increase',
    `select t.id from clock, (
       select id, payment_date, lag(payment_date) over (partition by subscription_id order by cycle_index) as earlier
       from orders where status <> 'void') t
     where t.payment_date <= t.earlier`,
  ),
  invariant(
    'a cancelled or inactive subscription is silent',
    `select o.id from subscriptions s cross join clock join orders o on o.subscription_id = s.id
       where s.status in ('cancelled','inactive') and (o.status = 'upcoming'
         or (o.status = 'skipped' and o.begun_at is null)
         or (o.status in ('charging','awaiting_payment') and o.kind <> 'reactivation'))
     union all
     select a.id from subscriptions s cross join clock join orders o on o.subscription_id = s.id
       join charge_attempts a on a.order_id = o.id
       where s.status = 'cancelled' and a.sent_at > s.cancelled_at and o.kind <> 'reactivation'`,
  ),
  invariant(
    'whoever cancelled owes nothing, and no void order can be paid',
    `select o.id from subscriptions s cross join clock join orders o on o.subscription_id = s.id
       where s.status = 'cancelled' and o.status = 'unpaid'
     union all
     select o.id from orders o cross join clock join payments p on p.order_id = o.id
       where o.status = 'void' and p.status <> 'void'
     union all
     select l.id from payment_links l cross join clock join orders o on o.id = l.order_id
       where l.status = 'open' and o.status = 'void'`,
  ),
  invariant(
    'a reactivation is charged only while the subscription is not active',
    `select o.id from subscriptions s cross join clock join orders o on o.subscription_id = s.id
       where o.kind = 'reactivation' and o.status in ('charging','unpaid') and s.status = 'active'`,
  ),
  invariant(
    'a subscription is not active while the last try or the link of an order came to nothing',
    `select o.id from subscriptions s cross join clock join orders o on o.subscription_id = s.id
       join payments p on p.order_id = o.id
       where s.status = 'active' and o.status = 'unpaid' and p.status in ('suspended','expired')`,
  ),
  invariant(
    'points are not held for an order that will not be sent',
    `select o.id from orders o, clock where o.status = 'void' and o.free_product_points > 0`,
  ),
  invariant(
    'a registration nobody paid for lapses',
    `select s.id from subscriptions s, clock where s.activated_at is null and s.registered_on < clock.today - 8
       and (s.registered_on < clock.today - 11 or not exists (select 1 from orders o
         join payment_links l on l.order_id = o.id where o.subscription_id = s.id))
       and not exists (select 1 from charge_attempts a where a.account_id = s.account_id
         and (a.status in ${OPEN} or s.status = 'cancelled' and a.check_at is not null))
       and not (s.status = 'cancelled' and exists (select 1 from refunds r join money_received m on m.id = r.money_id
         join orders o on o.id = m.order_id where o.account_id = s.account_id and r.status not in ('succeeded','failed')))`,
  ),
];

const REWARDS_AND_MESSAGES = [
  invariant(
    'a balance is the sum of its entries',
    `select a.id from accounts a cross join clock left join points_balances b on b.account_id = a.id
       where coalesce(b.balance, 0) <> (select coalesce(sum(e.points), 0) from points_entries e where e.account_id = a.id)`,
  ),
  invariant(
    'a paid order earns its points once, and no other order does',
    `select o.id from orders o cross join clock
       left join (select order_id, count(*) as n from points_entries where kind = 'earned' group by order_id) e
         on e.order_id = o.id
       where o.points > 0 and (o.status in ('paid','refunded')) <> (coalesce(e.n, 0) = 1)`,
  ),
  invariant(
    'a code is used no more often than it may be',
    `select d.code as id from discount_codes d, clock
       where d.uses_max < (select count(*) from code_uses u where u.code = d.code)`,
  ),
  invariant(
    'a message leaves within a day of its time',
    `select m.id from messages m, clock where m.status = 'queued' and m.not_before < clock.now - interval '1 day'`,
  ),
  invariant(
    "a provider's event is settled within a day",
    `select e.event_id as id from provider_events e, clock
       where e.settled_at is null and e.received_at < clock.now - interval '1 day'`,
  ),
];

const PARCELS = [
  invariant(
    'a paid order has a parcel, and only a paid order is asked for one',
    `select o.id from orders o cross join clock left join shipments s on s.order_id = o.id
       where (o.status in ('paid','refunded') and s.order_id is null)
          or (o.status not in ('paid','refunded') and (s.asked_at is not null or s.check_at is not null))`,
  ),
  invariant(
    'no parcel is forgotten: it is asked for or after in time, or a person is told',
    `select s.order_id as id from shipments s cross join clock join orders o on o.id = s.order_id and o.status = 'paid'
       where s.problem is null and s.status <> 'delivered' and s.asked_at is null and s.shipped_at is null
         and (s.check_at is null or s.check_at < clock.now - interval '1 day')
     union all
     select s.order_id from shipments s, clock where s.problem is null and s.status <> 'delivered' and s.loss is null
       and s.asked_at is not null and (s.taken_at is not null or s.shipped_at is null)
       and (s.check_at is null or s.check_at < clock.now - interval '2 days')`,
  ),
];

/** The promises about money, dates, points, messages and documents; each holds at every moment, runs under way included. */
export const INVARIANTS: readonly Invariant[] = [
  ...MONEY,
  ...CHARGING,
  ...SUBSCRIPTIONS,
  ...LINKS.map(([name, body]) => invariant(name, body)),
  ...REWARDS_AND_MESSAGES,
  ...PARCELS,
  ...[...HISTORY, ...REWARDS, ...DOCUMENTS].map(([name, body]) => invariant(name, body)),
];

const SHOWN_MAX = 20;

export interface Violation {
  name: string;
  /** Whose rows break it; the first twenty. */
  ids: string[];
}

/**
 * Makes the statement that asks an invariant. Almost always no row is found, so that everything is read: materialized, it
 * is planned for that, and not, as a limit has it, for finding the first twenty soon.
 */
export const statementOf = ({ sql }: Invariant): string =>
  `with found as materialized (${sql}) select id from found limit ${SHOWN_MAX}`;

/** Asks one of them, of the database or in a transaction. @returns null when it holds */
export async function findViolation(
  { db, now }: { db: Db | Tx; now: Date },
  invariant: Invariant,
): Promise<Violation | null> {
  const rows = await ask<{ id: string }>(db, statementOf(invariant), [now.toISOString()]);
  return rows.length > 0 ? { name: invariant.name, ids: rows.map((row) => row.id) } : null;
}

/** Asks all of them. @returns the broken ones; none when all is well. */
export async function findViolations(ctx: { db: Db | Tx; now: Date }): Promise<Violation[]> {
  const violations: Violation[] = [];
  for (const invariant of INVARIANTS) {
    const violation = await findViolation(ctx, invariant);
    if (violation) violations.push(violation);
  }
  return violations;
}
