import { randomBytes } from 'node:crypto';
import { and, eq, inArray, isNull } from 'drizzle-orm';
import type { z } from 'zod';
import { writeCalendarFeed } from '@/domain/calendar-feed';
import { dayOf } from '@/domain/day';
import { AppError } from '@/domain/errors';
import { paymentDaysOf } from '@/domain/year-ahead';
import type { calendarFeedAnswer, newCalendarFeedAnswer } from '@/schemas/answers/account';
import { settings } from '@/settings/settings';
import { accounts, calendarFeeds, orders } from '../../db/schema';
import { transaction } from '../../db';
import { writeAudit } from '../../lifecycle/audit';
import { hashOfToken } from '../../lifecycle/order-links';
import { lockSubscriptionOf } from '../../lifecycle/locks';
import { requireSubscriber } from '../../lifecycle/require-subscriber';
import { requireOpenSession, type Session } from '../../login/session';
import type { Ctx } from '../../platform/context';
import { countThrottled } from '../../platform/throttle';
import { getYearAhead } from '../plan/queries';

const TOKEN_BYTES = 24;
/** The characters of the token's hash in the UIDs of a feed. */
const FEED_ID_LENGTH = 16;

/** The statuses of an order that was paid or is to be paid on its payment date. */
const PAID_OR_DUE = ['upcoming', 'charging', 'awaiting_payment', 'paid'] as const;

/** Returns since when the calendar feed of an account is on; null if it is off. */
export async function getCalendarFeed(
  { db }: Ctx,
  accountId: string,
): Promise<z.output<typeof calendarFeedAnswer>> {
  const [feed] = await db
    .select({ since: calendarFeeds.createdAt })
    .from(calendarFeeds)
    .where(eq(calendarFeeds.accountId, accountId));
  return { since: feed?.since.toISOString() ?? null };
}

/**
 * Makes the address of an account's calendar feed, and ends its previous address.
 * @returns the address, which no later call returns
 * @throws AppError NOT_ALLOWED for a registration in progress, NOT_LOGGED_IN for a session that has ended meanwhile
 */
export async function turnOnCalendarFeed(
  { db, now }: Ctx,
  session: Session,
): Promise<z.output<typeof newCalendarFeedAnswer>> {
  const { accountId } = session;
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  const made = { tokenHash: hashOfToken(token), createdAt: now };
  await transaction(db, async (tx) => {
    // A new password and a deletion of the account hold this lock, so that they leave no feed.
    await lockSubscriptionOf(tx, accountId);
    await requireSubscriber(tx, accountId);
    await requireOpenSession(tx, session);
    await tx
      .insert(calendarFeeds)
      .values({ accountId, ...made })
      .onConflictDoUpdate({ target: calendarFeeds.accountId, set: made });
    await writeAudit(tx, now, { actor: accountId, subject: accountId, what: 'account.calendar_turned_on' });
  });
  return { since: now.toISOString(), url: `${settings().SITE_URL}/api/calendar/${token}.ics` };
}

/** Ends the address of an account's calendar feed. Repeating it changes nothing. */
export async function turnOffCalendarFeed(
  { db, now }: Ctx,
  accountId: string,
): Promise<z.output<typeof calendarFeedAnswer>> {
  await transaction(db, async (tx) => {
    await requireSubscriber(tx, accountId);
    const ended = await tx
      .delete(calendarFeeds)
      .where(eq(calendarFeeds.accountId, accountId))
      .returning({ accountId: calendarFeeds.accountId });
    if (ended.length === 0) return;
    await writeAudit(tx, now, { actor: accountId, subject: accountId, what: 'account.calendar_turned_off' });
  });
  return { since: null };
}

/**
 * Returns the calendar of a feed's address: the payment dates of today and the next twelve months, without those that are
 * skipped. Without an active subscription the calendar has no later date than today.
 * @param address the caller's IP address, for the rate limit
 * @throws AppError NOT_FOUND for an unknown or ended address, THROTTLED
 */
export async function readCalendarFeed(ctx: Ctx, token: string, address: string): Promise<string> {
  await countThrottled(ctx.db, 'linkAddress', address);
  const tokenHash = hashOfToken(token);
  const [feed] = await ctx.db
    .select({ accountId: calendarFeeds.accountId })
    .from(calendarFeeds)
    .innerJoin(accounts, eq(accounts.id, calendarFeeds.accountId))
    .where(and(eq(calendarFeeds.tokenHash, tokenHash), isNull(accounts.deletedAt)));
  if (!feed) throw new AppError('NOT_FOUND');
  const today = dayOf(ctx.now);
  const isOfToday = and(
    eq(orders.accountId, feed.accountId),
    eq(orders.paymentDate, today),
    inArray(orders.status, PAID_OR_DUE),
  );
  // A calendar program deletes what a feed leaves out, so the event of today stays until the day is over.
  const hasToday = (await ctx.db.$count(orders, isOfToday)) > 0;
  const year = await getYearAhead(ctx, feed.accountId);
  return writeCalendarFeed({
    days: [...(hasToday ? [today] : []), ...paymentDaysOf(year.orders)],
    feedId: tokenHash.slice(0, FEED_ID_LENGTH),
    host: new URL(settings().SITE_URL).host,
    now: ctx.now,
  });
}
