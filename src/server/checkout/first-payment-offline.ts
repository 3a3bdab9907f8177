import { and, eq } from 'drizzle-orm';
import { settings } from '@/settings/settings';
import { AppError } from '@/domain/errors';
import type { Satang } from '@/domain/money';
import { registrationExpiresAt, mayPayFirst } from '@/domain/subscription';
import { loadCatalogue, type Catalogue } from '../catalogue/queries';
import type { Ctx } from '../platform/context';
import { transaction, type Db, type Tx } from '../db';
import { accounts, orders, paymentLinks, payments, subscriptions } from '../db/schema';
import { lockSubscriptionOf } from '../lifecycle/locks';
import { requireTotal, totalsOf } from '../charging/expected-total';
import { prepareFirstOrder, type Refused } from './first-order';
import { findPaidFirstOrder } from './first-payment';
import {
  bankDetailsOf,
  closeLinks,
  openLink,
  payUrl,
  type BankDetails,
  type Link,
} from '../lifecycle/payment-links';
import { findOpenAttempt } from '../settlement/queries';
import { releaseOpenPayments } from '../settlement/release-open-payments';
import { bookPaid } from '../settlement/book-paid';

/** The result of step 4 without a card: an open payment link, or `success` if nothing is due. */
export interface OfflinePayment {
  status: 'pending' | 'success';
  orderId: string;
  /** The amount in satang. */
  amount: number;
  paymentUrl: string | null;
  expiresAt: string | null;
  bankDetails: BankDetails | null;
}

/**
 * Opens the payment link of a registration without a card (step 4). The link is valid until the registration
 * expires. If a link or a paid offline payment exists, returns that instead. Otherwise abandons an open 3-D
 * Secure challenge first.
 * @param expectedTotal the total that was shown, in satang; undefined accepts any
 * @throws AppError TOTAL_CHANGED (with the new quote; no link is made), OFFLINE_DISABLED, STEP_MISSING,
 *   PAYMENT_PENDING while the outcome of a charge is unknown, CODE_INVALID (with the new totals; the code is
 *   removed), NOT_ALLOWED if the order was paid by card
 */
export async function payFirstOffline(
  ctx: Ctx,
  accountId: string,
  expectedTotal?: Satang,
): Promise<OfflinePayment> {
  if (!settings().OFFLINE_REGISTRATION) throw new AppError('OFFLINE_DISABLED');
  const earlier = await findExistingPayment(ctx.db, accountId, expectedTotal);
  if (earlier) return earlier;
  await requirePayable(ctx, accountId);
  await releaseOpenPayments(ctx, accountId);
  const catalogue = await loadCatalogue(ctx.db, ctx.now);
  const done = await transaction(ctx.db, (tx) =>
    beginOfflinePayment(tx, ctx.now, accountId, { catalogue, expectedTotal }),
  );
  if ('error' in done) throw done.error;
  return done;
}

/**
 * Returns the existing link or offline payment of the first order; null without one.
 * @throws AppError NOT_ALLOWED for an order that was paid by card, TOTAL_CHANGED if the link has another
 *   total
 */
async function findExistingPayment(
  db: Db | Tx,
  accountId: string,
  expectedTotal: Satang | undefined,
): Promise<OfflinePayment | null> {
  const paid = await findPaidFirstOrder(db, accountId);
  if (paid) return readOfflinePayment(db, paid.orderId);
  const [open] = await db
    .select({ link: paymentLinks, order: orders })
    .from(paymentLinks)
    .innerJoin(orders, eq(orders.id, paymentLinks.orderId))
    .where(and(eq(orders.accountId, accountId), eq(orders.kind, 'first'), eq(paymentLinks.status, 'open')));
  if (!open) return null;
  requireTotal(expectedTotal, totalsOf(open.order));
  return toPendingPayment(open.link);
}

async function requirePayable({ db, now }: Ctx, accountId: string): Promise<void> {
  const [row] = await db
    .select({ subscription: subscriptions, postalCode: accounts.postalCode })
    .from(subscriptions)
    .innerJoin(accounts, eq(accounts.id, subscriptions.accountId))
    .where(eq(subscriptions.accountId, accountId));
  if (!row || !mayPayFirst(row.subscription, now)) throw new AppError('NOT_ALLOWED');
  if (!row.postalCode) throw new AppError('STEP_MISSING');
}

async function beginOfflinePayment(
  tx: Tx,
  now: Date,
  accountId: string,
  { catalogue, expectedTotal }: { catalogue: Catalogue; expectedTotal?: Satang },
): Promise<OfflinePayment | Refused> {
  const subscription = await lockSubscriptionOf(tx, accountId);
  // A concurrent call may have finished first.
  const earlier = await findExistingPayment(tx, accountId, expectedTotal);
  if (earlier) return earlier;
  if (!subscription || !mayPayFirst(subscription, now)) throw new AppError('NOT_ALLOWED');
  if (await findOpenAttempt(tx, accountId)) throw new AppError('PAYMENT_PENDING');
  const prepared = await prepareFirstOrder(tx, now, subscription, {
    catalogue,
    method: 'offline',
    expectedTotal,
  });
  if ('error' in prepared) return prepared;
  const { orderId, total } = prepared;
  await closeLinks(tx, now, subscription, orderId, 'void');
  if (total > 0)
    return toPendingPayment(
      await openLink(tx, now, orderId, {
        expiresAt: registrationExpiresAt(subscription.registeredOn),
        asked: true,
      }),
    );
  const [order] = await tx.select().from(orders).where(eq(orders.id, orderId));
  if (!order) throw new Error('the order just written is not there');
  await bookPaid(tx, now, [{ subscription, order, paidAt: now, cardId: null, asked: true }]);
  return readOfflinePayment(tx, orderId);
}

function toPendingPayment(link: Link): OfflinePayment {
  return {
    status: 'pending',
    orderId: link.orderId,
    amount: link.amount,
    paymentUrl: payUrl(link.token),
    expiresAt: link.expiresAt.toISOString(),
    bankDetails: bankDetailsOf(link),
  };
}

async function readOfflinePayment(db: Db | Tx, orderId: string): Promise<OfflinePayment> {
  const [payment] = await db
    .select({ method: payments.method, amount: payments.amount })
    .from(payments)
    .where(eq(payments.orderId, orderId));
  if (payment?.method !== 'offline') throw new AppError('NOT_ALLOWED');
  const nothing = { paymentUrl: null, expiresAt: null, bankDetails: null };
  return { status: 'success', orderId, amount: payment.amount, ...nothing };
}
