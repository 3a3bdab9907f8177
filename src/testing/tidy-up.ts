import { expectInvariants } from './invariants';
import { runJobs } from './jobs';
import { healOutside } from './outside';
import { forgetEverybody } from './subscribers';
import type { World } from './world';

/**
 * Cleans up after a test, for most files: clears faults of the sandbox, waits until all work is finished, checks
 * every invariant, deletes all accounts, and resets the clock to the world's start.
 */
export async function tidyUp(world: World): Promise<void> {
  await healOutside(world);
  await world.sandbox.settled();
  await runJobs();
  await expectInvariants(world);
  await forgetEverybody(world);
  await world.setNow(world.openedAt);
}
