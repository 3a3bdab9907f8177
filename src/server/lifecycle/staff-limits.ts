import { and, eq, gte, inArray, isNull, like, sql } from 'drizzle-orm';
import { z } from 'zod';
import { dayInMonth, dayOf, monthOf, startOfDay } from '@/domain/day';
import { tokenOf } from '@/domain/api-token';
import { AppError } from '@/domain/errors';
import type { Satang } from '@/domain/money';
import {
  GIVING_LIMITS,
  isOwnAccount,
  refundLimitOf,
  type GivingLimits,
  type LimitedAct,
} from '@/domain/staff';
import { isAmong } from '../db/among';
import type { Db, Tx } from '../db';
import { typedSql } from '../db/query-rows';
import { accounts, apiTokens, auditEvents, pointsEntries, staff } from '../db/schema';

/** The audit events that count for a limit. An event counts once, or by its points or its amount. */
const EVENTS = {
  apologyPoints: ['points.apology_given'],
  parcelResends: ['parcel.sent_again'],
  messageResends: ['message.sent_again', 'payment.link_sent_again', 'payment.link_requested'],
  codes: ['code.created'],
  refunds: ['refund.asked'],
} satisfies Record<LimitedAct | 'refunds', string[]>;

interface StaffAct {
  /** The limited act; missing where only the own account is refused. */
  act?: keyof typeof EVENTS;
  /** How much it gives: points, satang; 1 for everything else. */
  amount?: number;
  /** The account that it is for; null or missing for none. */
  accountId?: string | null;
}

/**
 * Refuses an act of a member of the staff for the member's own account, or above a limit of the member or the account.
 * An API token has the same limits, and its own for refunds; the own account is that of its owner. Locks the member or the
 * token, so that concurrent acts count. Does nothing for other actors, such as the command line. An act with a limit per
 * person must hold the lock of the account's subscription.
 * @throws AppError OWN_ACCOUNT, MONTHLY_LIMIT, DAILY_LIMIT, PERSON_LIMIT; NOT_LOGGED_IN for a token that has ended
 */
export async function requireStaffMay(
  tx: Tx,
  now: Date,
  actor: string,
  { act, amount = 1, accountId = null }: StaffAct,
): Promise<void> {
  const by = await lockActor(tx, actor);
  if (!by) return;
  if (accountId !== null && by.email !== null && (await ownAmong(tx, by.email, [accountId])).size > 0)
    throw new AppError('OWN_ACCOUNT');
  if (act === undefined) return;
  const [today, month] = [startOfDay(dayOf(now)), startOfMonth(now)];
  const limits: GivingLimits = act === 'refunds' ? { day: by.refundLimit ?? undefined } : GIVING_LIMITS[act];
  const checks = [
    ['DAILY_LIMIT', limits.day, () => usedSince(tx, today, actor, act)],
    ['MONTHLY_LIMIT', limits.month, () => usedSince(tx, month, actor, act)],
    ['PERSON_LIMIT', limits.person, () => pointsOf(tx, now, accountId)],
  ] as const;
  for (const [code, limit, used] of checks)
    if (limit !== undefined && (await used()) + amount > limit) throw new AppError(code);
}

/** Locks the member or the API token that acts. @returns null for another actor; `refundLimit` null: no limit */
async function lockActor(
  tx: Tx,
  actor: string,
): Promise<{ email: string | null; refundLimit: Satang | null } | null> {
  const tokenId = tokenOf(actor);
  if (tokenId === null) {
    if (!actor.startsWith('staff:')) return null;
    const id = actor.slice('staff:'.length);
    const [member] = await tx.select().from(staff).where(eq(staff.id, id)).for('update');
    return member
      ? { email: member.emailNorm, refundLimit: refundLimitOf(member.role, member.refundLimit) }
      : null;
  }
  const [token] = await tx
    .select({ refundLimit: apiTokens.refundLimit, email: staff.emailNorm })
    .from(apiTokens)
    .leftJoin(staff, eq(staff.id, apiTokens.createdBy))
    .where(and(eq(apiTokens.id, tokenId), isNull(apiTokens.revokedAt)))
    .for('update', { of: apiTokens });
  if (!token) throw new AppError('NOT_LOGGED_IN', { reason: 'api_token' });
  return token;
}

