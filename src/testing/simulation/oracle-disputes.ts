import { sql } from 'drizzle-orm';
import type { Entry } from './journal';
import type { Charge, OrderRow } from './oracle-facts';
import type { SimulatedWorld } from './world';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const BANGKOK_MS = 7 * 3_600_000;

/** The longest time in ms that a charge request takes to reach the gateway, with a margin. */
const IN_FLIGHT_MS = 5 * MINUTE_MS;
/**
 * The longest time in ms until a dispute is recorded. During faults, events are lost and only the nightly
 * comparison finds the dispute.
 */
const RECORDED_WITHIN = { calm: 10 * MINUTE_MS, faults: 4 * DAY_MS };
/** Days from the payment date to the last automatic charge of an order. */
const RETRIES_END_DAYS = 13;

interface DisputeRow extends Record<string, unknown> {
  id: string;
  ref: string;
  status: string;
  account: string | null;
  opened: string;
  held: string;
}

/**
 * Checks that disputes are recorded in time and listed for the operator, that an open dispute stops card charges, and
 * that a lost dispute is booked.
 */
export async function checkDisputes(
  world: SimulatedWorld,
  { orders, charges, entries }: { orders: OrderRow[]; charges: Charge[]; entries: Entry[] },
  calmFrom: Date,
): Promise<string[]> {
  const rows = await world.db.execute<DisputeRow>(sql`
    select d.id, d.provider_ref as ref, d.status, o.account_id as account, d.opened_at::text as opened,
      d.held_at::text as held
    from disputes d join money_received m on m.id = d.money_id left join orders o on o.id = m.order_id`);
  const recorded = new Map([...rows].map((row) => [row.ref, row]));
  const decisions = entries.filter(({ command }) => command === 'decideDispute');
  return [
    ...checkRecords(world, recorded, decisions, calmFrom),
    ...checkHolds([...rows], decisions, charges, orders),
    ...(await checkHeldOrders(world)),
  ];
}

/** Checks that the recorded disputes and the operator's list agree with the gateway's disputes. */
function checkRecords(
  { sandbox }: SimulatedWorld,
  recorded: Map<string, DisputeRow>,
  decisions: Entry[],
  calmFrom: Date,
): string[] {
  return [...sandbox.gateway.charges.values()].flatMap(({ id: chargeId, dispute }) => {
    if (!dispute) return [];
    const row = recorded.get(dispute.id);
    if (!row) return [`${chargeId}: its dispute was never recorded`];
    const problems: string[] = [];
    if (row.status !== dispute.status)
      problems.push(`${chargeId}: its dispute is ${dispute.status}, and recorded as ${row.status}`);
    const within = dispute.createdAt > calmFrom.getTime() ? RECORDED_WITHIN.calm : RECORDED_WITHIN.faults;
    if (Date.parse(row.opened) > dispute.createdAt + within)
      problems.push(`${chargeId}: its dispute was recorded ${row.opened}, too late`);
    const own = decisions.filter(({ input, outcome }) => input.target === row.id && outcome !== 'refused');
    if (own.length === 0) problems.push(`${chargeId}: its dispute was not on the operator's list`);
    const isBooked = own.some(({ input }) => input.decision === 'lost');
    if (dispute.status === 'lost' && !isBooked)
      problems.push(`${chargeId}: its lost dispute was not listed until it was booked`);
    return problems;
  });
}

/**
 * Checks that no card of an account is charged after a dispute opens or charges are stopped again, until the
 * operator allows charges.
 */
function checkHolds(rows: DisputeRow[], decisions: Entry[], charges: Charge[], orders: OrderRow[]): string[] {
  const accountOf = new Map(orders.map((order) => [order.id, order.account]));
  return rows.flatMap(({ id, account, opened, held }) =>
    [...new Set([Date.parse(opened), Date.parse(held)])].flatMap((from) => {
      const allowed = decisions.find(
        ({ input, at, outcome }) =>
          input.target === id && input.decision === 'allow' && outcome !== 'refused' && at.getTime() >= from,
      );
      const until = allowed?.at.getTime() ?? Infinity;
      return charges
        .filter(({ byCard, createdAt }) => byCard && createdAt > from + IN_FLIGHT_MS && createdAt < until)
        .filter(({ orderId }) => accountOf.get(orderId) === account)
        .map((charge) => `${charge.id}: charged by card although dispute ${id} holds charging`);
    }),
  );
}

/**
 * Checks that an order whose card charges are stopped by a dispute is open until the last day of the retry
 * schedule.
 */
async function checkHeldOrders({ db }: SimulatedWorld): Promise<string[]> {
  const rows = await db.execute<{ id: string; date: string; ended: string }>(sql`
    select o.id, o.payment_date::text as date, m.created_at::text as ended
    from orders o join messages m on m.kind = 'subscription_inactive' and m.payload->>'orderId' = o.id
    where not exists (select from payment_links l where l.order_id = o.id)
      and exists (select from charge_attempts a where a.order_id = o.id and a.reason = 'disputed')
      and not exists (select from charge_attempts a where a.order_id = o.id and a.reason <> 'disputed')`);
  return [...rows].flatMap(({ id, date, ended }) => {
    const day = new Date(Date.parse(ended) + BANGKOK_MS).toISOString().slice(0, 10);
    const days = (Date.parse(day) - Date.parse(date)) / DAY_MS;
    return days < RETRIES_END_DAYS ? [`${id}: ended after ${days} days of a hold`] : [];
  });
}
