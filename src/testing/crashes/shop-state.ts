import { sql, type SQL } from 'drizzle-orm';
import { findViolations } from '@/server/work/invariants/invariants';
import type { World } from '../world';

/** What the shop has after moving in and changes of a group, without ids and instants, which differ between two runs. */
const STATES: Record<string, SQL> = {
  subscribers: sql`select a.email, a.first_name, a.phone, a.postal_code, s.status, s.frequency, s.payment_day,
      s.payment_method, b.balance,
      (select array_agg(i.product_code || ' ' || i.quantity order by i.product_code) from box_items i
        where i.subscription_id = s.id) as box,
      (select array_agg(p.kind || ' ' || p.points order by p.kind, p.points) from points_entries p
        where p.account_id = a.id) as points,
      (select array_agg(c.last_digits || ' ' || c.is_default order by c.last_digits) from cards c
        where c.account_id = a.id and c.removed_at is null) as cards
    from accounts a join subscriptions s on s.account_id = a.id left join points_balances b on b.account_id = a.id`,
  orders: sql`select a.email, o.payment_date, o.status, o.total,
      (select array_agg(i.product_code || ' ' || i.quantity order by i.product_code) from order_items i
        where i.order_id = o.id) as box
    from orders o join accounts a on a.id = o.account_id`,
  'rows of the import': sql`select line, state, first_date, total, token, faults, link_on from import_rows`,
  'rows of the changes': sql`select a.email, c.change, c.state, r.state as row, r.code, r.before, r.after
    from bulk_rows r join bulk_changes c on c.id = r.bulk_id join accounts a on a.id = r.account_id`,
  messages: sql`select a.email, m.kind, m.status, count(*) from messages m join accounts a on a.id = m.account_id
    group by 1, 2, 3`,
  audit: sql`select a.email, e.what, split_part(e.actor, ':', 1) as actor, count(*) from audit_events e join subscriptions s on s.id = e.subject
      join accounts a on a.id = s.account_id group by 1, 2, 3`,
  events: sql`select a.email, e ->> 'type' as type, count(*)
    from event_sets cross join json_array_elements(events) e
      join subscriptions s on e ->> 'id' in (s.id, s.account_id) join accounts a on a.id = s.account_id group by 1, 2`,
};

/** Returns the state of the shop by topic, a sorted line for each row. */
export async function describeShop(world: World): Promise<Record<string, string>> {
  const state: Record<string, string> = {};
  for (const [name, query] of Object.entries(STATES)) {
    const rows = await world.db.execute<Record<string, unknown>>(query);
    state[name] = [...rows]
      .map((row) => JSON.stringify(row))
      .toSorted()
      .join('\n');
  }
  state.invariants = (await findViolations(world.ctx())).map(({ name }) => name).join('\n');
  return state;
}
