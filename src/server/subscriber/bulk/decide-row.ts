import type { BulkChange, BulkUndo } from '@/domain/bulk';
import { swapProduct } from '@/domain/bulk';
import { addDays, dayOf, type Day } from '@/domain/day';
import { AppError, enforce } from '@/domain/errors';
import type { Part } from '@/domain/lifecycle/changes';
import type { Satang } from '@/domain/money';
import { PLAN_CHANGES, type PlanChangeKind, type PlanInput } from '@/domain/plan-changes/table';
import { ordersAhead } from '@/domain/reschedule';
import { GIVING_LIMITS } from '@/domain/staff';
import { hasSubscribed } from '@/domain/subscription';
import { ruleFacts } from '../../lifecycle/load-facts';
import type { Catalogue } from '../../shop/catalogue/queries';
import { givePoints } from '../../shop/rewards/apologise';
import type { Change, Decided } from '../plan/change-subscription';
import { decidePlanChange } from '../plan/plan-commands';

/** A locked subscriber of a bulk change. */
export interface RowFacts {
  change: Change;
  catalogue: Catalogue;
  /** The points that the subscriber got as apologies this month. */
  apologies: number;
  /** The key of the points that the bulk change gives. */
  pointsKey: string;
}

/** What a bulk change writes for one subscriber. */
export interface PlannedRow {
  /** The name of the audit event. */
  what: string | null;
  decided: Decided;
  undo: BulkUndo;
  /** What the next orders cost before the change and after it. */
  before: Satang;
  after: Satang;
  /** The next payment date after the change and its total; null without one. */
  next: { date: Day; total: Satang } | null;
}

/**
 * Decides a change for one subscriber, as the subscriber's own command would. Null if nothing changes.
 * @throws AppError the refusals of the command, NO_UPCOMING_ORDER, PERSON_LIMIT
 */
export function decideRow(change: BulkChange, facts: RowFacts): PlannedRow | null {
  const { subscription, subscriber, now } = facts.change;
  const today = dayOf(now);
  switch (change.kind) {
    case 'move': {
      const order = ordersAhead({ ...subscriber, today }).find(({ status }) => status === 'upcoming');
      if (!order) throw new AppError('NO_UPCOMING_ORDER');
      const { id: orderId, paymentDate } = order;
      const undo: BulkUndo = { kind: 'move', input: { orderId, date: paymentDate } };
      return plan('move', { orderId, date: addDays(paymentDate, change.days) }, facts, () => undo);
    }
    case 'swap': {
      const items = swapProduct(subscriber.box, change);
      return (
        items &&
        plan('box', { items }, facts, (total) => ({ kind: 'box', input: { items: subscriber.box }, total }))
      );
    }
    case 'pause': {
      // A longer pause is the subscriber's own.
      const { pausedUntil } = subscription;
      if (pausedUntil !== null && pausedUntil >= change.until) return null;
      return plan('pause', { until: change.until }, facts, () => ({ kind: 'pause', until: pausedUntil }));
    }
    case 'points': {
      const { points } = change;
      enforce(hasSubscribed(subscription));
      if (facts.apologies + points > GIVING_LIMITS.apologyPoints.person) throw new AppError('PERSON_LIMIT');
      return given(points, facts);
    }
  }
}

/**
 * Decides what takes a change back. Null if nothing changes.
 * @throws AppError the refusals of the command, TOTAL_CHANGED if the box costs another amount by now, POINTS_TOO_FEW
 */
export function decideUndo(undo: BulkUndo, facts: RowFacts): PlannedRow | null {
  const same = () => undo;
  switch (undo.kind) {
    case 'move':
      return plan('move', undo.input, facts, same);
    case 'box': {
      const planned = plan('box', undo.input, facts, same);
      if (planned && planned.after !== undo.total) throw new AppError('TOTAL_CHANGED');
      return planned;
    }
    case 'pause': {
      const { until } = undo;
      const isOver = until === null || until <= dayOf(facts.change.now);
      return isOver ? plan('resume', {}, facts, same) : plan('pause', { until }, facts, same);
    }
    case 'points':
      if (facts.change.subscriber.points < undo.points) throw new AppError('POINTS_TOO_FEW');
      return given(-undo.points, facts);
  }
}

function plan<Kind extends PlanChangeKind>(
  kind: Kind,
  input: PlanInput<Kind>,
  { change, catalogue }: RowFacts,
  undoOf: (before: Satang) => BulkUndo,
): PlannedRow | null {
  const { what, rule } = PLAN_CHANGES[kind];
  enforce(rule(ruleFacts(change)));
  const decided = decidePlanChange(kind, change, input, catalogue);
  if (!decided) return null;
  const before = ahead(change, {}).total;
  const { total: after, next } = ahead(change, decided.changes);
  return { what, decided, undo: undoOf(before), before, after, next };
}

function given(points: number, { change, pointsKey }: RowFacts): PlannedRow {
  const { what, ...decided } = givePoints(
    change.subscription,
    points,
    points > 0 ? pointsKey : `${pointsKey}:undo`,
  );
  const { total, next } = ahead(change, {});
  return { what, decided, undo: { kind: 'points', points }, before: total, after: total, next };
}

/** Returns what the next orders cost after changes, and the first of them. */
function ahead({ subscriber, now }: Change, { orders: changed = [] }: Part) {
  const changes = new Map(changed.map((order) => [order.id, order]));
  const open = ordersAhead({ ...subscriber, today: dayOf(now) })
    .map(({ id, status, paymentDate, total }) => {
      const { to = status, paymentDate: date = paymentDate, total: price = total } = changes.get(id) ?? {};
      return { status: to, date, total: price };
    })
    .filter(({ status }) => status === 'upcoming')
    .sort((a, b) => (a.date < b.date ? -1 : 1));
  const [first] = open;
  return {
    total: open.reduce((sum, { total }) => sum + total, 0),
    next: first ? { date: first.date, total: first.total } : null,
  };
}
