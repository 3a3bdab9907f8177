import { OPEN_ATTEMPT_STATUSES } from '@/domain/payment';
import { sqlList } from '../../db/sql-list';
import type { InvariantBody } from './body';
import { mayBeHeld } from './links';

const OPEN = sqlList(OPEN_ATTEMPT_STATUSES);

/** SQL of the products and quantities of an order, as an array. */
const contentOf = (orderId: string) =>
  `(select array_agg(i.product_code || ':' || i.quantity order by i.product_code) from order_items i
       where i.order_id = ${orderId})`;

/** Invariants of subscriptions and their orders. */
export const SUBSCRIPTIONS: readonly InvariantBody[] = [
  [
    // An order that was ordered now counts as planned until it is paid.
    'an active subscription has exactly three planned orders',
    `select s.id from subscriptions s, clock where s.status = 'active' and 3 <> (
       select count(*) from orders o where o.subscription_id = s.id and (o.status in ('upcoming','skipped')
         and o.begun_at is null and o.payment_date > clock.today
         or o.status in ('charging','awaiting_payment') and o.ordered_from is not null))`,
  ],
  [
    'the payment dates of a subscription strictly increase',
    `select t.id from clock, (
       select id, payment_date, lag(payment_date) over (partition by subscription_id order by cycle_index) as earlier
       from orders where status <> 'void' and ordered_from is null) t
     where t.payment_date <= t.earlier`,
  ],
  [
    // A planned order keeps its price, also when an order now later puts a cheaper order before it.
    'an order costs more than the order before it only after a notice or a change by the subscriber',
    `select t.id from clock, (
       select id, subscription_id, kind, status, payment_date, created_at, box_price + delivery_fee as price,
         lag(box_price + delivery_fee) over w as held, lag(id) over w as held_id, lag(created_at) over w as held_at,
         lag(payment_date) over w as held_date
       from orders where status <> 'void' window w as (partition by subscription_id order by cycle_index)) t
     where t.price > t.held and t.created_at >= t.held_at and t.kind = 'renewal'
       and t.status in ('upcoming','skipped','charging','awaiting_payment')
       and ${contentOf('t.id')} = ${contentOf('t.held_id')}
       and not exists (select 1 from price_notices n where n.subscription_id = t.subscription_id
         and t.held_date < n.first_date and n.first_date <= t.payment_date and n.new_total >= t.price)
       and not exists (select 1 from audit_events e where e.subject = t.subscription_id and e.at > t.held_at
         and e.what in ('subscription.activated','subscription.box_changed','subscription.address_changed',
           'subscription.frequency_changed','subscription.payment_day_changed','order.moved','order.box_changed',
           'order.address_changed','order.ordered_now'))`,
  ],
  [
    'only a subscriber who ordered now has an order before its planned date by more than a move',
    `select o.id from orders o, clock where o.ordered_from is not null and not exists (
       select 1 from audit_events e where e.subject = o.subscription_id and e.what = 'order.ordered_now'
         and e.detail ->> 'orderId' = o.id
         and (e.at at time zone 'Asia/Bangkok')::date = o.payment_date)`,
  ],
  [
    'a pause skips the orders before its end until their cut-off, and no others',
    `select o.id from orders o cross join clock join subscriptions s on s.id = o.subscription_id
       where o.paused and o.status = 'skipped' and o.begun_at is null
         and (s.paused_until is null or o.payment_date >= s.paused_until)
     union all
     select o.id from subscriptions s cross join clock join orders o on o.subscription_id = s.id
       where s.paused_until > clock.today and o.status = 'upcoming' and o.payment_date < s.paused_until
         and o.payment_date - 2 >= (select max((e.at at time zone 'Asia/Bangkok')::date) from audit_events e
           where e.subject = s.id and e.what = 'subscription.paused')
         and not exists (select 1 from audit_events e where e.subject = s.id and e.what in ('order.unskipped','order.moved')
           and e.detail ->> 'orderId' = o.id)`,
  ],
  [
    'an order has the contents of the box, or its own contents at the request of its subscriber',
    `select o.id from orders o, clock where o.own_box and not exists (select 1 from audit_events e
         where e.subject = o.subscription_id and e.what = 'order.box_changed' and e.detail ->> 'orderId' = o.id)
     union all
     select o.id from subscriptions s cross join clock join orders o on o.subscription_id = s.id
       join accounts a on a.id = s.account_id and a.deleted_at is null
       where s.status = 'active' and o.status in ('upcoming','skipped') and o.begun_at is null
         and o.payment_date > (clock.now at time zone 'Asia/Bangkok')::date and not o.own_box and o.free_product_code is null
         and not exists (select 1 from audit_events e where e.subject = s.id and e.what = 'free_product.moved'
           and e.detail ->> 'orderId' = o.id)
         and (select jsonb_agg(jsonb_build_array(i.product_code, i.quantity) order by i.product_code) from order_items i
             where i.order_id = o.id)
           is distinct from (select jsonb_agg(jsonb_build_array(b.product_code, b.quantity) order by b.product_code)
             from box_items b where b.subscription_id = s.id)`,
  ],
  [
    'a cancelled or inactive subscription has no open orders and no charges',
    `select o.id from subscriptions s cross join clock join orders o on o.subscription_id = s.id
       where s.status in ('cancelled','inactive') and (o.status = 'upcoming'
         or (o.status = 'skipped' and o.begun_at is null)
         or (o.status in ('charging','awaiting_payment') and o.kind <> 'reactivation'))
     union all
     select a.id from subscriptions s cross join clock join orders o on o.subscription_id = s.id
       join charge_attempts a on a.order_id = o.id
       where s.status = 'cancelled' and a.sent_at > s.cancelled_at and o.kind <> 'reactivation'`,
  ],
  [
    'an imported subscription has no orders, charges and reminders',
    `select s.id from subscriptions s cross join clock where s.status = 'imported'
       and (exists (select 1 from orders o where o.subscription_id = s.id)
         or exists (select 1 from charge_attempts a where a.account_id = s.account_id)
         or exists (select 1 from messages m where m.account_id = s.account_id and m.kind = 'order_reminder'))`,
  ],
  [
    'a cancelled subscription has no unpaid order, and no void order can be paid',
    `select o.id from subscriptions s cross join clock join orders o on o.subscription_id = s.id
       where s.status = 'cancelled' and o.status = 'unpaid'
     union all
     select o.id from orders o cross join clock join payments p on p.order_id = o.id
       where o.status = 'void' and p.status <> 'void'
     union all
     select l.id from payment_links l cross join clock join orders o on o.id = l.order_id
       where l.status = 'open' and o.status = 'void'`,
  ],
  [
    'a reactivation is charged only while the subscription is not active',
    `select o.id from subscriptions s cross join clock join orders o on o.subscription_id = s.id
       where o.kind = 'reactivation' and o.status in ('charging','unpaid') and s.status = 'active'`,
  ],
  [
    'a subscription with an unpaid order after its last retry or link is not active',
    `select o.id from subscriptions s cross join clock join orders o on o.subscription_id = s.id
       join payments p on p.order_id = o.id
       where s.status = 'active' and o.status = 'unpaid' and p.status in ('suspended','expired')`,
  ],
  [
    'no points are held for a void order',
    `select o.id from orders o, clock where o.status = 'void' and o.free_product_points > 0`,
  ],
  [
    'an unpaid registration expires',
    `select s.id from subscriptions s, clock where s.activated_at is null and s.status <> 'imported' and s.registered_on < clock.today - 8
       and (s.registered_on < clock.today - 11 or not exists (select 1 from orders o
         join payment_links l on l.order_id = o.id where o.subscription_id = s.id))
       and not exists (select 1 from charge_attempts a where a.account_id = s.account_id
         and (a.status in ${OPEN} or s.status = 'cancelled' and a.check_at is not null))
       and not (s.status = 'cancelled' and exists (select 1 from refunds r join money_received m on m.id = r.money_id
         join orders o on o.id = m.order_id where o.account_id = s.account_id and r.status not in ('succeeded','failed','corrected')))
       and not ${mayBeHeld('select o.id from orders o where o.subscription_id = s.id')}`,
  ],
];
