import { sql } from 'drizzle-orm';
import type { Tx } from '../db';

/** The jobs of the queue; each has a task in worker/queue-tasks.ts. Scheduled jobs are in jobs/scheduled-jobs.ts. */
export interface Jobs {
  /**
   * Sends a message. `dueAt`: ISO instant at which it was due; in the future if billing runs as of a later
   * day.
   */
  deliver_message: { messageId: string; dueAt: string };
  /** Sends messages that no subscriber is waiting for at the screen. */
  deliver_set: { messageIds: string[]; dueAt: string };
  /**
   * Sends a password reset. `accountId`: null for an unknown e-mail, so that both requests take the same
   * time.
   */
  send_password_reset: { accountId: string | null; isKnown?: boolean };
  settle_event: { provider: string; eventId: string };
  send_refund: { refundId: string };
  delete_customer: { customerId: string };
  /** Deletes a card at the gateway that no account uses any more. */
  delete_card: { customerId: string; omiseCardId: string };
}

/**
 * Number of tries per job: 12 take about 16 hours; 125 take about a month, for jobs that no scheduled job
 * repeats.
 */
const TRIES: Record<keyof Jobs, number> = {
  deliver_message: 12,
  deliver_set: 12,
  send_password_reset: 12,
  settle_event: 12,
  send_refund: 12,
  delete_customer: 125,
  delete_card: 125,
};

export interface Job<N extends keyof Jobs> {
  payload: Jobs[N];
  /** A new job replaces a waiting job with the same key. */
  key: string;
}

interface JobOptions {
  /** Seconds before the worker may run the job. */
  afterSeconds?: number;
}

/** Queues a job in the caller's transaction: the job exists only if that transaction commits. */
export function addJob<N extends keyof Jobs>(
  tx: Tx,
  name: N,
  payload: Jobs[N],
  key: string,
  options?: JobOptions,
): Promise<void> {
  return addJobs(tx, name, [{ payload, key }], options);
}

/** Queues jobs of the same name in one statement, as `addJob` does. Two jobs must not have the same key. */
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

/** Removes the job with this key, also if it has no tries left. A job that is running is not interrupted. */
export async function removeJob(tx: Tx, key: string): Promise<void> {
  await tx.execute(sql`select graphile_worker.remove_job(${key})`);
}
