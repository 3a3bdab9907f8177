// @ts-check
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { clusterDir, endLeftover, startPostgres } from '../postgres.mjs';
import { runTool, say } from './terminal.mjs';
import { writePrivately } from './writing.mjs';

/** @typedef {{ email: string, about: string }} DemoAccount */
/** @typedef {{ database: string, password: string, accounts: DemoAccount[] }} Seeded */
/** @typedef {{ root: string, dataDir: string, env: NodeJS.ProcessEnv, signal: AbortSignal }} Place */

/** @param {string | undefined} url what tells this database from another one, without its password */
const nameOf = (url) =>
  url === undefined ? 'embedded' : createHash('sha256').update(url).digest('hex').slice(0, 16);

/** @param {string} dataDir */
const seededFile = (dataDir) => join(dataDir, 'seeded.json');

/** The demo accounts of this database; null when it was not seeded to the end.
 * @param {string} dataDir @param {string | undefined} externalUrl @returns {Seeded | null} */
export function readSeeded(dataDir, externalUrl) {
  try {
    /** @type {Seeded} */
    const seeded = JSON.parse(readFileSync(seededFile(dataDir), 'utf8'));
    return seeded.database === nameOf(externalUrl) ? seeded : null;
  } catch {
    return null;
  }
}

/** Forgets everything the sandbox and the seeding left, and nothing else that may lie in the directory.
 * @param {string} dataDir */
export function emptyDataDir(dataDir) {
  rmSync(seededFile(dataDir), { force: true });
  for (const name of existsSync(dataDir) ? readdirSync(dataDir) : []) {
    if (/^(sandbox|files)([.-].*)?$/.test(name))
      rmSync(join(dataDir, name), { recursive: true, force: true });
  }
}

/**
 * Starts the embedded server. A cluster that was never seeded to the end is thrown away and made anew.
 * @param {{ dataDir: string, logDir: string, reset: boolean }} wanted
 */
export async function startEmbedded({ dataDir, logDir, reset }) {
  const wanted = join(dataDir, 'postgres');
  const dir = clusterDir(wanted);
  if (dir !== wanted) say(`the database lives in ${dir}: the account it runs as cannot reach ${dataDir}`);
  await endLeftover(dir);
  if (reset || readSeeded(dataDir, undefined) === null) {
    rmSync(dir, { recursive: true, force: true });
    emptyDataDir(dataDir);
  }
  return startPostgres({ dir, log: join(logDir, 'postgres.log') });
}

/** @param {Place} place @param {{ empty: boolean }} options @returns {Promise<boolean>} whether the database was new */
export async function migrateDatabase({ root, env, signal }, { empty }) {
  const args = ['--import', 'tsx', join(root, 'scripts/migrate.ts'), ...(empty ? ['--empty'] : [])];
  const printed = await runTool({
    what: 'The migration of the database',
    command: process.execPath,
    args,
    cwd: root,
    env,
    signal,
  });
  return JSON.parse(printed.trim().split('\n').at(-1) ?? '{}').fresh === true;
}

/** @param {Place} place @param {string | undefined} externalUrl */
export async function seedDatabase({ root, dataDir, env, signal }, externalUrl) {
  const out = join(dataDir, 'seed-result.json');
  const args = ['--import', 'tsx', join(root, 'scripts/seed.ts'), '--out', out];
  await runTool({
    what: 'Seeding the demo accounts',
    command: process.execPath,
    args,
    cwd: root,
    env,
    signal,
  });
  /** @type {Seeded} */
  const seeded = {
    database: nameOf(externalUrl),
    password: env.DEMO_PASSWORD ?? '',
    accounts: JSON.parse(readFileSync(out, 'utf8')),
  };
  rmSync(out);
  writePrivately(seededFile(dataDir), seeded);
  return seeded;
}
