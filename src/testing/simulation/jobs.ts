import { sql } from 'drizzle-orm';
import type { Db } from '@/server/db';
import type { Jobs } from '@/server/platform/job-queue';
import { QUEUE_TASKS } from '@/worker/queue-tasks';
import type { Changes } from './changes';
import type { Scheduler, Task } from './scheduler';

/** A job that a killed process had taken is given to another one after so long. */
const JOB_LOST_MS = 10 * 60_000;

interface JobsOptions {
  db: Db;
  changes: Changes;
  scheduler: Scheduler;
  at: (instant: Date, name: string, work: () => Promise<void>) => void;
  /** Milliseconds. */
  now: () => number;
}

/** Plays the worker's job queue. @returns a function that begins every waiting job as a task of its own */
export function createJobs({ db, changes, scheduler, at, now }: JobsOptions): () => Promise<void> {
  const listJobs = changes.remember(
    () => waitingJobs(db),
    () => true,
  );
  const jobs = new Map<string, { task: Task; freeAt: number }>();
  return async () => {
    for (const [id, { task, freeAt }] of jobs) {
      if ((task.ended || task.killed) && now() >= freeAt) jobs.delete(id);
    }
    for (const job of await listJobs()) {
      if (jobs.has(job.id)) continue;
      const held = { task: null as unknown as Task, freeAt: now() + JOB_LOST_MS };
      held.task = scheduler.spawn(`job ${job.name}`, async () => {
        held.freeAt = (await doJob(db, job)) ? now() : now() + 1000 * 2 ** job.attempts;
        at(new Date(held.freeAt), 'another try', () => Promise.resolve());
      });
      jobs.set(job.id, held);
      at(new Date(held.freeAt), 'a look for lost jobs', () => Promise.resolve());
    }
  };
}

interface WaitingJob {
  id: string;
  name: string;
  payload: unknown;
  attempts: number;
}

async function waitingJobs(db: Db): Promise<WaitingJob[]> {
  const rows = await db.execute<{ id: string; name: string; payload: unknown; attempts: number }>(sql`
    select j.id::text, t.identifier as name, j.payload, j.attempts from graphile_worker._private_jobs j
    join graphile_worker._private_tasks t on t.id = j.task_id where j.attempts < j.max_attempts order by j.id`);
  return [...rows];
}

/**
 * A set of messages is delivered one by one: its sends go side by side over SMTP, which has no gates.
 */
function partsOf({ name, payload }: WaitingJob): unknown[] {
  if (name !== 'deliver_set') return [payload];
  const { messageIds, ...rest } = payload as Jobs['deliver_set'];
  return messageIds.map((id) => ({ ...rest, messageIds: [id] }));
}

/** @returns false when it has to be tried again. */
async function doJob(db: Db, job: WaitingJob): Promise<boolean> {
  const work = QUEUE_TASKS[job.name] as ((payload: unknown, helpers: never) => Promise<unknown>) | undefined;
  if (!work) throw new Error(`no task is named ${job.name}`);
  let failed = false;
  try {
    for (const part of partsOf(job)) await work(part, undefined as never);
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
