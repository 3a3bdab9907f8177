import { sql } from 'drizzle-orm';
import type { Tx } from './db/client';

/** What is done now, by the worker: each name has one task in worker/tasks.ts. */
export interface Jobs {
  /** `dueAt`: ISO instant at which it fell due; a run as of a later day is ahead of the clock. */
  deliver_message: { messageId: string; dueAt: string };
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
  send_password_reset: 12,
  settle_event: 12,
  send_refund: 12,
  delete_customer: 125,
  delete_card: 125,
};

/**
 * Puts a job in the queue inside the caller's transaction: rolled back with it, never lost after it. The same key
 * while a job still waits replaces that job.
 * @param afterSeconds how long it waits before anybody may do it.
 * @param priority of the jobs that could run now the lowest number goes first.
 */
export async function addJob<N extends keyof Jobs>(
  tx: Tx,
  name: N,
  payload: Jobs[N],
  key: string,
  { afterSeconds = 0, priority = 0 }: { afterSeconds?: number; priority?: number } = {},
): Promise<void> {
  await tx.execute(
    sql`select graphile_worker.add_job(${name}, payload => ${JSON.stringify(payload)}::json, job_key => ${key}, max_attempts => ${TRIES[name]}::int, priority => ${priority}::int, run_at => now() + make_interval(secs => ${afterSeconds}))`,
  );
}

/** Removes a job that has nothing left to do, with tries left or without; one that is running ends first. */
export async function removeJob(tx: Tx, key: string): Promise<void> {
  await tx.execute(sql`select graphile_worker.remove_job(${key})`);
}
