import { and, asc, eq, isNull, lte, or, sql } from 'drizzle-orm';
import { z } from 'zod';
import { systemNow } from '../platform/clock';
import type { Ctx } from '../platform/context';
import { queryRows } from '../db/query-rows';
import { transaction, type Tx } from '../db';
import { messages } from '../db/schema';
import { typedSql } from '../db/query-rows';
import { addJobs } from '../platform/job-queue';

/** A job that has not sent its message after this time counts as lost. */
const JOB_MS = 10 * 60_000;
/** The most messages of one job. */
const SET_MAX = 100;

/** Returns when a job that is added now counts as lost. */
export function jobEnd(): Date {
  return new Date(systemNow().getTime() + JOB_MS);
}

/**
 * Adds jobs that send due messages. A message requested by a subscriber has its own job; the others are sent in sets,
 * which have their own worker slots.
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

/** Returns a condition on `messages`: no worker is sending the message. */
export function isFree() {
  return or(isNull(messages.leaseUntil), lte(messages.leaseUntil, systemNow()));
}

/** Lists due messages without a job. */
export async function listDueMessages({ db, now }: Ctx, limit: number): Promise<{ id: string }[]> {
  const hasNoJob = or(isNull(messages.jobUntil), lte(messages.jobUntil, systemNow()));
  return db
    .select({ id: messages.id })
    .from(messages)
    .where(and(eq(messages.status, 'queued'), lte(messages.notBefore, now), hasNoJob, isFree()))
    .orderBy(asc(messages.notBefore), asc(messages.id))
    .limit(limit);
}

/** Returns when the next message is due or its lost job may be replaced; null when no message waits. */
export async function nextMessageAt({ db }: Ctx, after: Date): Promise<Date | null> {
  const at = sql`greatest(${messages.notBefore}, ${messages.jobUntil}, ${messages.leaseUntil})`;
  const [row] = await db
    .select({ at: typedSql(z.string().nullable(), sql`min(${at})`) })
    .from(messages)
    .where(and(eq(messages.status, 'queued'), sql`${at} > ${after.toISOString()}`));
  return row?.at ? new Date(row.at) : null;
}

const HAND_OVER = `with without_job as (
    select id from messages
    where id in (select jsonb_array_elements_text($1::jsonb)) and status = 'queued'
      and (job_until is null or job_until <= $2::timestamptz)
    order by id for update skip locked)
  update messages m set job_until = $3::timestamptz from without_job c where c.id = m.id
  returning m.id, m.asked`;

const handedRow = z.object({ id: z.string(), asked: z.boolean() });

/** Adds jobs for due messages, except for messages that have a job or are locked. */
export async function enqueueMessages({ db, now }: Ctx, ids: readonly string[]): Promise<void> {
  await transaction(db, async (tx) => {
    const params = [JSON.stringify(ids), systemNow().toISOString(), jobEnd().toISOString()];
    const handed = await queryRows(tx, handedRow, { text: HAND_OVER, params });
    await addDeliveries(tx, now, handed);
  });
}
