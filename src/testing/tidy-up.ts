import { expectInvariants } from './invariants';
import { runJobs } from './jobs';
import { healOutside } from './outside';
import { forgetEverybody } from './subscribers';
import type { World } from './world';

/**
 * What most files do after each test: mends what was spoiled outside, lets everything come to rest, looks whether every
 * promise holds, and leaves nobody behind, at the moment at which the world was opened.
 */
export async function tidyUp(world: World): Promise<void> {
  await healOutside(world);
  await world.sandbox.settled();
  await runJobs();
  await expectInvariants(world);
  await forgetEverybody(world);
  await world.setNow(world.openedAt);
}
