import { IS_PARCEL_OWED_O } from '../../lifecycle/late-boxes';
import type { InvariantBody } from './body';

/** Invariants of messages, provider events and parcels. */
export const DELIVERY: readonly InvariantBody[] = [
  [
    'a message is sent within a day after it is due',
    `select m.id from messages m, clock where m.status = 'queued' and m.not_before < clock.now - interval '1 day'`,
  ],
  [
    'a provider event is settled within a day',
    `select e.event_id as id from provider_events e, clock
       where e.settled_at is null and e.received_at < clock.now - interval '1 day'`,
  ],
  [
    'a paid order has a parcel, and no other order has a requested one',
    `select o.id from orders o cross join clock left join shipments s on s.order_id = o.id
       where (o.status in ('paid','refunded') and s.order_id is null)
          or (o.status not in ('paid','refunded') and (s.requested_at is not null or s.check_at is not null))`,
  ],
  [
    'a parcel is requested and polled in time, or has a problem for an operator',
    `select s.order_id as id from shipments s cross join clock join orders o on o.id = s.order_id and ${IS_PARCEL_OWED_O}
       where s.problem is null and s.status <> 'delivered' and s.requested_at is null and s.shipped_at is null
         and (s.check_at is null or s.check_at < clock.now - interval '1 day')
     union all
     select s.order_id from shipments s, clock where s.problem is null and s.status <> 'delivered' and s.loss is null
       and s.requested_at is not null and (s.taken_at is not null or s.shipped_at is null)
       and (s.check_at is null or s.check_at < clock.now - interval '2 days')`,
  ],
  [
    'an order has its own address at the request of its subscriber, and not after the account was erased',
    `select x.order_id as id from order_addresses x cross join clock join orders o on o.id = x.order_id
       join accounts a on a.id = o.account_id
       where (a.deleted_at is not null and a.address is null)
          or not exists (select 1 from audit_events e where e.subject = o.subscription_id
            and e.what = 'order.address_changed' and e.detail ->> 'orderId' = o.id)`,
  ],
];
