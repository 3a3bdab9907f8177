import type { Changes, OrderChange } from '@/domain/lifecycle/changes';
import {
  ORDER_TRANSITIONS,
  PAYMENT_TRANSITIONS,
  SUBSCRIPTION_TRANSITIONS,
  transitionBetween,
} from '@/domain/lifecycle/transitions';
import { ask } from '../db/ask';
import type { Tx } from '../db/client';
import { newId } from '../ids';
import { movePoints } from '../rewards/points';
import { assignments, ORDER_COLUMNS, PAYMENT_COLUMNS, SUBSCRIPTION_COLUMNS } from './columns';

/** Changes, and the subscription that they are about: what the audit names. */
export interface Applied extends Changes {
  subscriptionId: string;
}

// Reminders that no longer say what is true go with the order's step; one that is on its way goes out. The dedupe key
// is the one of orders/reminders.ts.
const WRITE_ORDERS = `changed_orders as (
    update orders t set ${assignments(ORDER_COLUMNS)},
      reminded_at = case when t.id in (select id from gone_reminders) then null else t.reminded_at end
    from jsonb_array_elements($1::jsonb -> 'orders') c(j)
    where t.id = c.j ->> 'id' and t.status = c.j ->> 'from' returning t.id)`;
const REMINDERS = `gone_reminders as (
    delete from messages m using orders o, jsonb_array_elements($1::jsonb -> 'orders') c(j)
    where o.id = c.j ->> 'id' and o.status = 'upcoming' and c.j ->> 'to' in ('skipped', 'void', 'missed')
      and m.dedupe_key = 'order_reminder:' || o.id || ':' || o.payment_date::text
      and m.status = 'queued' and m.lease_until is null returning o.id)`;
const PAYMENTS = `changed_payments as (
    update payments t set ${assignments(PAYMENT_COLUMNS)}
    from jsonb_array_elements($1::jsonb -> 'payments') c(j)
    where t.order_id = c.j ->> 'orderId' and (not c.j ? 'from' or c.j -> 'from' ? t.status) returning t.id),
  refused_payments as (
    select t.id from payments t join jsonb_array_elements($1::jsonb -> 'payments') c(j)
      on t.order_id = c.j ->> 'orderId' where c.j ? 'from' and not c.j -> 'from' ? t.status)`;
const NEW_PAYMENTS = `new_payments as (
    insert into payments (id, order_id, account_id, method, status, amount, due_at, created_at)
    select n.id, n."orderId", n."accountId", n.method, 'pending', n.amount, n."dueAt", $2::timestamptz
    from jsonb_to_recordset($1::jsonb -> 'newPayments')
      as n(id text, "orderId" text, "accountId" text, method text, amount bigint, "dueAt" timestamptz))`;
const SUBSCRIPTIONS = `changed_subscriptions as (
    update subscriptions t set version = (c.j ->> 'version')::int + 1, ${assignments(SUBSCRIPTION_COLUMNS)}
    from jsonb_array_elements($1::jsonb -> 'subscriptions') c(j)
    where t.id = c.j ->> 'id' and t.status = c.j ->> 'from' returning t.id)`;
const LINKS = `closed_links as (
    update payment_links l set status = c.j ->> 'as', closed_at = $2::timestamptz, check_at = null, remind_at = null
    from jsonb_array_elements($1::jsonb -> 'links') c(j)
    where l.order_id = c.j ->> 'orderId' and l.status = 'open' returning l.id),
  gone_link_messages as (
    delete from messages m using closed_links l
    where m.dedupe_key in ('payment_link:' || l.id, 'payment_link_expiring:' || l.id)
      and m.status = 'queued' and m.lease_until is null),
  left_qrs as (
    update charge_attempts a set status = 'voided', closed_at = $2::timestamptz, reason = 'left'
    from jsonb_array_elements($1::jsonb -> 'links') c(j)
    where a.order_id = c.j ->> 'orderId' and a.source = 'promptpay' and a.status = 'action_required')`;
const AUDIT = `audited as (
    insert into audit_events (id, at, actor, subject, what, detail)
    select e.id, $2::timestamptz, e.actor, e.subject, e.what, e.detail
    from jsonb_to_recordset($1::jsonb -> 'audit')
      as e(id text, actor text, subject text, what text, detail jsonb))`;

const PARTS = {
  orders: `${REMINDERS},\n  ${WRITE_ORDERS}`,
  payments: PAYMENTS,
  newPayments: NEW_PAYMENTS,
  subscriptions: SUBSCRIPTIONS,
  links: LINKS,
  audit: AUDIT,
};
type Rows = Record<keyof typeof PARTS, readonly object[]>;

/** As far away as no payment date is: where orders wait while others take their dates. */
const PARKED_DAYS = 100_000;
// Two orders of one date are refused at every moment, and one may take another's old date.
const PARK = `with moving as (select c.j ->> 'id' as id from jsonb_array_elements($1::jsonb) c(j)),
  gone as (delete from messages m using orders o, moving
    where o.id = moving.id and m.dedupe_key = 'order_reminder:' || o.id || ':' || o.payment_date::text
      and m.status = 'queued' and m.lease_until is null)
  update orders o set payment_date = o.payment_date + ${PARKED_DAYS}, reminded_at = null
  from moving where o.id = moving.id`;

/** Orders of these statuses keep others of the same date, or another open one, from being written. */
const OPENING = ['upcoming', 'skipped', 'charging', 'awaiting_payment', 'paid'];

