import type { AttemptChange, Changes, OrderChange, PointsMovement } from '@/domain/lifecycle/changes';
import { ATTEMPT_TRANSITIONS, PAYMENT_TRANSITIONS, transitionBetween } from '@/domain/lifecycle/transitions';
import { ask } from '../db/ask';
import type { Tx } from '../db';
import { newId } from '../platform/ids';
import { movePoints } from './points';
import { auditOf } from './audit-entries';
import { PARTS } from './statements';

/** Changes, and the subscription that they are about: what the audit names. */
export interface Applied extends Changes {
  subscriptionId: string;
}

type Rows = Record<keyof typeof PARTS, readonly object[]>;

const NO_OPENINGS = { items: [], newOrders: [], newPayments: [] };
const NO_MONEY = { attempts: [], money: [], parcels: [] };
const NO_TERMS = { box: [], epochs: [], places: [], consents: [] };
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

/** Orders of these statuses keep others of the same date, or another open one, from being written. */
const OPENING = ['upcoming', 'skipped', 'charging', 'awaiting_payment', 'paid'];

/**
 * Writes what was decided, of any number of subscriptions, in one statement, or in two where orders open beside others
 * that close, or move: the closing ones first, as one open order per subscription and one per date are unique indexes. Each change names the status
 * that it starts from. The caller holds the subscriptions' locks; the ones that it decided on are current.
 * @returns the movements of points that were not known before
 * @throws Error when a row is not what the decision was made on, and nothing may be committed then
 * @throws RangeError for a step that its state machine does not have
 */
export async function applyChanges(tx: Tx, now: Date, all: readonly Applied[]): Promise<PointsMovement[]> {
  const rows = rowsOf(all);
  const opening = (rows.orders as OrderChange[]).filter(({ to }) => OPENING.includes(to));
  const closing = (rows.orders as OrderChange[]).filter(({ to }) => !OPENING.includes(to));
  const moving = opening.filter(({ moves }) => moves);
  if (moving.length > 0 || (opening.length + rows.newOrders.length > 0 && closing.length > 0)) {
    await write(tx, now, { ...rows, ...NO_OPENINGS, orders: closing, moving });
    const { items, newOrders, newPayments } = rows;
    await write(tx, now, { ...NOTHING, orders: opening, items, newOrders, newPayments });
  } else await write(tx, now, rows);
  return movePoints(
    tx,
    now,
    all.flatMap(({ points = [] }) => points),
  );
}

/** How many rows of each kind were written, or were not as expected. */
type Done = Record<'orders' | 'refused' | 'subscriptions' | 'attempts', number>;

async function write(tx: Tx, now: Date, rows: Rows): Promise<void> {
  const used = (Object.keys(PARTS) as (keyof Rows)[]).filter((part) => rows[part].length > 0);
  if (used.length === 0) return;
  const count = (table: string, part: keyof Rows) =>
    used.includes(part) ? `(select count(*)::int from ${table})` : '0';
  const text = `with ${used.map((part) => PARTS[part]).join(',\n  ')}
  select ${count('changed_orders', 'orders')} as orders, ${count('refused_payments', 'payments')} as refused,
    ${count('changed_subscriptions', 'subscriptions')} as subscriptions,
    ${count('closed_attempts', 'attempts')} as attempts`;
  const needsTime = used.some((part) => PARTS[part].includes('$2'));
  const params = [JSON.stringify(rows), ...(needsTime ? [now.toISOString()] : [])];
  const [done] = await ask<Done>(tx, text, params);
  const isWhole =
    done?.orders === rows.orders.length &&
    done.subscriptions === rows.subscriptions.length &&
    done.attempts === rows.attempts.length &&
    done.refused === 0;
  if (!isWhole) throw new Error(`rows changed since they were read: ${JSON.stringify({ done, rows })}`);
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
    consents: all.flatMap(({ consents = [] }) => consents),
    links: all.flatMap(({ links = [] }) => links),
    attempts: all.flatMap(({ attempts = [] }) => attempts.map(checkedAttempt)),
    money: all.flatMap(({ money = [] }) => money.map((kept) => ({ id: newId('money'), ...kept }))),
    parcels: all.flatMap(({ parcels = [] }) => parcels),
    audit: all.flatMap(auditOf),
  };
}

/** The statuses from which a payment may become this one; itself too. */
function startOf(status: string | undefined): { from?: string[] } {
  if (status === undefined) return {};
  const steps = PAYMENT_TRANSITIONS.filter(({ to }) => to === status);
  return { from: [status, ...steps.flatMap(({ from }) => from)] };
}

/** @throws RangeError for a step that attempts do not have */
function checkedAttempt(change: AttemptChange): AttemptChange {
  transitionBetween(ATTEMPT_TRANSITIONS, change.from, change.to);
  return change;
}
