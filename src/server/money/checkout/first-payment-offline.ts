import { and, eq } from 'drizzle-orm';
import type { z } from 'zod';
import { settings } from '@/settings/settings';
import { AppError } from '@/domain/errors';
import type { Satang } from '@/domain/money';
import { registrationExpiresAt } from '@/domain/subscription';
import type { offlinePaymentAnswer } from '@/schemas/answers/payments';
import { loadCatalogue, type Catalogue } from '../../shop/catalogue/queries';
import { totalsOf } from '../charging/expected-total';
import { payNow, type Payment } from '../charging/pay-now';
import type { Db, Tx } from '../../db';
import { orders, paymentLinks, payments } from '../../db/schema';
import { bankDetailsOf, openLink, payUrl } from '../../lifecycle/payment-links';
import type { Ctx } from '../../platform/context';
import { prepareFirstOrder } from './first-order';
import { limitRefusedCodes } from './limit-refused-codes';
import { bookFreeOrder, readFirst, type FirstStanding } from './first-payment';

/** The result of step 4 without a card: an open payment link, or `success` if nothing is due. */
export type OfflinePayment = z.output<typeof offlinePaymentAnswer>;

/**
 * Opens the payment link of a registration without a card (step 4). The link is valid until the registration
 * expires. If a link or a paid offline payment exists, returns that instead. Otherwise abandons an open 3-D
 * Secure challenge first.
 * @param expectedTotal the total that was shown, in satang; undefined accepts any
 * @throws AppError TOTAL_CHANGED (with the new quote; no link is made), OFFLINE_DISABLED, STEP_MISSING,
 *   PAYMENT_PENDING while the outcome of a charge is unknown, CODE_INVALID (with the new totals; the code is
 *   removed), THROTTLED, NOT_ALLOWED if the order was paid by card
 */
export async function payFirstOffline(
  ctx: Ctx,
  accountId: string,
  expectedTotal?: Satang,
): Promise<OfflinePayment> {
  if (!settings().OFFLINE_REGISTRATION) throw new AppError('OFFLINE_DISABLED');
  const catalogue = await loadCatalogue(ctx.db, ctx.now);
  const { charge } = await limitRefusedCodes(ctx, accountId, () =>
    payNow(ctx, offlinePayment(accountId, catalogue, expectedTotal)),
  );
  if (charge?.outcome === 'paid') return readOfflinePayment(ctx.db, charge.orderId);
  const open = await findOpenFirst(ctx.db, accountId);
  if (!open) throw new AppError('PAYMENT_PENDING');
  return toPendingPayment(open);
}

function offlinePayment(
  accountId: string,
  catalogue: Catalogue,
  expectedTotal: Satang | undefined,
): Payment<FirstStanding> {
  return {
    accountId,
    purpose: 'first',
    expectedTotal,
    read: (db, { now }) => readFirstOffline(db, now, accountId, catalogue),
    write: async (tx, now, { facts: { registration } }) => {
      if (!registration) throw new Error('a first payment of no registration');
      const by = { catalogue, method: 'offline', expectedTotal } as const;
      const prepared = await prepareFirstOrder(tx, now, registration, by);
      if ('error' in prepared) return { refused: prepared.error };
      const { orderId, total } = prepared;
      if (total === 0) return { result: await bookFreeOrder(tx, now, registration, { orderId }) };
      const expiresAt = registrationExpiresAt(registration.subscription.registeredOn);
      await openLink(tx, now, orderId, { expiresAt, asked: true });
      return { result: null };
    },
  };
}

/** Reads the facts of a first payment by link. The link of an earlier call is shown again, whatever else is open. */
async function readFirstOffline(
  db: Db | Tx,
  now: Date,
  accountId: string,
  catalogue: Catalogue,
): Promise<FirstStanding> {
  const facts = await readFirst(db, now, { accountId, catalogue });
  const link = facts.known ? null : await findOpenFirst(db, accountId);
  if (!link) return { ...facts, means: 'later' };
  return {
    ...facts,
    means: 'later',
    open: 'live',
    attempt: null,
    totals: totalsOf(link.order),
    isLate: false,
  };
}

/** Returns the open link of the first order; null without one. */
async function findOpenFirst(db: Db | Tx, accountId: string) {
  const [open] = await db
    .select({ link: paymentLinks, order: orders })
    .from(paymentLinks)
    .innerJoin(orders, eq(orders.id, paymentLinks.orderId))
    .where(and(eq(orders.accountId, accountId), eq(orders.kind, 'first'), eq(paymentLinks.status, 'open')));
  return open ?? null;
}

type OpenFirst = NonNullable<Awaited<ReturnType<typeof findOpenFirst>>>;

function toPendingPayment({ link, order }: OpenFirst): OfflinePayment {
  return {
    status: 'pending',
    orderId: link.orderId,
    orderNumber: order.orderNumber,
    amount: link.amount,
    paymentUrl: payUrl(link.token),
    expiresAt: link.expiresAt.toISOString(),
    bankDetails: bankDetailsOf(link),
  };
}

async function readOfflinePayment(db: Db | Tx, orderId: string): Promise<OfflinePayment> {
  const [payment] = await db
    .select({ method: payments.method, amount: payments.amount, orderNumber: orders.orderNumber })
    .from(payments)
    .innerJoin(orders, eq(orders.id, payments.orderId))
    .where(eq(payments.orderId, orderId));
  if (payment?.method !== 'offline') throw new AppError('NOT_ALLOWED');
  const { amount, orderNumber } = payment;
  const nothing = { paymentUrl: null, expiresAt: null, bankDetails: null };
  return { status: 'success', orderId, orderNumber, amount, ...nothing };
}
