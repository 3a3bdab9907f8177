import { sql } from 'drizzle-orm';
import type { Db } from '@/server/db';
import type { Jobs } from '@/server/platform/job-queue';
import { QUEUE_TASKS } from '@/worker/queue-tasks';
import type { QueryCache } from './query-cache';
import type { Scheduler, Task } from './scheduler';

/** The time in ms after which another worker runs a job whose process was killed. */
const LOCK_EXPIRES_MS = 10 * 60_000;

interface JobsOptions {
  db: Db;
  queryCache: QueryCache;
  scheduler: Scheduler;
  schedule: (instant: Date, name: string, work: () => Promise<void>) => void;
  /** Milliseconds. */
  now: () => number;
}

/** Replaces the job queue of the worker. @returns a function that starts a task for every waiting job */
export function createJobs({ db, queryCache, scheduler, schedule, now }: JobsOptions): () => Promise<void> {
  const listJobs = queryCache.cache(
    () => listWaitingJobs(db),
    () => true,
  );
  const jobs = new Map<string, { task: Task; freeAt: number }>();
  return async () => {
    for (const [id, { task, freeAt }] of jobs) {
      if ((task.ended || task.killed) && now() >= freeAt) jobs.delete(id);
    }
    for (const job of await listJobs()) {
      if (jobs.has(job.id)) continue;
      const held = { task: null as unknown as Task, freeAt: now() + LOCK_EXPIRES_MS };
      held.task = scheduler.spawn(`job ${job.name}`, async () => {
        held.freeAt = (await runJob(db, job)) ? now() : now() + 1000 * 2 ** job.attempts;
        schedule(new Date(held.freeAt), 'job retry', () => Promise.resolve());
      });
      jobs.set(job.id, held);
      schedule(new Date(held.freeAt), 'expired job lock', () => Promise.resolve());
    }
  };
}

interface WaitingJob {
  id: string;
  name: string;
  payload: unknown;
  attempts: number;
}

async function listWaitingJobs(db: Db): Promise<WaitingJob[]> {
  const rows = await db.execute<{ id: string; name: string; payload: unknown; attempts: number }>(sql`
    select j.id::text, t.identifier as name, j.payload, j.attempts from graphile_worker._private_jobs j
    join graphile_worker._private_tasks t on t.id = j.task_id where j.attempts < j.max_attempts order by j.id`);
  return [...rows];
}

/**
 * Splits a job that sends several messages into one payload per message. The worker would send these messages
 * at the same time, in an order that the seed does not determine.
 */
function splitPayload({ name, payload }: WaitingJob): unknown[] {
  if (name !== 'deliver_set') return [payload];
  const { messageIds, ...rest } = payload as Jobs['deliver_set'];
  return messageIds.map((id) => ({ ...rest, messageIds: [id] }));
}

/** Runs a job of the queue. @returns false when the job must be retried */
async function runJob(db: Db, job: WaitingJob): Promise<boolean> {
  const work = QUEUE_TASKS[job.name] as ((payload: unknown, helpers: never) => Promise<unknown>) | undefined;
  if (!work) throw new Error(`no task is named ${job.name}`);
  let failed = false;
  try {
    for (const part of splitPayload(job)) await work(part, undefined as never);
  } catch {
    failed = true;
  }
  await db.transaction(async (tx) => {
    await tx.execute(
      failed
        ? sql`update graphile_worker._private_jobs set attempts = attempts + 1 where id = ${job.id}::bigint`
        : sql`delete from graphile_worker._private_jobs where id = ${job.id}::bigint`,
    );
  });
  return !failed;
}
