import { z } from 'zod';
import type { Changes, OrderChange, PointsMovement } from '@/domain/lifecycle/changes';
import type { AttemptChange } from '@/domain/lifecycle/payment-changes';
import {
  ATTEMPT_TRANSITIONS,
  PAYMENT_TRANSITIONS,
  transitionBetween,
  ORDER_TRANSITIONS,
  SUBSCRIPTION_TRANSITIONS,
} from '@/domain/lifecycle/transitions';
import { queryRows } from '../db/query-rows';
import type { Tx } from '../db';
import { newId } from '../platform/ids';
import { eventsOf } from '@/domain/lifecycle/events';
import { addEvents } from './events';
import { movePoints } from './points';
import { PARTS } from './statements';

/** Changes with the id of their subscription, which is the subject of the audit entries. */
export interface Applied extends Changes {
  subscriptionId: string;
}

type Rows = Record<keyof typeof PARTS, readonly object[]>;

const NO_OPENINGS = { items: [], newOrders: [], newPayments: [] };
const NO_MONEY = { attempts: [], money: [], parcels: [] };
const NO_TERMS = { box: [], epochs: [], places: [], orderPlaces: [], consents: [] };
const NOTHING: Rows = {
  ...NO_OPENINGS,
  orders: [],
  moving: [],
  payments: [],
  subscriptions: [],
  links: [],
  audit: [],
  ...NO_MONEY,
  ...NO_TERMS,
};

/** The order statuses of the two unique indexes: one order per date, and one open order per subscription. */
const OPENING = ['upcoming', 'skipped', 'charging', 'awaiting_payment', 'paid'];

/**
 * Writes the changes of any number of subscriptions in one statement. If some orders open while others close
 * or move, uses two statements: the first closes and moves, the second opens. Otherwise the unique indexes
 * would refuse the new orders. The caller must hold the locks of the subscriptions.
 * @returns the movements of points that were written
 * @throws Error if a row no longer has the status that a change starts from; the caller must roll back
 * @throws RangeError for a transition that the state machine does not have
 */
export async function applyChanges(tx: Tx, now: Date, all: readonly Applied[]): Promise<PointsMovement[]> {
  const paid = await writeRows(tx, now, rowsOf(all));
  const events = all.flatMap((changes) => eventsOf(changes, paid));
  addEvents(tx, now, events);
  const movements = all.flatMap(({ points = [] }) => points);
  return movePoints(tx, now, movements);
}

/** @returns the ids of the orders whose payment was changed */
async function writeRows(tx: Tx, now: Date, rows: Rows): Promise<Set<string>> {
  const opening = (rows.orders as OrderChange[]).filter(({ to }) => OPENING.includes(to));
  const closing = (rows.orders as OrderChange[]).filter(({ to }) => !OPENING.includes(to));
  const moving = opening.filter(({ moves }) => moves);
  if (moving.length > 0 || (opening.length + rows.newOrders.length > 0 && closing.length > 0)) {
    const first = await write(tx, now, { ...rows, ...NO_OPENINGS, orders: closing, moving });
    const { items, newOrders, newPayments } = rows;
    await write(tx, now, { ...NOTHING, orders: opening, items, newOrders, newPayments });
    return first;
  }
  return write(tx, now, rows);
}

/** The number of written rows per table. `refused`: the number of payments with an unexpected status. */
const doneRow = z.object({
  orders: z.number(),
  refused: z.number(),
  subscriptions: z.number(),
  attempts: z.number(),
  paid: z.array(z.string()).nullable(),
});

