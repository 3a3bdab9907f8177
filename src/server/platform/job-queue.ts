import { sql } from 'drizzle-orm';
import type { ProductCode } from '@/domain/product';
import type { Tx } from '../db';
import { traceId } from './trace';

/** The payloads of the jobs in the queue. worker/queue-tasks.ts runs them. Scheduled jobs are not in this queue. */
export interface Jobs {
  /** Sends a message. `dueAt`: ISO instant at which it was due, in the future if billing runs as of a later day. */
  deliver_message: { messageId: string; dueAt: string };
  /** Sends several messages that no subscriber has just requested. */
  deliver_set: { messageIds: string[]; dueAt: string };
  /** Sends a password reset. `accountId` is null for an unknown e-mail, so that each request takes equally long. */
  send_password_reset: { accountId: string | null; isKnown?: boolean };
  send_staff_link: { staffId: string | null };
  settle_event: { provider: string; eventId: string };
  send_refund: { refundId: string };
  /** Takes the rich menu of an account from a LINE user who is not linked any more. */
  unlink_line_menu: { subject: string };
  delete_customer: { customerId: string };
  /** Deletes a card at the gateway unless it is a saved card. */
  delete_card: { customerId: string; omiseCardId: string };
  /** Deletes the link of a bank account at the gateway. */
  delete_link: { linkedAccountId: string };
  rehearse_prices: { changeId: string };
  /** Queues the messages of a text for a group. */
  queue_broadcast: { broadcastId: string };
  move_in: { importId: string };
  change_bulk: { bulkId: string };
  /** Queues the messages about a substitute for the orders after one. */
  offer_substitute: { from: ProductCode; to: ProductCode; after: string };
}

/** The number of tries per job. 12 tries take about 16 hours. 125 tries take about a month. */
const TRIES: Record<keyof Jobs, number> = {
  deliver_message: 12,
  deliver_set: 12,
  send_password_reset: 12,
  send_staff_link: 12,
  settle_event: 12,
  send_refund: 12,
  unlink_line_menu: 12,
  delete_customer: 125,
  delete_card: 125,
  delete_link: 125,
  rehearse_prices: 12,
  queue_broadcast: 12,
  move_in: 12,
  change_bulk: 12,
  offer_substitute: 12,
};

export interface Job<N extends keyof Jobs> {
  payload: Jobs[N];
  /** The key of the job. A new job replaces a waiting job with the same key. */
  key: string;
}

interface JobOptions {
  /** The delay in seconds before the worker may run the job. */
  afterSeconds?: number;
  /** Whether a person waits for the job, so that it runs before others. */
  isAwaited?: boolean;
}

/** Queues a job in the caller's transaction. The job exists only if the transaction commits. */
export function addJob<N extends keyof Jobs>(
  tx: Tx,
  name: N,
  payload: Jobs[N],
  key: string,
  options?: JobOptions,
): Promise<void> {
  return addJobs(tx, name, [{ payload, key }], options);
}

/** Queues several jobs of the same name, as `addJob` does. They continue the present trace. Two of the jobs must not have the same key. */
export async function addJobs<N extends keyof Jobs>(
  tx: Tx,
  name: N,
  jobs: readonly Job<N>[],
  { afterSeconds = 0, isAwaited = false }: JobOptions = {},
): Promise<void> {
  if (jobs.length === 0) return;
  const trace = traceId();
  const traced = jobs.map(({ payload, key }) => ({ payload: { ...payload, trace }, key }));
  await tx.execute(sql`select count(*) from graphile_worker.add_jobs(array(
    select (${name}::text, j.payload, null, now() + make_interval(secs => ${afterSeconds}), ${TRIES[name]}::int, j.key,
      ${isAwaited ? -1 : 0}::int, null)::graphile_worker.job_spec
    from json_to_recordset(${JSON.stringify(traced)}::json) as j(payload json, key text)))`);
}

/** Removes the job with a key, also a job without remaining tries. Does not interrupt a running job. */
export async function removeJob(tx: Tx, key: string): Promise<void> {
  await tx.execute(sql`select graphile_worker.remove_job(${key})`);
}