/** Returns what a member may still refund today, in satang; null for a role without a limit. */
export async function refundAllowance(
  db: Db,
  now: Date,
  staffId: string,
): Promise<{ limit: Satang; left: Satang } | null> {
  const [member] = await db.select().from(staff).where(eq(staff.id, staffId));
  const limit = member ? refundLimitOf(member.role, member.refundLimit) : 0;
  if (limit === null) return null;
  const used = await usedSince(db, startOfDay(dayOf(now)), `staff:${staffId}`, 'refunds');
  return { limit, left: Math.max(0, limit - used) };
}

const startOfMonth = (now: Date) => startOfDay(dayInMonth(monthOf(dayOf(now)), 1));

/** Returns those of the accounts that belong to the member. */
export async function findOwnAccounts(
  tx: Tx,
  actor: string,
  accountIds: readonly string[],
): Promise<Set<string>> {
  const by = await lockActor(tx, actor);
  return by?.email ? ownAmong(tx, by.email, accountIds) : new Set();
}

async function ownAmong(tx: Tx, email: string, accountIds: readonly string[]): Promise<Set<string>> {
  const found = await tx
    .select()
    .from(accounts)
    .where(and(isAmong(accounts.id, accountIds), isNull(accounts.deletedAt)));
  const own = await tx.select({ phone: accounts.phone }).from(accounts).where(eq(accounts.emailNorm, email));
  const phones = own.map(({ phone }) => phone);
  return new Set(found.filter((account) => isOwnAccount(account, email, phones)).map(({ id }) => id));
}

async function usedSince(db: Db | Tx, since: Date, actor: string, act: keyof typeof EVENTS): Promise<number> {
  const { detail } = auditEvents;
  const counted = act === 'refunds' ? sql`${detail} ->> 'amount'` : sql`${detail} ->> 'points'`;
  const used = sql`coalesce(sum(coalesce((${counted})::int, 1)), 0)::float8`;
  const [row] = await db
    .select({ used: typedSql(z.number(), used) })
    .from(auditEvents)
    .where(
      and(
        eq(auditEvents.actor, actor),
        // The condition of the index.
        like(auditEvents.actor, tokenOf(actor) === null ? sql`'staff:%'` : sql`'token:%'`),
        gte(auditEvents.at, since),
        inArray(auditEvents.what, EVENTS[act]),
        // The points of a bulk change were rehearsed and reported to all owners.
        sql`not ${detail} ? 'bulkId'`,
      ),
    );
  return row?.used ?? 0;
}

const pointsOf = async (tx: Tx, now: Date, accountId: string | null) =>
  accountId === null ? 0 : ((await findApologies(tx, now, [accountId])).get(accountId) ?? 0);

/** Returns the points that accounts got as apologies in this calendar month, by account. */
export async function findApologies(
  tx: Tx,
  now: Date,
  accountIds: readonly string[],
): Promise<Map<string, number>> {
  const sum = sql`coalesce(sum(${pointsEntries.points}), 0)::float8`;
  const rows = await tx
    .select({ accountId: pointsEntries.accountId, given: typedSql(z.number(), sum) })
    .from(pointsEntries)
    .where(
      and(
        isAmong(pointsEntries.accountId, accountIds),
        eq(pointsEntries.kind, 'apology'),
        gte(pointsEntries.createdAt, startOfMonth(now)),
      ),
    )
    .groupBy(pointsEntries.accountId);
  return new Map(rows.map(({ accountId, given }) => [accountId, given]));
}
