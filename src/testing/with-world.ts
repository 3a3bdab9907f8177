import { eq, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, inject } from 'vitest';
import { transaction } from '@/server/db';
import { messages } from '@/server/db/schema';
import { expectInvariants } from './invariants';
import { runJobs } from './jobs';
import { clearFaults, setGateway } from './providers';
import { forgetEverybody } from './forget-everybody';
import { openWorld, type World } from './world';

const START = '2026-11-20T10:00:00+07:00';

export interface WorldOptions {
  /** The time in ISO 8601 to which the clock is set at the start. */
  startAt?: string;
  /** Settings for this world that replace the defaults of the tests. */
  settings?: Record<string, string>;
  /**
   * The work after each test. `empty`: deletes all accounts and resets the clock. `check`: before that,
   * finishes all work except messages and checks the invariants and the gateway's records.
   */
  cleanup?: 'empty' | 'check';
}

/**
 * Opens a world for the tests of a file or a `describe`, and closes it afterwards. Its properties exist from
 * `beforeAll` on.
 */
export function withWorld({ startAt = START, settings, cleanup }: WorldOptions = {}): World {
  const world = {} as World;
  beforeAll(async () => {
    Object.assign(world, await openWorld(startAt, settings));
  });
  afterAll(() => world.close());
  if (cleanup !== undefined)
    afterEach(async () => {
      await clearFaults(world);
      await setGateway(world, { threeDS: 'off' });
      if (cleanup === 'check') {
        await settleQuietly(world);
        await expectInvariants(world);
      }
      await forgetEverybody(world);
      await world.setNow(world.openedAt);
    });
  return world;
}

/** Sets all queued messages to `dropped`, and deletes their jobs. They are never sent. */
export async function dropQueuedMessages(world: World): Promise<void> {
  await transaction(world.db, async (tx) => {
    await tx.update(messages).set({ status: 'dropped' }).where(eq(messages.status, 'queued'));
    await tx.execute(sql`delete from graphile_worker._private_jobs where task_id in
      (select id from graphile_worker._private_tasks where identifier in ('deliver_message', 'deliver_set'))`);
  });
}

/**
 * As `settleDown`, without the queued messages, because rendering and sending them takes longer than most tests. The deep
 * tests send them.
 */
export async function settleQuietly(world: World): Promise<void> {
  if (!inject('isDeep')) await dropQueuedMessages(world);
  await settleDown(world);
}

/** Waits until all webhooks are delivered, then runs the jobs that they added. */
export async function settleDown(world: World): Promise<void> {
  await world.sandbox.settled();
  await runJobs();
}
