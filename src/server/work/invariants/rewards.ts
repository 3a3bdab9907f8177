import type { InvariantBody } from './body';

/** Invariants of points, codes, milestones, referrals and free products. */
export const REWARDS: readonly InvariantBody[] = [
  [
    'a points balance is the sum of its entries',
    `select a.id from accounts a cross join clock left join points_balances b on b.account_id = a.id
       where coalesce(b.balance, 0) <> (select coalesce(sum(e.points), 0) from points_entries e where e.account_id = a.id)`,
  ],
  [
    'a paid order earns its points once, and no other order earns points',
    `select o.id from orders o cross join clock
       left join (select order_id, count(*) as n from points_entries where kind = 'earned' group by order_id) e
         on e.order_id = o.id
       where o.points > 0 and (o.status in ('paid','refunded')) <> (coalesce(e.n, 0) = 1)`,
  ],
  [
    'a discount code is not used more often than its limit',
    `select d.code as id from discount_codes d, clock
       where d.uses_max < (select count(*) from code_uses u where u.code = d.code)`,
  ],
  [
    'a milestone is rewarded once per ten paid orders',
    `select e.id from points_entries e, clock where e.kind = 'milestone' and (select count(*) from orders o
         where o.account_id = e.account_id and o.paid_at is not null)
           < case when e.source ~ '^[1-9][0-9]{0,5}$' then 10 * e.source::int else 10000000 end
     union all
     select o.account_id from orders o cross join clock where o.status = 'paid' group by o.account_id
       having count(*) / 10 > (select count(*) from points_entries e
         where e.account_id = o.account_id and e.kind = 'milestone')`,
  ],
  [
    'a referrer is rewarded once per friend, after the first paid order',
    `select f.id from referrals f cross join clock left join orders o on o.account_id = f.friend_id and o.kind = 'first'
       left join points_entries e on e.account_id = f.referrer_id and e.kind = 'referral' and e.source = f.id
       where (f.status = 'rewarded' and (e.id is null or coalesce(o.status, '') not in ('paid','refunded')))
          or (f.status in ('applied','held','refused') and e.id is not null)
          or (f.status = 'applied' and o.status in ('paid','refunded'))
     union all
     select e.id from points_entries e, clock where e.kind = 'referral'
       and not exists (select 1 from referrals f where f.id = e.source and f.referrer_id = e.account_id)`,
  ],
  [
    'referral points are held for at most 30 days and until the second paid order',
    `select f.id from referrals f cross join clock
       left join orders o on o.account_id = f.friend_id and o.kind = 'first'
       left join points_entries e on e.account_id = f.referrer_id and e.kind = 'referral_held' and e.source = f.id
       where (f.status = 'held' and (e.id is null or coalesce(o.status, '') <> 'paid'
           or f.held_at < clock.now - interval '31 days'
           or exists (select 1 from orders s where s.account_id = f.friend_id and s.kind <> 'first' and s.status = 'paid')))
          or (f.held_at is null) <> (e.id is null) or e.points <> 0`,
  ],
  [
    'every redeemed free product is in exactly one order',
    `select o.id from orders o, clock where (o.free_product_code is null) <> (o.free_product_points = 0)
     union all
     select coalesce(h.account_id, p.account_id) from clock cross join (select account_id,
           count(*) filter (where kind = 'held') - count(*) filter (where kind = 'returned') as n
         from points_entries where kind in ('held','returned') group by account_id) h
       full join (select account_id, count(*) as n from orders where free_product_code is not null
         group by account_id) p on p.account_id = h.account_id
       where coalesce(h.n, 0) <> coalesce(p.n, 0)`,
  ],
];
