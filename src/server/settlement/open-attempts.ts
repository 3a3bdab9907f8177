import { and, eq, inArray } from 'drizzle-orm';
import { AppError } from '@/domain/errors';
import { OPEN_ATTEMPT_STATUSES } from '@/domain/payment';
import { isRetriedAtOnce } from '@/domain/retry';
import type { Ctx } from '../platform/context';
import { transaction, type Db, type Tx } from '../db';
import { cards, chargeAttempts, orders, payments, subscriptions } from '../db/schema';
import type { Subscription } from '../lifecycle/locks';
import { giveUpAuthorization } from './poll-attempts';
import { isUndecidedRow } from '../lifecycle/undecided-attempts';

export type Attempt = typeof chargeAttempts.$inferSelect;

/** The attempt of an account whose outcome is still to come, if any; a QR code that waits to be scanned is none. */
export async function findOpenAttempt(db: Db | Tx, accountId: string): Promise<Attempt | null> {
  const [row] = await db
    .select()
    .from(chargeAttempts)
    .where(and(eq(chargeAttempts.accountId, accountId), isUndecidedRow()))
    .limit(1);
  return row ?? null;
}

/**
 * The first payment may not be open in any way, or the amount that it asked for would no longer be true; what this finds
 * holds under the subscription's lock.
 * @param but `page`: the bank's page may be open, which can still be left.
 * @throws AppError PAYMENT_PENDING
 */
export async function refuseWhileFirstPaymentOpen(
  db: Db | Tx,
  { id, accountId }: Pick<Subscription, 'id' | 'accountId'>,
  but: { page?: boolean } = {},
): Promise<void> {
  const [awaited] = await db
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.subscriptionId, id), eq(orders.status, 'awaiting_payment')))
    .limit(1);
  const open = await findOpenAttempt(db, accountId);
  const isLeavable = but.page === true && open?.status === 'action_required';
  if (awaited || (open && !isLeavable)) throw new AppError('PAYMENT_PENDING');
}

/** Every open attempt of an account, QR codes that wait to be scanned included. */
export async function listOpenAttempts(db: Db | Tx, accountId: string): Promise<Attempt[]> {
  return db
    .select()
    .from(chargeAttempts)
    .where(
      and(
        eq(chargeAttempts.accountId, accountId),
        inArray(chargeAttempts.status, [...OPEN_ATTEMPT_STATUSES]),
      ),
    );
}

/**
 * Makes way for whatever must not happen beside an open payment (another way to pay, a change of an unfinished
 * registration, a reactivation, a deletion): open 3-D Secure pages are given up at the gateway first.
 * @throws AppError PAYMENT_PENDING when the gateway does not confirm that, or an outcome is unknown
 */
export async function releaseOpenPayments(ctx: Ctx, accountId: string): Promise<void> {
  const open = await listOpenAttempts(ctx.db, accountId);
  const pages = open.filter(({ source, status }) => source === 'card' && status === 'action_required');
  for (const page of pages) await leavePage(ctx, page);
  if (open.length === 0) return;
  if (await findOpenAttempt(ctx.db, accountId)) throw new AppError('PAYMENT_PENDING');
}

/**
 * Gives an open 3-D Secure page up for somebody who wants to pay otherwise. That is written down before the gateway is
 * asked: whichever door hears of the end, it is no failure to tell them about, and costs them nothing.
 */
export async function leavePage(ctx: Ctx, page: Attempt): Promise<void> {
  await transaction(ctx.db, (tx) =>
    tx
      .update(chargeAttempts)
      .set({ leftAt: ctx.now })
      .where(and(eq(chargeAttempts.id, page.id), eq(chargeAttempts.status, 'action_required'))),
  );
  await giveUpAuthorization(ctx, page, { byPerson: true });
}

/**
 * Makes way for another card: the bank's page at which an order waits for a different one is given up at the gateway.
 * Where the gateway does not confirm that, the page stays open and the other card can't be charged yet.
 * @param chosen the card that is to pay, known by its fingerprint: the page's own card leaves it open.
 */
export async function leavePageForCard(
  ctx: Ctx,
  accountId: string,
  chosen: { fingerprint: string },
): Promise<void> {
  const open = await findOpenAttempt(ctx.db, accountId);
  if (open?.source !== 'card' || open.status !== 'action_required') return;
  const [owed] = await ctx.db
    .select({
      fingerprint: cards.fingerprint,
      orderStatus: orders.status,
      paymentStatus: payments.status,
      subscriptionStatus: subscriptions.status,
    })
    .from(orders)
    .innerJoin(payments, eq(payments.orderId, orders.id))
    .innerJoin(subscriptions, eq(subscriptions.id, orders.subscriptionId))
    .innerJoin(cards, eq(cards.id, open.cardId ?? ''))
    .where(eq(orders.id, open.orderId));
  if (!owed || owed.fingerprint === chosen.fingerprint) return;
  if (isRetriedAtOnce({ ...owed, isAtBank: true })) await leavePage(ctx, open);
}
