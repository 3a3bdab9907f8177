import { and, eq, gte, inArray, like, sql } from 'drizzle-orm';
import { z } from 'zod';
import { dayInMonth, dayOf, monthOf, startOfDay } from '@/domain/day';
import { AppError } from '@/domain/errors';
import { isOwnAccount, MONTHLY_LIMITS, type LimitedAct } from '@/domain/staff';
import type { Tx } from '../db';
import { typedSql } from '../db/query-rows';
import { accounts, auditEvents, staff } from '../db/schema';

/** The audit events that count for a limit. An event counts once, or by its number of points. */
const EVENTS: Record<LimitedAct, string[]> = {
  apologyPoints: ['points.apology_given'],
  parcelResends: ['parcel.sent_again'],
  messageResends: ['message.sent_again', 'payment.link_sent_again', 'payment.link_requested'],
  codes: ['code.created'],
};

interface StaffAct {
  /** The limited act; missing where only the own account is refused. */
  act?: LimitedAct;
  /** How much it gives: points; 1 for everything else. */
  amount?: number;
  /** The account that it is for; null or missing for none. */
  accountId?: string | null;
}

/**
 * Refuses an act of a member of the staff for the member's own account, or above the member's limit of this month. Locks
 * the member, so that concurrent acts count. Does nothing for other actors, such as the command line.
 * @throws AppError OWN_ACCOUNT, MONTHLY_LIMIT
 */
export async function requireStaffMay(
  tx: Tx,
  now: Date,
  actor: string,
  { act, amount = 1, accountId = null }: StaffAct,
): Promise<void> {
  if (!actor.startsWith('staff:')) return;
  const id = actor.slice('staff:'.length);
  const [member] = await tx.select().from(staff).where(eq(staff.id, id)).for('update');
  if (member && accountId !== null && (await isOwn(tx, member.emailNorm, accountId)))
    throw new AppError('OWN_ACCOUNT');
  if (act !== undefined && (await usedThisMonth(tx, now, actor, act)) + amount > MONTHLY_LIMITS[act])
    throw new AppError('MONTHLY_LIMIT');
}

async function isOwn(tx: Tx, email: string, accountId: string): Promise<boolean> {
  const [account] = await tx.select().from(accounts).where(eq(accounts.id, accountId));
  if (!account || account.deletedAt !== null) return false;
  const own = await tx.select({ phone: accounts.phone }).from(accounts).where(eq(accounts.emailNorm, email));
  return isOwnAccount(
    account,
    email,
    own.map(({ phone }) => phone),
  );
}

async function usedThisMonth(tx: Tx, now: Date, actor: string, act: LimitedAct): Promise<number> {
  const since = startOfDay(dayInMonth(monthOf(dayOf(now)), 1));
  const used = sql`coalesce(sum(coalesce((${auditEvents.detail} ->> 'points')::int, 1)), 0)::int`;
  const [row] = await tx
    .select({ used: typedSql(z.number(), used) })
    .from(auditEvents)
    .where(
      and(
        eq(auditEvents.actor, actor),
        like(auditEvents.actor, sql`'staff:%'`),
        gte(auditEvents.at, since),
        inArray(auditEvents.what, EVENTS[act]),
      ),
    );
  return row?.used ?? 0;
}
