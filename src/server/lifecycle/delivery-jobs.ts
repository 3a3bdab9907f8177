import { and, asc, eq, isNull, lte, or, sql } from 'drizzle-orm';
import { z } from 'zod';
import { systemNow } from '../platform/clock';
import type { Ctx } from '../platform/context';
import { queryRows } from '../db/query-rows';
import { transaction, type Tx } from '../db';
import { messages } from '../db/schema';
import { typedSql } from '../db/query-rows';
import { addJobs } from '../platform/job-queue';

/** How long a job may take to send its message. After this time the message can get a new job. */
const JOB_MS = 10 * 60_000;
/** The maximum number of messages in one job. */
const SET_MAX = 100;

/** Returns the instant until which a job that is added now may send its message. */
export function jobEnd(): Date {
  return new Date(systemNow().getTime() + JOB_MS);
}

/**
 * Adds jobs that send due messages. A message that a subscriber requested gets its own job. Other messages
 * are sent in sets, which use other worker slots.
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

/** Returns the SQL condition that no process is sending the message. */
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

/**
 * Returns the first instant after `after` at which a queued message becomes due, or at which a new job may deliver
 * it because its earlier job has not; null if there is none.
 */
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

/**
 * Adds jobs for due messages. Skips messages that have a job, and rows that another transaction has locked.
 */
export async function enqueueMessages({ db, now }: Ctx, ids: readonly string[]): Promise<void> {
  await transaction(db, async (tx) => {
    const params = [JSON.stringify(ids), systemNow().toISOString(), jobEnd().toISOString()];
    const handed = await queryRows(tx, handedRow, { text: HAND_OVER, params });
    await addDeliveries(tx, now, handed);
  });
}
