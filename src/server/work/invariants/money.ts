import { OPEN_ATTEMPT_STATUSES } from '@/domain/payment';
import { LATE_BOX_WAIT_DAYS } from '@/domain/retry';
import { sqlList } from '../../db/sql-list';
import { IS_PARCEL_OWED_O } from '../../lifecycle/late-boxes';
import type { InvariantBody } from './body';

const OPEN = sqlList(OPEN_ATTEMPT_STATUSES);

/** Invariants of payments and refunds. */
export const MONEY: readonly InvariantBody[] = [
  [
    'an order has at most one captured payment',
    `select m.order_id as id from money_received m, clock where m.verdict = 'kept'
       group by m.order_id having count(*) > 1`,
  ],
  [
    'an order is paid exactly when its total was captured or nothing was due',
    `select o.id from orders o cross join clock left join money_received m on m.order_id = o.id and m.verdict = 'kept'
       where (o.status in ('paid','refunded')) <> (m.id is not null or (o.total = 0 and o.paid_at is not null))
          or m.amount <> o.total`,
  ],
  [
    'a payment that no order can use is refunded within a day',
    `select m.id from money_received m, clock where m.verdict <> 'kept' and m.order_id is not null
         and not exists (select 1 from refunds r where r.money_id = m.id)
     union all
     select r.id from refunds r, clock where r.closed_at is null
       and r.created_at < clock.now - interval '1 day'
       and not exists (select 1 from disputes d where d.money_id = r.money_id
         and (d.status <> 'won' and d.booked_at is null
           or greatest(d.changed_at, d.booked_at) > clock.now - interval '1 day'))
       and coalesce(r.sent_at, '-infinity') < clock.now - interval '26 hours'`,
  ],
  [
    'refunds never exceed the payment',
    `select m.id from money_received m cross join clock left join refunds r on r.money_id = m.id and r.status not in ('failed','corrected')
       group by m.id having coalesce(sum(r.amount), 0) > m.reserved_refund or m.reserved_refund > m.amount
     union all
     select o.id from orders o, clock where o.refunded > o.total`,
  ],
];

/** Invariants of charges: attempts, due payments and the orders that they pay. */
export const CHARGING: readonly InvariantBody[] = [
  [
    'an order has at most one open attempt',
    `select a.order_id as id from charge_attempts a, clock where a.status in ${OPEN}
       group by a.order_id having count(*) > 1`,
  ],
  [
    'no attempt is open for more than a day after its deadline',
    `select a.id from charge_attempts a, clock
       where (a.status in ('created','sent') and a.sent_at < clock.now - interval '1 day')
          or (a.status = 'unknown' and a.sent_at < clock.now - interval '2 days')
          or (a.status = 'action_required' and a.expires_at < clock.now - interval '1 day')`,
  ],
  [
    'an order in charging has a due payment or an open attempt',
    `select o.id from orders o cross join clock join payments p on p.order_id = o.id
       where o.status = 'charging' and o.kind <> 'first' and p.due_at is null and p.gives_up_at is null
         and not exists (select 1 from charge_attempts a where a.order_id = o.id and a.status in ${OPEN})`,
  ],
  [
    'no due payment or order is a day late',
    `select p.id from payments p, clock where p.due_at < clock.now - interval '1 day' and not clock.paused
       and (clock.now at time zone 'Asia/Bangkok')::time >= time '09:00'
       and not (clock.boxes_first and p.due_at > clock.now - interval '${LATE_BOX_WAIT_DAYS + 1} days'
         and exists (select 1 from orders w join orders o on o.subscription_id = w.subscription_id and o.id <> w.id
             join shipments s on s.order_id = o.id
           where w.id = p.order_id and s.status in ('preparing','packed') and s.loss is null and ${IS_PARCEL_OWED_O}))
     union all
     select p.id from payments p, clock where p.gives_up_at < clock.now - interval '1 day'
       and not exists (select 1 from charge_attempts a where a.order_id = p.order_id and a.status in ${OPEN})
     union all
     select o.id from orders o, clock where o.begun_at is null and o.status in ('upcoming','skipped')
       and o.payment_date < clock.today`,
  ],
  [
    'the statuses of order and payment agree',
    `select o.id from orders o cross join clock left join payments p on p.order_id = o.id
       where (o.status in ('charging','awaiting_payment','paid','unpaid','refunded') and p.id is null)
          or (p.id is not null and (o.status in ('paid','refunded')) <> (p.status = 'succeeded'))
          or (o.status not in ('charging','awaiting_payment') and (p.due_at is not null or p.gives_up_at is not null))`,
  ],
];
