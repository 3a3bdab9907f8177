import { sql } from 'drizzle-orm';
import type { Tx } from '../db';

/** What is done now, by the worker: each name has one task in worker/tasks.ts. */
export interface Jobs {
  /** `dueAt`: ISO instant at which it fell due; a run as of a later day is ahead of the clock. */
  deliver_message: { messageId: string; dueAt: string };
  /** Messages that no subscriber waits for. */
  deliver_set: { messageIds: string[]; dueAt: string };
  /** `accountId` is null where nobody has the e-mail that was given: asking takes the same. */
  send_password_reset: { accountId: string | null; isKnown?: boolean };
  settle_event: { provider: string; eventId: string };
  send_refund: { refundId: string };
  delete_customer: { customerId: string };
  /** A card that nothing here stands for any more. */
  delete_card: { customerId: string; omiseCardId: string };
}

/** Retries per job: 12 tries take about 16 hours; 125 take about a month, for jobs nothing else would repeat. */
const TRIES: Record<keyof Jobs, number> = {
  deliver_message: 12,
  deliver_set: 12,
  send_password_reset: 12,
  settle_event: 12,
  send_refund: 12,
  delete_customer: 125,
  delete_card: 125,
};

/** A job to be queued. */
export interface Job<N extends keyof Jobs> {
  payload: Jobs[N];
  /** The same key while a job still waits replaces that job. */
  key: string;
}

interface JobOptions {
  /** How long it waits before the worker may do it. */
  afterSeconds?: number;
}

/** Puts a job in the queue inside the caller's transaction: rolled back with it, never lost after it. */
export function addJob<N extends keyof Jobs>(
  tx: Tx,
  name: N,
  payload: Jobs[N],
  key: string,
  options?: JobOptions,
): Promise<void> {
  return addJobs(tx, name, [{ payload, key }], options);
}

/** Puts jobs of one name in the queue in one statement, as `addJob` does; no two of them have the same key. */
export async function addJobs<N extends keyof Jobs>(
  tx: Tx,
  name: N,
  jobs: readonly Job<N>[],
  { afterSeconds = 0 }: JobOptions = {},
): Promise<void> {
  if (jobs.length === 0) return;
  await tx.execute(sql`select count(*) from graphile_worker.add_jobs(array(
    select (${name}::text, j.payload, null, now() + make_interval(secs => ${afterSeconds}), ${TRIES[name]}::int, j.key,
      null, null)::graphile_worker.job_spec
    from json_to_recordset(${JSON.stringify(jobs)}::json) as j(payload json, key text)))`);
}

/** Removes a job that has nothing left to do, with tries left or without; one that is running ends first. */
export async function removeJob(tx: Tx, key: string): Promise<void> {
  await tx.execute(sql`select graphile_worker.remove_job(${key})`);
}
