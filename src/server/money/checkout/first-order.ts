import { and, eq } from 'drizzle-orm';
import { dayOf } from '@/domain/day';
import { AppError } from '@/domain/errors';
import type { OrderPrices } from '@/domain/lifecycle/changes';
import { askFirstOrder, askFor } from '@/domain/lifecycle/methods';
import type { Satang } from '@/domain/money';
import type { Totals } from '@/domain/price';
import { isCharged, registrationExpiresAt, type PaymentMethod } from '@/domain/subscription';
import type { Catalogue } from '../../shop/catalogue/queries';
import type { Db, Tx } from '../../db';
import { accounts, orders, subscriptions } from '../../db/schema';
import { applyChanges } from '../../lifecycle/apply-changes';
import { frozenPrices, quoteOrder, type Quote } from '@/domain/quote';
import { draftOrder } from '../../shop/orders/drafts';
import { loadBox } from '../../shop/orders/planning';
import { countCodeUse, findCode, findPayableCode, releaseCodeUse } from '../../shop/rewards/codes';
import { writeEvents } from '../../lifecycle/events';
import type { Subscription } from '../../lifecycle/locks';
import { requireTotal, totalsOf } from '../charging/expected-total';
import { closeLinks, openLink } from '../../lifecycle/payment-links';

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

/**
 * Prices the first order at today's prices and counts a use of its discount code. An order of an earlier
 * declined attempt is priced again. An order with an open payment link keeps the amount of the link. If its
 * code has become invalid, a new link replaces the open one.
 * @param by `card`: fingerprint of the card to charge; `expectedTotal`: the total that was shown, in satang
 * @throws AppError STEP_MISSING, TOTAL_CHANGED if the total differs from `expectedTotal`
 */
export async function prepareFirstOrder(
  tx: Tx,
  now: Date,
  subscription: Subscription,
  by: { catalogue: Catalogue; method: PaymentMethod; card?: string; expectedTotal?: Satang },
): Promise<Prepared | Refused> {
  const { catalogue, method, card, expectedTotal } = by;
  const [account] = await tx
    .select({ postalCode: accounts.postalCode })
    .from(accounts)
    .where(eq(accounts.id, subscription.accountId));
  if (!account?.postalCode) throw new AppError('STEP_MISSING');
  const items = await loadBox(tx, subscription.id);
  const awaitingOrder = await findAwaitingOrder(tx, subscription);
  const found =
    subscription.code === null
      ? null
      : await findPayableCode(tx, subscription.code, now, { accountId: subscription.accountId, card });
  const user = { subscriptionId: subscription.id, friendId: subscription.accountId };
  const counted = found ? await countCodeUse(tx, now, found, user) : false;
  if (subscription.code !== null && !counted) {
    await tx.update(subscriptions).set({ code: null }).where(eq(subscriptions.id, subscription.id));
    await releaseCodeUse(tx, subscription.id, subscription.accountId);
    const quote = quoteOrder(catalogue, items, account.postalCode);
    if (awaitingOrder)
      await replaceLink(tx, now, subscription, { catalogue, quote, code: null, method: 'offline' });
    // Returned, not thrown: the caller first commits the removal of the code.
    return { error: invalidCodeError(quote.totals) };
  }
  if (subscription.code === null) await releaseCodeUse(tx, subscription.id, subscription.accountId);
  if (awaitingOrder) {
    requireTotal(expectedTotal, totalsOf(awaitingOrder));
    return changeMethod(tx, now, subscription, awaitingOrder, method);
  }
  const quote = quoteOrder(catalogue, items, account.postalCode, found?.discount ?? null);
  requireTotal(expectedTotal, quote.totals);
  return saveFirstOrder(tx, now, subscription, { catalogue, quote, code: found?.code ?? null, method });
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
  subscription: Subscription,
  { catalogue, postalCode }: { catalogue: Catalogue; postalCode: string },
): Promise<Totals | null> {
  const { code, accountId, id } = subscription;
  const found = code === null ? null : await findCode(db, code, accountId, now);
  if (code !== null && found === null) return null;
  const awaitingOrder = await findAwaitingOrder(db, subscription);
  if (awaitingOrder) return totalsOf(awaitingOrder);
  return quoteOrder(catalogue, await loadBox(db, id), postalCode, found?.discount ?? null).totals;
}

