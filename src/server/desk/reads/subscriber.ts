import { and, count, eq, gt, inArray } from 'drizzle-orm';
import { dayOf, type Day } from '@/domain/day';
import { allow, AppError } from '@/domain/errors';
import { canMove, moveRange } from '@/domain/move-order';
import { canSkip, canUnskip } from '@/domain/order';
import {
  canActAsSubscriber,
  canCancel,
  canChangeDeliveries,
  canChangeDetails,
  hasSubscribed,
  type SubscriberFacts,
} from '@/domain/subscription';
import { shownState } from '@/domain/subscription-state';
import { addressText } from '@/locales/format';
import { listCards } from '../../money/cards/saved-cards';
import {
  accounts,
  identities,
  passkeys,
  pointsBalances,
  sessions,
  subscriptions,
  staffNotes,
} from '../../db/schema';
import { requireAccount } from '../../lifecycle/require-subscriber';
import { findPendingPayment } from '../../money/payment-links/queries';
import { listPreviousOrders, type OrderView } from '../../shop/orders/queries';
import type { Ctx } from '../../platform/context';
import { getSubscriptionView } from '../../subscriber/plan/queries';
import { readMarks } from '../acts/marks';
import { listMessages } from './messages';
import { listNotes } from './notes';
import { shownStatus, toOrderCards } from './order-cards';
import { recordView, VIEWED } from './record-view';
import { pageTimeline, type PagedEntry } from '../acts/timeline';

/**
 * Returns what the desk shows of a subscriber, and records the view. Personal data of a deleted account are null.
 * @throws AppError NOT_FOUND for an unknown account
 */
export async function viewSubscriber(
  ctx: Ctx,
  staffId: string,
  { accountId, page, ordersPage }: { accountId: string; page: number; ordersPage: number },
) {
  const [account] = await ctx.db.select().from(accounts).where(eq(accounts.id, accountId));
  if (!account) throw new AppError('NOT_FOUND');
  await recordView(ctx, staffId, accountId);
  const isDeleted = account.deletedAt !== null;
  const [person, subscription, previous, timeline, messages, notes, marks] = await Promise.all([
    isDeleted ? null : personOf(ctx, account),
    isDeleted ? null : subscriptionOf(ctx, accountId),
    listPreviousOrders(ctx, accountId, ordersPage),
    listHistory(ctx, accountId, page),
    listMessages(ctx, accountId),
    listNotes(ctx, accountId),
    readMarks(ctx, accountId),
  ]);
  return {
    accountId,
    since: account.createdAt.toISOString(),
    deletedAt: account.deletedAt?.toISOString() ?? null,
    person,
    subscription,
    timeline,
    messages,
    notes,
    marks,
    previous: { ...previous, orders: await toOrderCards(ctx, previous.orders) },
  };
}

async function personOf({ db, now }: Ctx, account: typeof accounts.$inferSelect) {
  const ofAccount = { id: account.id };
  const [[line], [keys], [open], [points]] = await Promise.all([
    db.select().from(identities).where(eq(identities.accountId, ofAccount.id)),
    db.select({ count: count() }).from(passkeys).where(eq(passkeys.accountId, ofAccount.id)),
    db
      .select({ count: count() })
      .from(sessions)
      .where(and(eq(sessions.userId, ofAccount.id), gt(sessions.expiresAt, now))),
    db.select().from(pointsBalances).where(eq(pointsBalances.accountId, ofAccount.id)),
  ]);
  const { firstName, lastName, email, phone, locale } = account;
  const { address, subdistrict, district, province, postalCode } = account;
  const place = { address, subdistrict, district, province, postalCode };
  return {
    firstName,
    lastName,
    email,
    phone,
    locale,
    place,
    address: postalCode === null ? null : addressText(place),
    emailVerified: account.emailVerifiedAt !== null,
    emailFailed: account.failedEmailNorm === account.emailNorm,
    logIn: {
      password: account.passwordHash !== null,
      line: line ? { name: line.displayName, isBlocked: line.blocked } : null,
      passkeys: keys?.count ?? 0,
    },
    sessions: open?.count ?? 0,
    points: points?.balance ?? 0,
    debt: points?.debt ?? 0,
  };
}

