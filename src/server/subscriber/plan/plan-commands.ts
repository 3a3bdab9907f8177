import { PLAN_CHANGES, type PlanChangeKind, type PlanInput } from '@/domain/plan-changes/table';
import type { PlanChange, PlanFacts, Refusal } from '@/domain/plan-changes/decision';
import { AppError } from '@/domain/errors';
import type { PriceList } from '@/domain/quote';
import { catalogueOf, type Catalogue } from '../../shop/catalogue/queries';
import type { Tx } from '../../db';
import { findOrder, listUpcomingOrders, type OrderView } from '../../shop/orders/queries';
import { applySchedule } from '../../shop/orders/rescheduling';
import type { Ctx } from '../../platform/context';
import {
  changeLocked,
  changeSubscription,
  type Change,
  type ChangeOptions,
  type Decided,
} from './change-subscription';
import type { SubscriptionView } from './queries';

type Decide = (facts: PlanFacts, input: unknown, prices: PriceList) => PlanChange | Refusal | null;

/** Returns the command of a row of the table. The refusals of all commands are those of `changeSubscription`. */
function command<Kind extends PlanChangeKind>(kind: Kind) {
  const { what, rule } = PLAN_CHANGES[kind];
  return async (
    ctx: Ctx,
    accountId: string,
    request: PlanInput<Kind> & ChangeOptions,
  ): Promise<SubscriptionView> => {
    const orderId = 'orderId' in request ? String(request.orderId) : undefined;
    // Loaded here, because loading in the transaction would need a second connection.
    const catalogue = await catalogueOf(ctx);
    return changeSubscription(ctx, accountId, { what, rule, orderId, catalogue }, request, (change) =>
      decidePlanChange(kind, change, request, catalogue),
    );
  };
}

/** Returns what a change of a plan writes; null if nothing changes. @throws AppError the refusal of the change */
export function decidePlanChange<Kind extends PlanChangeKind>(
  kind: Kind,
  change: Change,
  input: PlanInput<Kind>,
  catalogue: Catalogue,
): Decided | null {
  const decide = PLAN_CHANGES[kind].decide as Decide;
  return expand(enforced(decide(change, input, catalogue)), change, catalogue);
}

function enforced(decision: PlanChange | Refusal | null): PlanChange | null {
  if (decision && 'code' in decision) throw new AppError(decision.code, decision.details);
  return decision;
}

/** Writes out a new schedule: its orders with their prices. */
function expand(decided: PlanChange | null, change: Change, catalogue: Catalogue): Decided | null {
  if (!decided) return null;
  const { schedule, near, ...rest } = decided;
  if (!schedule) return { ...rest, consequences: { near } };
  return { ...rest, ...applySchedule({ ...change, ...schedule, catalogue }) };
}

/** @throws AppError MOVE_TOO_LATE, DATE_OUT_OF_RANGE, ORDER_NOT_FOUND, ORDER_NOT_UPCOMING */
export const moveOrder = command('move');
/** @throws AppError BOX_INVALID */
export const changeBox = command('box');
/** @throws AppError BOX_INVALID, BOX_FIXED, ORDER_NOT_FOUND, ORDER_NOT_NEXT */
export const changeOrderBox = command('orderBox');
/** @throws AppError BOX_FIXED, ORDER_NOT_FOUND, ORDER_NOT_NEXT */
export const restoreOrderBox = command('usualBox');
/** Allowed in any subscription status. @throws AppError POSTCODE_INVALID, PROVINCE_MISMATCH */
export const updateAddress = command('address');
/** @throws AppError POSTCODE_INVALID, PROVINCE_MISMATCH, PARCEL_TAKEN, ORDER_NOT_FOUND, ORDER_NOT_NEXT */
export const setOrderAddress = command('orderAddress');
/** @throws AppError PARCEL_TAKEN, ORDER_NOT_FOUND, ORDER_NOT_NEXT */
export const removeOrderAddress = command('usualAddress');
/** @throws AppError DATE_OUT_OF_RANGE */
export const changeFrequency = command('frequency');
export const changePaymentDay = command('paymentDay');
/** @throws AppError DATE_OUT_OF_RANGE */
export const pauseSubscription = command('pause');
export const resumeSubscription = command('resume');

/**
 * Skips an order, or unskips it if `skip` is false. This is allowed until two days before the payment date. A
 * repeated call changes nothing.
 * @returns the order, and the next three orders of the account
 * @throws AppError ORDER_NOT_FOUND (also for an order of another account), ORDER_NOT_UPCOMING, SKIP_TOO_LATE,
 *   NOT_ALLOWED, PAYMENT_PENDING, STALE
 */
export async function skipOrder(
  ctx: Ctx,
  accountId: string,
  request: PlanInput<'skip'> & ChangeOptions,
): Promise<{ order: OrderView; upcoming: OrderView[] }> {
  const { what, rule, decide } = PLAN_CHANGES.skip;
  return changeLocked(ctx, accountId, { what, rule }, request, {
    decide: (change) => enforced(decide(change, request)),
    show: (tx, now) => readOrder(tx, now, accountId, request.orderId),
  }).catch(asNotAllowed);
}

/** A deleted account has nothing to skip. NOT_LOGGED_IN would tell a member of the staff to log in again. */
function asNotAllowed(error: unknown): never {
  const isDeleted = error instanceof AppError && error.code === 'NOT_LOGGED_IN';
  throw isDeleted ? new AppError('NOT_ALLOWED') : error;
}

async function readOrder(tx: Tx, now: Date, accountId: string, orderId: string) {
  const { orders: upcoming } = await listUpcomingOrders({ db: tx, now }, accountId);
  const order =
    upcoming.find((candidate) => candidate.orderId === orderId) ??
    (await findOrder({ db: tx, now }, accountId, orderId));
  if (!order) throw new AppError('ORDER_NOT_FOUND', { orderId });
  return { order, upcoming };
}
