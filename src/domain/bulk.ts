import type { BoxItem } from './box';
import type { Day } from './day';
import type { ErrorCode } from './error-kinds';
import type { PlanInput } from './plan-changes/table';
import type { ProductCode } from './product';

/** What can be changed for many subscribers at once: the next payment date, a product of the box, a pause, points. */
export const BULK_KINDS = ['move', 'swap', 'pause', 'points'] as const;
export type BulkKind = (typeof BULK_KINDS)[number];

/** `days`: how much later the next order is paid. `to` null: the product leaves the box. `until`: the first day after the pause. */
export type BulkChange =
  | { kind: 'move'; days: number }
  | { kind: 'swap'; from: ProductCode; to: ProductCode | null }
  | { kind: 'pause'; until: Day }
  | { kind: 'points'; points: number };

/** The most days by which the next order moves. */
export const BULK_DAYS_MAX = 20;
/** The most characters of the reason that the subscribers read. */
export const BULK_WHY_MAX = 300;
/** The days for which the rows of a bulk change are stored. */
export const BULK_KEPT_DAYS = 90;

/**
 * The states of a row. `same`: there is nothing to change. `changed`: the subscription changed after the rehearsal.
 * `kept`: the change could not be undone.
 */
export const BULK_ROW_STATES = [
  ...(['chosen', 'ready', 'same', 'refused'] as const),
  ...(['done', 'changed', 'undone', 'kept'] as const),
] as const;
export type BulkRowState = (typeof BULK_ROW_STATES)[number];

/** What is done with the rows of a bulk change: from which states, with which rows, and the state after it. */
export const BULK_WORK = {
  rehearse: { from: ['open', 'stopped', 'done'], rows: ['chosen', 'changed'], end: 'rehearsed' },
  run: { from: ['rehearsed', 'stopped'], rows: ['ready'], end: 'done' },
  undo: { from: ['rehearsed', 'stopped', 'done'], rows: ['done'], end: 'undone' },
} as const satisfies Record<string, { from: readonly string[]; rows: readonly BulkRowState[]; end: string }>;
export type BulkWork = keyof typeof BULK_WORK;
export const BULK_WORKS = Object.keys(BULK_WORK) as BulkWork[];
export const BULK_STATES = [
  'open',
  ...BULK_WORKS,
  ...(['rehearsed', 'stopped', 'done', 'undone'] as const),
] as const;
export type BulkState = (typeof BULK_STATES)[number];

export const isBulkWork = (state: BulkState): state is BulkWork => BULK_WORKS.some((work) => work === state);

/** Whether a work can begin in a state of the bulk change. */
export const canBeginBulk = (work: BulkWork, state: BulkState): boolean =>
  (BULK_WORK[work].from as readonly string[]).includes(state);

/** Why a row was left out. `changed`: the subscriber or the shop changed the subscription meanwhile. */
export type BulkCode = ErrorCode | 'changed' | 'failed';
/** The codes that have a text of their own. */
export const SAID_BULK_CODES = [
  ...(['NOT_FOUND', 'NOT_ACTIVE', 'NOT_ALLOWED', 'PAYMENT_PENDING', 'MOVE_TOO_LATE'] as const),
  ...(['DATE_OUT_OF_RANGE', 'NO_UPCOMING_ORDER', 'BOX_INVALID', 'OWN_ACCOUNT', 'PERSON_LIMIT'] as const),
  ...(['POINTS_TOO_FEW', 'TOTAL_CHANGED', 'changed', 'failed'] as const),
] as const;

/** What undoes the change of one subscriber. */
export type BulkUndo =
  | { kind: 'move'; input: PlanInput<'move'> }
  | { kind: 'box'; input: { items: BoxItem[] }; total: number }
  | { kind: 'pause'; until: Day | null }
  | { kind: 'points'; points: number };

/** Returns the box with one product in place of another, or without it; null if the box does not have it. */
export function swapProduct(
  box: readonly BoxItem[],
  { from, to }: { from: ProductCode; to: ProductCode | null },
): BoxItem[] | null {
  const held = box.find(({ productCode }) => productCode === from);
  if (!held) return null;
  const rest = box.filter((item) => item !== held);
  if (to === null) return rest;
  const known = rest.find(({ productCode }) => productCode === to);
  if (!known) return [...rest, { productCode: to, quantity: held.quantity }];
  const quantity = known.quantity + held.quantity;
  return rest.map((item) => (item === known ? { productCode: to, quantity } : item));
}