async function subscriptionOf(ctx: Ctx, accountId: string) {
  const [known] = await ctx.db
    .select({ id: subscriptions.id })
    .from(subscriptions)
    .where(eq(subscriptions.accountId, accountId));
  if (!known) return null;
  const [owner, view, pending] = await Promise.all([
    requireAccount(ctx.db, accountId, () => allow),
    getSubscriptionView(ctx, accountId),
    findPendingPayment(ctx, accountId),
  ]);
  const { status, activatedAt, pausedUntil, cancelReason, cancelComment, cancelledAt } = owner.subscription;
  const facts: SubscriberFacts = { status, activatedAt, awaitsOfflinePayment: owner.awaitsOfflinePayment };
  const today = dayOf(ctx.now);
  const nextDate = view.upcomingOrders.find((order) => !order.skipped)?.paymentDate ?? null;
  const cards = await listCards(ctx.db, ctx.now, accountId, nextDate);
  return {
    state: shownState({ status, pausedUntil }, today),
    ...view.subscription,
    today,
    cancelled: cancelledAt && { at: cancelledAt.toISOString(), reason: cancelReason, comment: cancelComment },
    upcoming: view.upcomingOrders.map((order) => ({
      ...order,
      can: orderActs(order, view.upcomingOrders, facts, today),
    })),
    cards: cards.map(({ brand, lastDigits, expiryMonth, expiryYear, isDefault }) => ({
      brand,
      lastDigits,
      expiryMonth,
      expiryYear,
      isDefault,
    })),
    // Without the address of the link, which is its only access control.
    pending: pending && {
      orderId: pending.orderId,
      amount: pending.amount,
      status: shownStatus(pending.status, pending.method),
    },
    can: {
      pause: canChangeDeliveries(facts).allowed,
      cancel: canCancel(status).allowed && canChangeDetails(facts).allowed,
      addPoints: hasSubscribed(owner.subscription).allowed,
    },
  };
}

/** Returns what a member may do with an upcoming order now. The commands decide again under the lock. */
function orderActs(order: OrderView, ahead: readonly OrderView[], facts: SubscriberFacts, today: Day) {
  const planned = { status: order.skipped ? 'skipped' : 'upcoming', paymentDate: order.paymentDate } as const;
  const mayAct = canActAsSubscriber(facts).allowed;
  const isMovable = canChangeDeliveries(facts).allowed && canMove(planned, today).allowed;
  return {
    skip: mayAct && !order.skipped && canSkip({ ...planned, begun: false }, today).allowed,
    unskip: mayAct && order.skipped && canUnskip({ ...planned, begun: false }, today).allowed,
    move: isMovable ? moveRange(order, ahead, today) : null,
  };
}

const PAGE = 30;

/** Who caused an entry. `name`: of a member of the staff, an operator or an API token. */
type EntryActor = { kind: 'subscriber' | 'system' | 'unknown' } | { kind: 'team'; name: string };

/** An entry of a subscriber's history. `amount`: satang, or points for an entry about points. */
interface DeskEntry extends Pick<
  PagedEntry,
  'id' | 'at' | 'what' | 'orderId' | 'orderNumber' | 'paymentDate' | 'amount'
> {
  actor: EntryActor | null;
  /** The text of the note that the entry is about; null without one, or after it was erased. */
  note: string | null;
  /** The facts as the records have them, for a reader who needs more than the sentence. */
  detail: string | null;
}

/** Returns a page of the history of an account, newest first. A page after the last one is empty. */
async function listHistory(
  ctx: Ctx,
  accountId: string,
  page: number,
): Promise<{ entries: DeskEntry[]; page: number; hasOlder: boolean }> {
  const part = { limit: PAGE + 1, offset: (page - 1) * PAGE, except: VIEWED };
  const rows = await pageTimeline(ctx, accountId, part);
  const noteIds = rows.flatMap(({ facts }) => (typeof facts?.noteId === 'string' ? [facts.noteId] : []));
  const notes =
    noteIds.length === 0 ? [] : await ctx.db.select().from(staffNotes).where(inArray(staffNotes.id, noteIds));
  const entries = withoutRepeats(rows.slice(0, PAGE)).map((row) => ({
    id: row.id,
    at: row.at,
    what: row.what,
    orderId: row.orderId,
    orderNumber: row.orderNumber,
    paymentDate: row.paymentDate,
    amount: row.amount,
    actor: actorOfEntry(row, accountId),
    note: notes.find(({ id }) => id === row.facts?.noteId)?.body ?? null,
    detail: row.actor === null ? row.detail : row.facts && JSON.stringify(row.facts),
  }));
  return { entries, page, hasOlder: rows.length > PAGE };
}

/**
 * Leaves out what another entry says, too: that a sent message was written, and the row of a refund that a member asked
 * for.
 */
function withoutRepeats(rows: readonly PagedEntry[]): PagedEntry[] {
  const sent = new Set(rows.flatMap(({ what, id }) => (what === 'message.sent' ? [id] : [])));
  const asked = new Set(rows.map(({ facts }) => facts?.refundId));
  return rows.filter(
    ({ what, id, actor }) =>
      !(what === 'message.written' && sent.has(id)) &&
      !(what === 'refund.asked' && actor === null && asked.has(id)),
  );
}

function actorOfEntry({ actor, staffName }: PagedEntry, accountId: string): EntryActor | null {
  if (actor === null) return null;
  if (actor === accountId) return { kind: 'subscriber' };
  const [who, name] = actor.split(':', 2);
  if (who === 'staff' || who === 'operator' || who === 'token')
    return { kind: 'team', name: staffName ?? name ?? who };
  return { kind: actor === 'unknown' ? 'unknown' : 'system' };
}
