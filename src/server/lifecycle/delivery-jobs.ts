import { and, asc, eq, isNull, lte, or, sql } from 'drizzle-orm';
import { systemNow } from '../platform/clock';
import type { Ctx } from '../platform/context';
import { ask } from '../db/ask';
import { transaction, type Tx } from '../db';
import { messages } from '../db/schema';
import { addJobs } from '../platform/job-queue';

/** A job that has not sent its message by then is taken for lost. */
const JOB_MS = 10 * 60_000;
/** The most messages that one job carries. */
const SET_MAX = 100;

/** Until when a job made now counts as carrying its message. */
export function jobEnd(): Date {
  return new Date(systemNow().getTime() + JOB_MS);
}

/**
 * Has the worker send messages that are due. Each that a subscriber asked for has a job of its own; the others go in
 * sets, which have worker slots of their own.
 */
export async function addDeliveries(
  tx: Tx,
  now: Date,
  due: readonly { id: string; asked: boolean }[],
): Promise<void> {
  const dueAt = now.toISOString();
  const asked = due.filter(({ asked }) => asked);
  await addJobs(
    tx,
    'deliver_message',
    asked.map(({ id }) => ({ payload: { messageId: id, dueAt }, key: `deliver:${id}` })),
  );
  const ids = due.filter(({ asked }) => !asked).map(({ id }) => id);
  const sets = Array.from({ length: Math.ceil(ids.length / SET_MAX) }, (_, at) =>
    ids.slice(at * SET_MAX, (at + 1) * SET_MAX),
  );
  await addJobs(
    tx,
    'deliver_set',
    sets.map((messageIds) => ({ payload: { messageIds, dueAt }, key: `deliver:${messageIds[0]}` })),
  );
}

/** Whether no other worker is sending a message, as a condition on `messages`. */
export function isFree() {
  return or(isNull(messages.leaseUntil), lte(messages.leaseUntil, systemNow()));
}

/** Messages that are due and that no job carries. */
export async function listDueMessages({ db, now }: Ctx, limit: number): Promise<{ id: string }[]> {
  const isCarriedByNobody = or(isNull(messages.jobUntil), lte(messages.jobUntil, systemNow()));
  return db
    .select({ id: messages.id })
    .from(messages)
    .where(and(eq(messages.status, 'queued'), lte(messages.notBefore, now), isCarriedByNobody, isFree()))
    .orderBy(asc(messages.notBefore), asc(messages.id))
    .limit(limit);
}

/** The next moment at which a message is due, or may be carried again because its job has died; null when none waits. */
export async function nextMessageAt({ db }: Ctx, after: Date): Promise<Date | null> {
  const at = sql`greatest(${messages.notBefore}, ${messages.jobUntil}, ${messages.leaseUntil})`;
  const [row] = await db
    .select({ at: sql<string | null>`min(${at})` })
    .from(messages)
    .where(and(eq(messages.status, 'queued'), sql`${at} > ${after.toISOString()}`));
  return row?.at ? new Date(row.at) : null;
}

const HAND_OVER = `with carried_by_nobody as (
    select id from messages
    where id in (select jsonb_array_elements_text($1::jsonb)) and status = 'queued'
      and (job_until is null or job_until <= $2::timestamptz)
    order by id for update skip locked)
  update messages m set job_until = $3::timestamptz from carried_by_nobody c where c.id = m.id
  returning m.id, m.asked`;

/** Adds the jobs of due messages, except of those that another run has just handed over or holds. */
export async function enqueueMessages({ db, now }: Ctx, ids: readonly string[]): Promise<void> {
  await transaction(db, async (tx) => {
    const params = [JSON.stringify(ids), systemNow().toISOString(), jobEnd().toISOString()];
    const handed = await ask<{ id: string; asked: boolean }>(tx, HAND_OVER, params);
    await addDeliveries(tx, now, handed);
  });
}