async function findAwaitingOrder(tx: Db | Tx, subscription: Subscription): Promise<Order | null> {
  const order = await findFirstOrder(tx, subscription);
  return order?.status === 'awaiting_payment' ? order : null;
}

/** Changes the payment method of an order with an open link. The amount of the link stays. */
async function changeMethod(
  tx: Tx,
  now: Date,
  subscription: Subscription,
  order: Order,
  method: PaymentMethod,
): Promise<Prepared> {
  await chooseMethod(tx, now, subscription, method);
  await updateFirstOrder(tx, now, subscription, { order, total: order.total, method });
  return { orderId: order.id, total: order.total };
}

/** Replaces the open link by a link with the higher total, after the discount code has become invalid. */
async function replaceLink(tx: Tx, now: Date, subscription: Subscription, first: FirstOrder): Promise<void> {
  const { orderId } = await saveFirstOrder(tx, now, subscription, first);
  await closeLinks(tx, now, subscription, orderId, 'void');
  await openLink(tx, now, orderId, {
    expiresAt: registrationExpiresAt(subscription.registeredOn),
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

export async function findFirstOrder(tx: Db | Tx, { id }: Subscription): Promise<Order | undefined> {
  const [order] = await tx
    .select()
    .from(orders)
    .where(and(eq(orders.subscriptionId, id), eq(orders.cycleIndex, 0)));
  return order;
}

async function chooseMethod(
  tx: Tx,
  now: Date,
  { id, paymentMethod: before }: Subscription,
  paymentMethod: PaymentMethod,
): Promise<void> {
  await tx.update(subscriptions).set({ nextIndex: 1, paymentMethod }).where(eq(subscriptions.id, id));
  if (paymentMethod !== before)
    await writeEvents(tx, now, [{ type: 'subscription.updated', id, changes: { paymentMethod } }]);
}

async function updateFirstOrder(
  tx: Tx,
  now: Date,
  subscription: Subscription,
  asked: { order: Order; total: Satang; method: PaymentMethod; prices?: OrderPrices },
): Promise<void> {
  const again = askFirstOrder(asked.order, { ...asked, today: dayOf(now) });
  await applyChanges(tx, now, [{ ...aboutFirst(subscription), ...again }]);
}

const aboutFirst = ({ id: subscriptionId, accountId: actor }: Subscription) =>
  ({ cause: 'asked_by_subscriber', actor, subscriptionId }) as const;

async function saveFirstOrder(
  tx: Tx,
  now: Date,
  subscription: Subscription,
  first: FirstOrder,
): Promise<Prepared> {
  await chooseMethod(tx, now, subscription, first.method);
  const earlier = await findFirstOrder(tx, subscription);
  const orderId = earlier
    ? await priceAgain(tx, now, subscription, { ...first, earlier })
    : await writeFirstOrder(tx, now, subscription, first);
  return { orderId, total: first.quote.totals.total };
}

async function writeFirstOrder(
  tx: Tx,
  now: Date,
  subscription: Subscription,
  { catalogue, quote, code, method }: FirstOrder,
): Promise<string> {
  const about = { cycleIndex: 0, kind: 'first', status: statusBy(method), paymentDate: dayOf(now) } as const;
  const order = draftOrder(subscription, now, frozenPrices(quote, catalogue, code), about);
  await applyChanges(tx, now, [{ ...aboutFirst(subscription), ...askFor(order, method) }]);
  return order.id;
}

async function priceAgain(
  tx: Tx,
  now: Date,
  subscription: Subscription,
  { earlier, catalogue, quote, code, method }: FirstOrder & { earlier: Order },
): Promise<string> {
  const prices = frozenPrices(quote, catalogue, code);
  await updateFirstOrder(tx, now, subscription, { order: earlier, total: prices.total, method, prices });
  return earlier.id;
}
