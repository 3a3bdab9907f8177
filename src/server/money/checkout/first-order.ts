import { and, eq, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import type { BoxItem } from '@/domain/box';
import { dayOf } from '@/domain/day';
import { AppError } from '@/domain/errors';
import { join, type OrderPrices, type Part } from '@/domain/lifecycle/changes';
import { askFirstOrder, askFor } from '@/domain/lifecycle/methods';
import { touch } from '@/domain/lifecycle/subscriptions';
import type { Satang } from '@/domain/money';
import type { Totals } from '@/domain/price';
import { isCharged, registrationExpiresAt, type PaymentMethod } from '@/domain/subscription';
import type { Catalogue } from '../../shop/catalogue/queries';
import type { Db, Tx } from '../../db';
import { accounts, chargeAttempts, orders, subscriptions } from '../../db/schema';
import { typedSql } from '../../db/query-rows';
import { applyChanges } from '../../lifecycle/apply-changes';
import { frozenPrices, quoteOrder, type Quote } from '@/domain/quote';
import { draftOrder } from '../../shop/orders/drafts';
import { countCodeUse, findCode, findPayableCode, releaseCodeUse } from '../../shop/rewards/codes';
import { BOX_OF_S, boxItemRow } from '../../lifecycle/load-facts';
import type { Subscription } from '../../lifecycle/locks';
import { requireTotal, totalsOf } from '../charging/expected-total';
import { openLink } from '../../lifecycle/payment-links';
import { isUnresolvedRow } from '../../lifecycle/unresolved-attempts';
import type { Attempt } from '../settlement/queries';

type Order = typeof orders.$inferSelect;

/** A prepared first order; `total` is in satang. */
interface Prepared {
  orderId: string;
  total: number;
}

/**
 * The error for an invalid discount code. The caller must commit the removal of the code before it throws the
 * error.
 */
export interface Refused {
  error: AppError;
}

/** A registration, and what its first payment decides from. */
export interface Registration {
  subscription: Subscription;
  postalCode: string | null;
  box: BoxItem[];
  /** The first order; null before the first payment. */
  order: Order | null;
  /** The open charge, as `findOpenAttempt` returns it. */
  attempt: Attempt | null;
}

/** Reads the registration of an account in one statement; null without a subscription. */
export async function findRegistration(db: Db | Tx, accountId: string): Promise<Registration | null> {
  const s = alias(subscriptions, 's');
  const [row] = await db
    .select({
      subscription: s,
      postalCode: accounts.postalCode,
      box: typedSql(z.array(boxItemRow), sql.raw(BOX_OF_S)),
      order: orders,
      attempt: chargeAttempts,
    })
    .from(s)
    .innerJoin(accounts, eq(accounts.id, s.accountId))
    .leftJoin(orders, and(eq(orders.subscriptionId, s.id), eq(orders.kind, 'first')))
    .leftJoin(chargeAttempts, and(eq(chargeAttempts.accountId, s.accountId), isUnresolvedRow()))
    .where(eq(s.accountId, accountId));
  return row ?? null;
}

/**
 * Prices the first order at today's prices and counts a use of its discount code. An order of an earlier
 * declined attempt is priced again. An order with an open payment link keeps the amount of the link. If its
 * code has become invalid, a new link replaces the open one. Otherwise an open link is closed.
 * @param registration read under the lock
 * @param by `card`: fingerprint of the card to charge; `expectedTotal`: the total that was shown, in satang
 * @throws AppError TOTAL_CHANGED if the total differs from `expectedTotal`
 */
export async function prepareFirstOrder(
  tx: Tx,
  now: Date,
  registration: Registration,
  by: { catalogue: Catalogue; method: PaymentMethod; card?: string; expectedTotal?: Satang },
): Promise<Prepared | Refused> {
  const { catalogue, method, card, expectedTotal } = by;
  const { subscription, order, box, postalCode } = registration;
  const { id: subscriptionId, accountId: friendId, code } = subscription;
  const found = code === null ? null : await findPayableCode(tx, code, now, { accountId: friendId, card });
  const counted = found ? await countCodeUse(tx, now, found, { subscriptionId, friendId }) : false;
  if (code !== null && !counted) {
    await tx.update(subscriptions).set({ code: null }).where(eq(subscriptions.id, subscriptionId));
    await releaseCodeUse(tx, subscriptionId, friendId);
    const quote = quoteOrder(catalogue, box, postalCode);
    if (order && isAwaiting(order))
      await replaceLink(tx, now, registration, { catalogue, quote, code: null, method: 'offline' });
    // Returned, not thrown: the caller first commits the removal of the code.
    return { error: invalidCodeError(quote.totals) };
  }
  // A use was counted together with an earlier order.
  if (code === null && order) await releaseCodeUse(tx, subscriptionId, friendId);
  if (order && isAwaiting(order)) {
    requireTotal(expectedTotal, totalsOf(order));
    return askAgain(tx, now, subscription, { order, total: order.total, method });
  }
  const quote = quoteOrder(catalogue, box, postalCode, found?.discount ?? null);
  requireTotal(expectedTotal, quote.totals);
  return saveFirstOrder(tx, now, registration, { catalogue, quote, code: found?.code ?? null, method });
}

/**
 * Returns the totals of the first order and writes nothing. The caller checks the totals before it calls the
 * gateway.
 * @returns null if the discount code is invalid: the payment then refuses and removes the code. The payment may
 *   also refuse a code that is valid here (`findPayableCode`)
 */
export async function quoteFirstOrder(
  db: Db | Tx,
  now: Date,
  { subscription: { code, accountId }, order, box, postalCode }: Registration,
  catalogue: Catalogue,
): Promise<Totals | null> {
  const found = code === null ? null : await findCode(db, code, accountId, now);
  if (code !== null && found === null) return null;
  if (order && isAwaiting(order)) return totalsOf(order);
  return quoteOrder(catalogue, box, postalCode, found?.discount ?? null).totals;
}

/** Whether the order has an open payment link, whose amount stays. */
const isAwaiting = ({ status }: Order): boolean => status === 'awaiting_payment';

/** Replaces the open link by a link with the higher total, after the discount code has become invalid. */
async function replaceLink(tx: Tx, now: Date, registration: Registration, first: FirstOrder): Promise<void> {
  const { orderId } = await saveFirstOrder(tx, now, registration, first);
  await openLink(tx, now, orderId, {
    expiresAt: registrationExpiresAt(registration.subscription.registeredOn),
    asked: true,
  });
}

function invalidCodeError(totals: Totals): AppError {
  return new AppError('CODE_INVALID', { data: { totals } }, 'conflict');
}

interface FirstOrder {
  catalogue: Catalogue;
  quote: Quote;
  code: string | null;
  method: PaymentMethod;
}

const statusBy = (method: PaymentMethod) => (isCharged(method) ? 'charging' : 'awaiting_payment');

async function saveFirstOrder(
  tx: Tx,
  now: Date,
  { subscription, order }: Registration,
  { catalogue, quote, code, method }: FirstOrder,
): Promise<Prepared> {
  const prices = frozenPrices(quote, catalogue, code);
  if (order) return askAgain(tx, now, subscription, { order, total: prices.total, method, prices });
  const about = { cycleIndex: 0, kind: 'first', status: statusBy(method), paymentDate: dayOf(now) } as const;
  const first = draftOrder(subscription, now, prices, about);
  await applyFirst(tx, now, subscription, method, askFor(first, method));
  return { orderId: first.id, total: first.total };
}

/** Requests the payment of an earlier first order again. */
async function askAgain(
  tx: Tx,
  now: Date,
  subscription: Subscription,
  asked: { order: Order; total: Satang; method: PaymentMethod; prices?: OrderPrices },
): Promise<Prepared> {
  const { order, total, method } = asked;
  await applyFirst(tx, now, subscription, method, askFirstOrder(order, { ...asked, today: dayOf(now) }));
  return { orderId: order.id, total };
}

/** Writes the changes of the first order, and the payment method of its subscription. */
async function applyFirst(
  tx: Tx,
  now: Date,
  subscription: Subscription,
  paymentMethod: PaymentMethod,
  changes: Part,
): Promise<void> {
  const { id: subscriptionId, accountId: actor, paymentMethod: before } = subscription;
  const chosen = touch(subscription, { nextIndex: 1, ...(paymentMethod !== before && { paymentMethod }) });
  const about = { cause: 'asked_by_subscriber', actor, subscriptionId } as const;
  await applyChanges(tx, now, [{ ...about, ...join(chosen, changes) }]);
}
