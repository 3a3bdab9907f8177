import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, inject } from 'vitest';
import { transaction } from '@/server/db';
import { messages } from '@/server/db/schema';
import { expectInvariants } from './invariants';
import { runJobs } from './jobs';
import { healOutside, setGateway } from './outside';
import { forgetEverybody } from './subscribers';
import { openWorld, type World } from './world';

const START = '2026-11-20T10:00:00+07:00';

export interface WorldOptions {
  /** The time at which the world opens, in ISO 8601. */
  startAt?: string;
  /** Settings that differ from those of other tests. */
  settings?: Record<string, string>;
  /**
   * What happens after each test. `empty`: all accounts are deleted and the clock is reset. `check`: before that, all
   * work except messages is finished, and the invariants and the gateway's records are checked.
   */
  cleanup?: 'empty' | 'check';
}

/** Opens a world for the tests of a file or a `describe`, and closes it after them. Its properties exist from `beforeAll` on. */
export function withWorld({ startAt = START, settings, cleanup }: WorldOptions = {}): World {
  const world = {} as World;
  beforeAll(async () => {
    Object.assign(world, await openWorld(startAt, settings));
  });
  afterAll(() => world.close());
  if (cleanup !== undefined)
    afterEach(async () => {
      await healOutside(world);
      await setGateway(world, { threeDS: 'off' });
      if (cleanup === 'check') {
        // To render and send what a test leaves queued takes longer than most tests.
        if (!inject('isDeep')) await dropQueuedMessages(world);
        await settleDown(world);
        await expectInvariants(world);
      }
      await forgetEverybody(world);
      await world.setNow(world.openedAt);
    });
  return world;
}

/** Drops all queued messages without sending them. */
export async function dropQueuedMessages(world: World): Promise<void> {
  await transaction(world.db, (tx) =>
    tx.update(messages).set({ status: 'dropped' }).where(eq(messages.status, 'queued')),
  );
}

/** Waits for all webhooks and runs the jobs that they added. */
export async function settleDown(world: World): Promise<void> {
  await world.sandbox.settled();
  await runJobs();
}
