import { afterAll, afterEach, beforeAll } from 'vitest';
import { expectInvariants } from './invariants';
import { runJobs } from './jobs';
import { healOutside, setGateway } from './outside';
import { forgetEverybody, goTo } from './subscribers';
import { openWorld, type World } from './world';

const DAY = '2026-11-20';
const TIME = '10:00';

/**
 * Opens a world for the tests of a file about money. After each test all work is finished, the invariants and the
 * gateway's records are checked, all accounts are deleted, and the clock is reset to the same morning.
 */
export function withMoneyWorld(opened: (world: World) => void): void {
  let world: World;
  beforeAll(async () => {
    world = await openWorld(`${DAY}T${TIME}:00+07:00`);
    opened(world);
  });
  afterAll(() => world.close());
  afterEach(async () => {
    await healOutside(world);
    await setGateway(world, { threeDS: 'off' });
    await settleDown(world);
    await expectInvariants(world);
    await forgetEverybody(world);
    await goTo(world, DAY, TIME);
  });
}

/** Waits for all webhooks and runs the jobs that they added. */
export async function settleDown(world: World): Promise<void> {
  await world.sandbox.settled();
  await runJobs();
}
