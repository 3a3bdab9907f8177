import type { Day } from '../../../src/domain/day';
import { createDueSubscribers } from '../../../src/testing/crashes/recovery';
import { catchUpParcels } from '../../../src/testing/parcels';
import { clearFaults } from '../../../src/testing/providers';
import { spawnProgram, type Spawned } from '../../../src/testing/spawning';
import type { World } from '../../../src/testing/world';
import { bundleOf, ensureBundles } from '../../start/bundle.mjs';
import { ensurePages } from '../../start/pages.mjs';
import { root } from '../../start/terminal.mjs';
import { openWorldOn } from '../killable-server';

/** The time limit for the start of a process on a busy machine. */
const START_LIMIT_MS = 300_000;

export type Program = 'web' | 'worker';

/** Builds what the processes of a shop run, and opens a world on a server. */
export async function openShopWorld(...given: Parameters<typeof openWorldOn>): Promise<World> {
  await ensureBundles(root);
  await ensurePages(root, new AbortController().signal);
  return openWorldOn(...given);
}

/**
 * Creates subscribers whose orders are due, at a gateway that sends webhooks. The clock was moved without a worker, and the
 * hourly check would call their parcels late, so the parcels are read.
 */
export async function createSubscribersOfShop(world: World, count: number): Promise<Day> {
  const day = await createDueSubscribers(world, count);
  await clearFaults(world);
  await catchUpParcels(world);
  return day;
}

/**
 * Starts a process of the production build on the world that is open, and waits until it serves.
 * @param through the command that runs it; default: none
 */
export async function startProgram(
  program: Program,
  settings: Record<string, string>,
  through: readonly string[] = [],
): Promise<Spawned> {
  const spawned = spawnProgram(
    bundleOf(root, program),
    {
      ...(process.env as Record<string, string>),
      NODE_ENV: 'production',
      LOG_LEVEL: 'info',
      WORKER: 'off',
      HOST: '127.0.0.1',
      ...settings,
    },
    through,
  );
  await spawned.hear(`${program}.started`, START_LIMIT_MS);
  return spawned;
}