/**
 * Writes what was decided, of any number of subscriptions, in one statement, or in two where orders open beside others
 * that close: the closing ones first, as one open order per subscription is a unique index. Each change names the status
 * that it starts from. The caller holds the subscriptions' locks; the ones that it decided on are current.
 * @throws Error when a row is not what the decision was made on, and nothing may be committed then
 * @throws RangeError for a step that its state machine does not have
 */
export async function applyChanges(tx: Tx, now: Date, all: readonly Applied[]): Promise<void> {
  const rows = rowsOf(all);
  const opening = (rows.orders as OrderChange[]).filter(({ to }) => OPENING.includes(to));
  const closing = (rows.orders as OrderChange[]).filter(({ to }) => !OPENING.includes(to));
  const moving = opening.filter(({ moves }) => moves);
  if (moving.length > 0 || (opening.length > 0 && closing.length > 0)) {
    await write(tx, now, { ...rows, orders: closing, newPayments: [] });
    if (moving.length > 0) await ask(tx, PARK, [JSON.stringify(moving)]);
    await write(tx, now, {
      ...{ orders: opening, newPayments: rows.newPayments },
      ...{ payments: [], subscriptions: [], links: [], audit: [] },
    });
  } else await write(tx, now, rows);
  for (const { points = [] } of all) for (const returned of points) await returnPoints(tx, now, returned);
}

async function write(tx: Tx, now: Date, rows: Rows): Promise<void> {
  const used = (Object.keys(PARTS) as (keyof Rows)[]).filter((part) => rows[part].length > 0);
  if (used.length === 0) return;
  const count = (table: string, part: keyof Rows) =>
    used.includes(part) ? `(select count(*)::int from ${table})` : '0';
  const text = `with ${used.map((part) => PARTS[part]).join(',\n  ')}
  select ${count('changed_orders', 'orders')} as orders, ${count('refused_payments', 'payments')} as refused,
    ${count('changed_subscriptions', 'subscriptions')} as subscriptions`;
  const needsTime = used.some((part) => part === 'links' || part === 'newPayments' || part === 'audit');
  const params = [JSON.stringify(rows), ...(needsTime ? [now.toISOString()] : [])];
  const [done] = await ask<{ orders: number; refused: number; subscriptions: number }>(tx, text, params);
  const isWhole =
    done?.orders === rows.orders.length &&
    done.subscriptions === rows.subscriptions.length &&
    done.refused === 0;
  if (!isWhole) throw new Error(`rows changed since they were read: ${JSON.stringify({ done, rows })}`);
}

function rowsOf(all: readonly Applied[]): Rows {
  return {
    orders: all.flatMap(({ orders = [] }) => orders),
    payments: all.flatMap(({ payments = [] }) =>
      payments.map((change) => ({ ...change, ...startOf(change.status) })),
    ),
    newPayments: all.flatMap(({ newPayments = [] }) =>
      newPayments.map((payment) => ({ id: newId('payment'), ...payment })),
    ),
    subscriptions: all.flatMap(({ subscription }) => subscription ?? []),
    links: all.flatMap(({ links = [] }) => links),
    audit: all.flatMap(auditOf),
  };
}

/** The statuses from which a payment may become this one; itself too. */
function startOf(status: string | undefined): { from?: string[] } {
  if (status === undefined) return {};
  const steps = PAYMENT_TRANSITIONS.filter(({ to }) => to === status);
  return { from: [status, ...steps.flatMap(({ from }) => from)] };
}

/** One entry for each step of an order, its payment or the subscription: what, why, from where and to where. */
function auditOf(changes: Applied) {
  const { cause, actor, orders = [], payments = [], audit = [], subscription, subscriptionId } = changes;
  const entry = (what: string, detail: object) => ({
    ...{ id: newId('audit'), actor, subject: subscriptionId, what },
    detail: { cause, ...detail },
  });
  const paymentOf = (orderId: string) => {
    const found = payments.find((payment) => payment.orderId === orderId);
    return found?.status ? { payment: found.status, reason: found.reason ?? undefined } : {};
  };
  const steps = orders.filter(({ from, to }) => from !== to);
  const ofOrders = steps.map(({ id, from, to }) =>
    entry(`order.${transitionBetween(ORDER_TRANSITIONS, from, to)}`, {
      ...{ orderId: id, from, to },
      ...paymentOf(id),
    }),
  );
  const alone = payments.filter(({ orderId, status }) => status && !steps.some(({ id }) => id === orderId));
  const ofPayments = alone.map(({ orderId, status, reason, dueAt }) =>
    entry(`payment.${status}`, { orderId, reason: reason ?? undefined, dueAt: dueAt ?? undefined }),
  );
  const others = audit.map(({ what, detail = {} }) => entry(what, detail));
  return [
    ...ofOrders,
    ...ofPayments,
    ...ofSubscription(subscription).map(([what, detail]) => entry(what, detail)),
    ...others,
  ];
}

function ofSubscription(change: Changes['subscription']): [string, object][] {
  if (!change || change.from === change.to) return [];
  const { from, to, cancelReason } = change;
  const what = transitionBetween(SUBSCRIPTION_TRANSITIONS, from, to);
  return [[`subscription.${what}`, { from, to, reason: cancelReason ?? undefined }]];
}

async function returnPoints(
  tx: Tx,
  now: Date,
  { orderId, accountId, points }: NonNullable<Changes['points']>[number],
): Promise<void> {
  const movement = { kind: 'returned', source: orderId, delta: points, orderId } as const;
  await movePoints(tx, now, { accountId, ...movement });
}
