import postgres from 'postgres';
import { migrate } from '../../../src/server/db/migrate';
import { REGISTERED_ON } from '../../../src/testing/crashes/recovery';
import { spawnProgram, type Spawned } from '../../../src/testing/spawning';
import { openWorld, type World } from '../../../src/testing/world';
import { bundleOf, ensureBundles } from '../../start/bundle.mjs';
import { ensurePages } from '../../start/pages.mjs';
import { root } from '../../start/terminal.mjs';

/** The time limit for the start of a process on a busy machine. */
const START_LIMIT_MS = 300_000;

export type Program = 'web' | 'worker';

/** Builds what the processes of a shop run, creates and migrates its database on a server, and opens a world on it. */
export async function openShopWorld(
  server: { url: (name: string) => string },
  settings: Record<string, string> = {},
): Promise<World> {
  await ensureBundles(root);
  await ensurePages(root, new AbortController().signal);
  const admin = postgres(server.url('postgres'), { max: 1 });
  await admin`create database ira`;
  await admin.end();
  const url = server.url('ira');
  await migrate(url);
  return openWorld(`${REGISTERED_ON}T10:00:00+07:00`, settings, { url, drop: () => Promise.resolve() });
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
