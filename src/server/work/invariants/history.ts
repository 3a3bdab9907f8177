import { DECLINE_REASONS } from '@/domain/decline';
import type { InvariantBody } from './body';
import { mayBeHeld } from './links';

const HARD = Object.entries(DECLINE_REASONS)
  .filter(([, { class: declineClass }]) => declineClass === 'hard')
  .map(([reason]) => `'${reason}'`)
  .join(',');

/** Triggers of off-session charges. */
const OFF_SESSION = `('billing_run','retry')`;

/** Invariants of past actions: what was done, when and how often. */
export const HISTORY: readonly InvariantBody[] = [
  [
    'a captured payment has an attempt that was written before its charge',
    `select m.id from money_received m cross join clock left join charge_attempts a on a.id = m.attempt_id
       where m.verdict = 'kept' and m.provider = 'omise'
         and (a.id is null or a.order_id <> m.order_id or a.amount <> m.amount or a.status <> 'succeeded'
           or a.sent_at > m.paid_at)`,
  ],
  [
    'the refunded amount of an order is the sum of its refunds',
    `select o.id from orders o cross join clock
       left join money_received m on m.order_id = o.id and m.verdict = 'kept'
       left join (select money_id, sum(amount) as back from refunds where status = 'succeeded' group by money_id) r
         on r.money_id = m.id
       where o.refunded <> coalesce(r.back, 0)
          or (o.status = 'refunded') <> (o.total > 0 and o.refunded = o.total)`,
  ],
  [
    'points are taken back only in proportion to refunds',
    `select o.id from orders o cross join clock join points_entries e on e.order_id = o.id and e.kind = 'taken_back'
       where o.total > 0 group by o.id having -sum(e.points) > o.points * o.refunded / o.total`,
  ],
  [
    'a refunded first order leaves no referral reward',
    `select f.id from referrals f cross join clock join orders o on o.account_id = f.friend_id and o.kind = 'first'
       where f.status in ('applied','held','rewarded') and o.status = 'refunded'`,
  ],
  [
    'no off-session charge is made before the outcome of the previous charge',
    `select b.id from charge_attempts a cross join clock join charge_attempts b
         on b.order_id = a.order_id and b.attempt_no > a.attempt_no
       where a.source = 'card' and a.status <> 'succeeded' and b.trigger in ${OFF_SESSION}
         and b.sent_at < coalesce(a.closed_at, 'infinity') - interval '1 minute'`,
  ],
  // An order that was asked for now and declined has its planned date again, on which its card is refused without a call.
  [
    'a card or bank account with a hard decline is not charged off-session again',
    `select b.id from charge_attempts a cross join clock join charge_attempts b
         on b.order_id = a.order_id and b.attempt_no = a.attempt_no + 1
           and coalesce(b.card_id, b.bank_account_id) = coalesce(a.card_id, a.bank_account_id)
       where a.status = 'declined' and a.reason in (${HARD}) and b.trigger in ${OFF_SESSION}
         and (a.trigger in ${OFF_SESSION} or b.charge_id is not null)`,
  ],
  [
    'an order has at most six off-session charges',
    `select a.order_id as id from charge_attempts a, clock
       where a.trigger in ${OFF_SESSION} and a.status <> 'voided' and a.reason is distinct from 'rate_limit_exceeded'
       group by a.order_id having count(*) > 6`,
  ],
  [
    'a subscription has off-session charges of at most one order per day',
    `select min(o.id) as id from charge_attempts a cross join clock join orders o on o.id = a.order_id
       where a.trigger in ${OFF_SESSION} and a.status <> 'voided' and a.sent_at is not null
       group by o.subscription_id, (a.sent_at at time zone 'Asia/Bangkok')::date having count(distinct o.id) > 1`,
  ],
  [
    'no order is skipped or unskipped later than two days before its payment date',
    `select e.id from audit_events e cross join clock join orders o on o.id = e.detail ->> 'orderId'
       where e.what in ('order.skipped','order.unskipped')
         and (e.at at time zone 'Asia/Bangkok')::date > o.payment_date - 2
         and not exists (select 1 from schedule_epochs s
           where s.subscription_id = o.subscription_id and s.created_at >= e.at)
         and not exists (select 1 from audit_events m where m.subject = o.subscription_id
           and m.what in ('order.moved','order.ordered_now')
           and m.detail ->> 'orderId' = o.id and m.at >= e.at)`,
  ],
  [
    'a skipped order is never charged',
    `select o.id from orders o cross join clock where o.status = 'skipped'
       and (exists (select 1 from charge_attempts a where a.order_id = o.id and (a.closed_at is null
           or not exists (select 1 from audit_events e where e.subject = o.subscription_id
             and e.what = 'order.put_back' and e.detail ->> 'orderId' = o.id and e.at >= a.created_at)))
         or exists (select 1 from payments p where p.order_id = o.id and p.status <> 'void'))`,
  ],
  [
    'held points equal the points of free products in orders',
    `select b.account_id as id from points_balances b cross join clock
       where (select coalesce(-sum(e.points), 0) from points_entries e
           where e.account_id = b.account_id and e.kind in ('held','returned'))
         <> (select coalesce(sum(o.free_product_points), 0) from orders o where o.account_id = b.account_id)`,
  ],
  [
    'the prices of an order are the sums of its items',
    `select o.id from orders o cross join clock join order_items i on i.order_id = o.id
       group by o.id having sum(i.line_price) <> o.box_price
         or sum(i.quantity * i.list_price) <> o.list_price`,
  ],
  [
    'no order is open for more than three weeks',
    `select o.id from orders o, clock where o.status in ('charging','awaiting_payment')
       and o.payment_date < clock.today - 22 and not clock.paused
       and not exists (select 1 from charge_attempts a where a.order_id = o.id and a.status = 'unknown')
       and not ${mayBeHeld('o.id')}`,
  ],
  [
    'a cancelled subscription gets no order reminders',
    `select m.id from messages m cross join clock join subscriptions s on s.account_id = m.account_id
       where s.status = 'cancelled' and m.kind = 'order_reminder' and m.created_at > s.cancelled_at`,
  ],
];
