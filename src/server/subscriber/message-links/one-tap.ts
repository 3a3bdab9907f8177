import { and, asc, desc, eq, isNotNull, isNull, ne, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { dayOf, type Day } from '@/domain/day';
import { AppError } from '@/domain/errors';
import {
  targetOf,
  oneTapState,
  openUntil,
  undoUntil,
  type OneTapAction,
  type LineUndo,
} from '@/domain/order-link';
import type { oneTapAnswer } from '@/schemas/answers/order-links';
import type { Db } from '../../db';
import { typedSql } from '../../db/query-rows';
import { columnShape } from '../../db/row-shapes';
import { accounts, orderLinks, orders, subscriptions } from '../../db/schema';
import { hashOfToken } from '../../lifecycle/order-links';
import { moveOrder, skipOrder } from '../plan/plan-commands';
import type { Ctx } from '../../platform/context';
import { countThrottled } from '../../platform/throttle';
import { acceptSubstitute, readSubstitute } from './substitute';

/**
 * The data of the page `/do/<token>`. It contains nothing of the account, because the page needs no log-in. An open offer
 * of a substitute names its two products and the total.
 */
export type OneTapView = z.output<typeof oneTapAnswer>;

export const NEXT_DATE = typedSql(
  columnShape(orders.paymentDate).nullable(),
  sql`(select min(n.payment_date)::text from orders n where n.subscription_id = ${orders.subscriptionId}
    and n.id <> ${orders.id} and n.status = 'upcoming')`,
);

/** `isTap`: a LINE user tapped the button, whose account the caller compares. An ended link still works then. */
type LinkAt = { hash: string; isTap: boolean };

const isOpenFor = (isTap: boolean) => (isTap ? undefined : isNull(orderLinks.endedAt));

async function findLink(ctx: Ctx, { hash, isTap }: LinkAt) {
  const [row] = await ctx.db
    .select({ link: orderLinks, order: orders, subscription: subscriptions, nextDate: NEXT_DATE })
    .from(orderLinks)
    .innerJoin(orders, eq(orders.id, orderLinks.orderId))
    .innerJoin(subscriptions, eq(subscriptions.id, orders.subscriptionId))
    .innerJoin(accounts, eq(accounts.id, orders.accountId))
    .where(
      and(
        eq(orderLinks.tokenHash, hash),
        ne(orderLinks.action, 'fix'),
        isNull(accounts.deletedAt),
        isOpenFor(isTap),
      ),
    );
  if (!row) throw new AppError('NOT_FOUND');
  const swap = await readSubstitute(ctx, row);
  return { ...row, action: row.link.action as OneTapAction, isTap, swap };
}

type Found = Awaited<ReturnType<typeof findLink>>;

function toView({ link, order, subscription, action, nextDate, swap }: Found, now: Date): OneTapView {
  const isActive = subscription.status === 'active';
  const movesTo = targetOf(link);
  const linked = { linkedDate: link.paymentDate, movesTo, isUsed: link.usedAt !== null };
  const facts = { action, ...linked, order, isActive, canSwap: swap !== null };
  return {
    action,
    state: oneTapState(facts, dayOf(now)),
    orderNumber: order.orderNumber,
    paymentDate: order.paymentDate,
    movesTo: action === 'move' ? movesTo : null,
    until: openUntil(action, order.paymentDate),
    nextDate,
    hasFreeProduct: order.freeProductCode !== null,
    swap: swap && { from: swap.from, to: swap.to, packs: swap.packs, before: swap.before, after: swap.after },
    undoUntil: undoUntil(link, subscription.version, now)?.toISOString() ?? null,
  };
}

/** Returns the state of a one-tap link. Changes nothing. @throws AppError NOT_FOUND */
export async function showOneTap(ctx: Ctx, token: string): Promise<OneTapView> {
  return toView(await findLink(ctx, { hash: hashOfToken(token), isTap: false }), ctx.now);
}

/**
 * Skips or moves the order of a one-tap link, or gives it a substitute, once. A repeated call changes nothing. The link
 * of another box changes nothing: the box is changed in the account.
 * @param undo takes the action back instead, within a minute after it and while nothing else has changed. The link is
 *   then open again. A repeated call changes nothing.
 * @param address the caller's IP address, for the rate limit
 * @param expectedTotal the total with a substitute that the screen showed
 * @throws AppError NOT_FOUND, SKIP_TOO_LATE, MOVE_TOO_LATE, ORDER_NOT_UPCOMING, DATE_OUT_OF_RANGE if the order cannot
 *   be moved by a week, TOTAL_CHANGED, PAYMENT_PENDING, NOT_ACTIVE, THROTTLED
 */
export async function doOneTap(
  ctx: Ctx,
  token: string,
  { address, undo = false, expectedTotal }: { address: string; undo?: boolean; expectedTotal?: number },
): Promise<OneTapView> {
  await countThrottled(ctx.db, 'linkAddress', address);
  const at = { hash: hashOfToken(token), isTap: false };
  const found = await findLink(ctx, at);
  await (undo ? takeBack(ctx, found) : act(ctx, found, expectedTotal));
  return toView(await findLink(ctx, at), ctx.now);
}

/** What became of a button that was tapped in LINE. */
export interface Tapped {
  orderId: string;
  action: Exclude<OneTapAction, 'swap'> | LineUndo;
  result: 'done' | 'too_late' | 'not_possible';
  paymentDate: Day;
  movedTo: Day | null;
  /** The next payment date of the subscription; null without one. */
  nextDate: Day | null;
}

/**
 * Does the action of a button that a LINE user tapped.
 * @param tap `hash`: the hash of the button's token; `accountId`: the account of the LINE user
 * @returns the result; null for an unknown token and for an order of another account, which does not change
 */
export async function doTapped(
  ctx: Ctx,
  { hash, accountId }: { hash: string; accountId: string },
): Promise<Tapped | null> {
  const at = { hash, isTap: true };
  const found = await findLink(ctx, at).catch(nullIfRefused);
  // A substitute is accepted on its page only, where its price is.
  if (found?.order.accountId !== accountId || found.action === 'swap') return null;
  const { action } = found;
  const { state } = toView(found, ctx.now);
  if (state === 'open' || state === 'done') await act(ctx, found).catch(nullIfRefused);
  const after = await findLink(ctx, at);
  const { order } = after;
  const { paymentDate, movesTo: movedTo } = toView(after, ctx.now);
  const isDone = action === 'skip' ? order.status === 'skipped' : movedTo !== null && paymentDate === movedTo;
  const result = isDone ? 'done' : state === 'too_late' ? state : 'not_possible';
  return {
    orderId: order.id,
    action,
    result,
    paymentDate,
    movedTo,
    nextDate: await nextDateOf(ctx.db, order),
  };
}

/**
 * Takes back a skip or a move by a button that a LINE user tapped. The tap names its LINE user, so the button needs no secret.
 * Only a move by a button is taken back, to the date before it: a later date of the subscriber stays, also one that is
 * written meanwhile, because the version is compared under the lock.
 * @returns the result; null for an order of another account, which does not change
 */
export async function undoTapped(
  ctx: Ctx,
  action: LineUndo,
  { orderId, accountId }: { orderId: string; accountId: string },
): Promise<Tapped | null> {
  const isOwn = and(eq(orders.id, orderId), eq(orders.accountId, accountId));
  const [found] = await ctx.db
    .select({ before: orders, version: subscriptions.version })
    .from(orders)
    .innerJoin(subscriptions, eq(subscriptions.id, orders.subscriptionId))
    .where(isOwn);
  if (!found) return null;
  const { before, version } = found;
  const moved = action === 'unmove' ? await lastMoveOf(ctx.db, orderId) : null;
  const movedFrom = moved?.paymentDate ?? null;
  if (action === 'unskip') await skipOrder(ctx, accountId, { orderId, skip: false }).catch(nullIfRefused);
  else if (moved && movedFrom !== null && before.paymentDate === targetOf(moved))
    await moveOrder(ctx, accountId, { orderId, date: movedFrom, version }).catch(nullIfRefused);
  const [order = before] = await ctx.db.select().from(orders).where(isOwn);
  const { paymentDate, status } = order;
  const isDone = status === 'upcoming' && (action === 'unskip' || paymentDate === movedFrom);
  return {
    orderId,
    action,
    result: isDone ? 'done' : 'not_possible',
    paymentDate,
    movedTo: null,
    nextDate: await nextDateOf(ctx.db, order),
  };
}

/** Returns the link that moved an order last; null without one. */
async function lastMoveOf(db: Db, orderId: string) {
  const [link = null] = await db
    .select({ paymentDate: orderLinks.paymentDate, moveTo: orderLinks.moveTo })
    .from(orderLinks)
    .where(and(eq(orderLinks.orderId, orderId), eq(orderLinks.action, 'move'), isNotNull(orderLinks.usedAt)))
    .orderBy(desc(orderLinks.usedAt))
    .limit(1);
  return link;
}

/** Returns the payment date of the first order of a subscription that is to be charged; null without one. */
async function nextDateOf(db: Db, { subscriptionId }: Found['order']): Promise<Day | null> {
  const [next] = await db
    .select({ paymentDate: orders.paymentDate })
    .from(orders)
    .where(and(eq(orders.subscriptionId, subscriptionId), eq(orders.status, 'upcoming')))
    .orderBy(asc(orders.paymentDate))
    .limit(1);
  return next?.paymentDate ?? null;
}

function nullIfRefused(error: unknown): null {
  if (error instanceof AppError) return null;
  throw error;
}

async function act(ctx: Ctx, found: Found, expectedTotal?: number): Promise<void> {
  const { link, order, action } = found;
  const { state } = toView(found, ctx.now);
  if (state === 'done' || action === 'box') return;
  if (state === 'ended' || state === 'changed') throw new AppError('ORDER_NOT_UPCOMING');
  if (action === 'swap') {
    if (!found.swap) throw new AppError('ORDER_NOT_UPCOMING');
    return acceptSubstitute(ctx, found, found.swap, expectedTotal);
  }
  const { id: orderId, accountId } = order;
  const through = { tokenHash: link.tokenHash, isTap: found.isTap };
  if (action === 'skip') await skipOrder(ctx, accountId, { orderId, skip: true, through });
  else await moveOrder(ctx, accountId, { orderId, date: targetOf(link), through });
}

/**
 * Reverses the action of a link. The version is compared under the lock, so that no change after the action is
 * overwritten, and of two calls at once one acts.
 */
async function takeBack(ctx: Ctx, { link, order, subscription, action }: Found): Promise<void> {
  const { tokenHash, usedAt, usedVersion, paymentDate: date } = link;
  if (usedAt === null) return;
  if (usedVersion === null || undoUntil(link, subscription.version, ctx.now) === null)
    throw new AppError('ORDER_NOT_UPCOMING');
  const { id: orderId, accountId } = order;
  const request = { orderId, version: usedVersion, through: { tokenHash, isTap: false, undo: true } };
  try {
    if (action === 'skip') await skipOrder(ctx, accountId, { ...request, skip: false });
    else await moveOrder(ctx, accountId, { ...request, date });
  } catch (error) {
    // The refusal STALE contains the account, which the reader of a link must not see.
    if (!(error instanceof AppError) || error.code !== 'STALE') throw error;
    const { link: present } = await findLink(ctx, { hash: tokenHash, isTap: false });
    if (present.usedAt !== null) throw new AppError('ORDER_NOT_UPCOMING');
  }
}
