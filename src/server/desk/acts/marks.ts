import { isDeepStrictEqual } from 'node:util';
import { and, asc, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import { z } from 'zod';
import { AppError } from '@/domain/errors';
import { mayDo } from '@/domain/staff';
import type { marks } from '@/schemas/desk-subscribers';
import { transaction, type Db, type Tx } from '../../db';
import { queryRows } from '../../db/query-rows';
import { accounts, staff, subscriberMarks } from '../../db/schema';
import type { Ctx } from '../../platform/context';
import { auditOperator, type OperatorCtx } from './operator';

const LISTED = 100;

export type Marks = z.output<typeof marks>;

/** Returns what the staff keeps about a subscriber. */
export async function readMarks({ db }: { db: Db | Tx }, accountId: string): Promise<Marks> {
  const [known] = await db.select().from(subscriberMarks).where(eq(subscriberMarks.accountId, accountId));
  const { tags = [], followUpOn = null, staffId = null } = known ?? {};
  return { tags, followUpOn, staffId };
}

/** Returns the tags in use and the members who can care for a subscriber. */
export async function listMarks({
  db,
}: Ctx): Promise<{ tags: string[]; team: { staffId: string; name: string }[] }> {
  const [tags, members] = await Promise.all([
    queryRows(
      db,
      z.object({ tag: z.string() }),
      sql`select distinct unnest(tags) as tag from subscriber_marks order by 1 limit ${LISTED}`,
    ),
    db
      .select()
      .from(staff)
      .where(and(isNotNull(staff.joinedAt), isNull(staff.removedAt)))
      .orderBy(asc(staff.name)),
  ]);
  const team = members.filter(({ role }) => mayDo(role, 'subscribers.change'));
  return { tags: tags.map(({ tag }) => tag), team: team.map(({ id, name }) => ({ staffId: id, name })) };
}

/**
 * Replaces the marks of a subscriber.
 * @param before the marks that an undo takes back
 * @throws AppError NOT_FOUND for a deleted account, or a member who cannot care for subscribers; STALE if the marks are
 *   not `before` any more
 */
export async function saveMarks(
  ctx: OperatorCtx,
  { accountId, before, ...marks }: Marks & { accountId: string; before?: Marks | undefined },
): Promise<void> {
  const { db, now } = ctx;
  const { team } = await listMarks(ctx);
  if (marks.staffId !== null && !team.some(({ staffId }) => staffId === marks.staffId))
    throw new AppError('NOT_FOUND');
  await transaction(db, async (tx) => {
    // Waits for a deletion in progress, which would otherwise leave the marks.
    const [account] = await tx
      .select({ id: accounts.id })
      .from(accounts)
      .where(and(eq(accounts.id, accountId), isNull(accounts.deletedAt)))
      .for(before ? 'update' : 'share');
    if (!account) throw new AppError('NOT_FOUND');
    if (before && !isDeepStrictEqual(await readMarks({ db: tx }, accountId), before))
      throw new AppError('STALE');
    const values = { ...marks, changedAt: now };
    await tx
      .insert(subscriberMarks)
      .values({ accountId, ...values })
      .onConflictDoUpdate({ target: subscriberMarks.accountId, set: values });
    await auditOperator(tx, ctx, { subject: accountId, what: 'desk.marks_changed' });
  });
}

/**
 * Ends the follow-up of a subscriber. The other marks stay.
 * @returns the marks before, by which it can be undone; null if there was no follow-up
 */
export async function endFollowUp(ctx: OperatorCtx, accountId: string): Promise<Marks | null> {
  return transaction(ctx.db, async (tx) => {
    const [before] = await tx
      .select()
      .from(subscriberMarks)
      .where(and(eq(subscriberMarks.accountId, accountId), isNotNull(subscriberMarks.followUpOn)))
      .for('update');
    if (!before) return null;
    await tx
      .update(subscriberMarks)
      .set({ followUpOn: null, changedAt: ctx.now })
      .where(eq(subscriberMarks.accountId, accountId));
    await auditOperator(tx, ctx, { subject: accountId, what: 'desk.followed_up' });
    const { tags, followUpOn, staffId } = before;
    return { tags, followUpOn, staffId };
  });
}