async function write(tx: Tx, now: Date, rows: Rows): Promise<Set<string>> {
  const used = (Object.keys(PARTS) as (keyof Rows)[]).filter((part) => rows[part].length > 0);
  if (used.length === 0) return new Set();
  const count = (table: string, part: keyof Rows) =>
    used.includes(part) ? `(select count(*)::int from ${table})` : '0';
  const text = `with ${used.map((part) => PARTS[part]).join(',\n  ')}
  select ${count('changed_orders', 'orders')} as orders, ${count('refused_payments', 'payments')} as refused,
    ${count('changed_subscriptions', 'subscriptions')} as subscriptions,
    ${count('closed_attempts', 'attempts')} as attempts,
    ${used.includes('payments') ? '(select json_agg(order_id) from changed_payments)' : 'null::json'} as paid`;
  const needsTime = used.some((part) => PARTS[part].includes('$2'));
  const params = [JSON.stringify(rows), ...(needsTime ? [now.toISOString()] : [])];
  const [done] = await queryRows(tx, doneRow, { text, params });
  const isWhole =
    done?.orders === rows.orders.length &&
    done.subscriptions === rows.subscriptions.length &&
    done.attempts === rows.attempts.length &&
    done.refused === 0;
  if (!isWhole) throw new Error(`rows changed since they were read: ${JSON.stringify({ done, rows })}`);
  return new Set(done.paid);
}

function rowsOf(all: readonly Applied[]): Rows {
  return {
    orders: all.flatMap(({ orders = [] }) => orders),
    items: all.flatMap(({ orders = [] }) => orders.flatMap(({ id, items }) => (items ? { id } : []))),
    moving: [],
    newOrders: all.flatMap(({ newOrders = [] }) => newOrders),
    payments: all.flatMap(({ payments = [] }) =>
      payments.map((change) => ({ ...change, ...startOf(change.status) })),
    ),
    newPayments: all.flatMap(({ newPayments = [] }) =>
      newPayments.map((payment) => ({ id: newId('payment'), ...payment })),
    ),
    subscriptions: all.flatMap(({ subscription }) => subscription ?? []),
    box: all.flatMap(({ box, subscriptionId: id }) => (box ? [{ id, items: box }] : [])),
    epochs: all.flatMap(({ epochs = [], subscriptionId }) =>
      epochs.map((epoch, at) => ({ subscriptionId, at, skips: [], ...epoch })),
    ),
    places: all.flatMap(({ places = [] }) => places),
    orderPlaces: all.flatMap(({ orderPlaces = [] }) => orderPlaces),
    consents: all.flatMap(({ consents = [] }) => consents),
    links: all.flatMap(({ links = [] }) => links),
    attempts: all.flatMap(({ attempts = [] }) => attempts.map(checkedAttempt)),
    money: all.flatMap(({ money = [] }) => money.map((kept) => ({ id: newId('money'), ...kept }))),
    parcels: all.flatMap(({ parcels = [] }) => parcels),
    audit: all.flatMap(auditEntriesOf),
  };
}

/** Returns the payment statuses from which a change to `status` may start, including `status` itself. */
function startOf(status: string | undefined): { from?: string[] } {
  if (status === undefined) return {};
  const steps = PAYMENT_TRANSITIONS.filter(({ to }) => to === status);
  return { from: [status, ...steps.flatMap(({ from }) => from)] };
}

/**
 * Checks the transition of an attempt and returns its change.
 * @throws RangeError for a transition that attempts do not have
 */
function checkedAttempt(change: AttemptChange): AttemptChange {
  transitionBetween(ATTEMPT_TRANSITIONS, change.from, change.to);
  return change;
}

/**
 * Returns one audit entry per transition of an order, a payment or the subscription, and the entries in
 * `changes.audit`.
 */
function auditEntriesOf(changes: Changes & { subscriptionId: string }) {
  const { cause, actor, orders = [], payments = [], audit = [], subscription, subscriptionId } = changes;
  const entry = (what: string, detail: object) => ({
    id: newId('audit'),
    actor,
    subject: subscriptionId,
    what,
    detail: { cause, ...detail },
  });
  const paymentOf = (orderId: string) => {
    const found = payments.find((payment) => payment.orderId === orderId);
    return found?.status ? { payment: found.status, reason: found.reason ?? undefined } : {};
  };
  const steps = orders.filter(({ from, to }) => from !== to);
  const ofOrders = steps.map(({ id, from, to }) =>
    entry(`order.${transitionBetween(ORDER_TRANSITIONS, from, to)}`, {
      orderId: id,
      from,
      to,
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
