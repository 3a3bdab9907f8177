// @ts-check
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { clusterDir, endLeftover, startPostgres } from './postgres.mjs';
import { bundleOf } from './bundle.mjs';
import { sayWhile } from './progress.mjs';
import { leashed, runTool, say } from './terminal.mjs';
import { writePrivately } from './writing.mjs';

/** @typedef {{ email: string, about: string }} DemoAccount */
/** @typedef {{ database: string, password: string, accounts: DemoAccount[] }} Seeded */
/** @typedef {{ root: string, dataDir: string, env: NodeJS.ProcessEnv, signal: AbortSignal }} Place */

/**
 * Returns a name of the database without its password.
 * @param {string | undefined} url of an external database; undefined: the embedded database
 */
const nameOf = (url) =>
  url === undefined ? 'embedded' : createHash('sha256').update(url).digest('hex').slice(0, 16);

/** @param {string} dataDir */
const seededFile = (dataDir) => join(dataDir, 'seeded.json');

/**
 * Returns the demo accounts of this database, or null if seeding has not finished.
 * @param {string} dataDir @param {string | undefined} externalUrl @returns {Seeded | null}
 */
export function readSeeded(dataDir, externalUrl) {
  try {
    /** @type {Seeded} */
    const seeded = JSON.parse(readFileSync(seededFile(dataDir), 'utf8'));
    return seeded.database === nameOf(externalUrl) ? seeded : null;
  } catch {
    return null;
  }
}

/**
 * Returns the path of a marker file, which exists while an external database is seeded.
 * @param {string} dataDir @param {string} externalUrl
 */
const seedingFile = (dataDir, externalUrl) => join(dataDir, `seeding-${nameOf(externalUrl)}`);

/**
 * Whether seeding this external database began in an earlier run and was interrupted.
 * @param {string} dataDir @param {string | undefined} externalUrl
 */
export const isHalfSeeded = (dataDir, externalUrl) =>
  externalUrl !== undefined && existsSync(seedingFile(dataDir, externalUrl));

/**
 * Deletes the files of the sandbox and of seeding. Keeps all other files of the directory.
 * @param {string} dataDir
 */
export function emptyDataDir(dataDir) {
  rmSync(seededFile(dataDir), { force: true });
  for (const name of existsSync(dataDir) ? readdirSync(dataDir) : []) {
    if (/^(sandbox|files)([.-].*)?$/.test(name))
      rmSync(join(dataDir, name), { recursive: true, force: true });
  }
}

/**
 * Starts the embedded PostgreSQL server. Deletes and recreates a cluster whose seeding was interrupted.
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

/**
 * Migrates the database to the current schema.
 * @param {Place} place
 * @param {{ empty?: boolean, again?: boolean, isOurs?: boolean, externalUrl?: string | undefined }} options
 *   `empty`: deletes all data first; `again`: deletes it first only if it comes from an interrupted seeding;
 *   `isOurs`: no other process uses the database
 * @returns {Promise<{ fresh: boolean, emptied: boolean }>} `fresh`: the database had no tables of the product before
 */
export async function migrateDatabase({ root, dataDir, env, signal }, options) {
  const { empty = false, again = false, isOurs = false, externalUrl } = options;
  const args = [
    ...(empty ? ['--empty'] : []),
    ...(again ? ['--again'] : []),
    ...(isOurs ? ['--release-jobs'] : []),
    ...(isOurs && externalUrl !== undefined ? ['--mark', seedingFile(dataDir, externalUrl)] : []),
  ];
  const printed = await runTool({
    what: 'The migration of the database',
    refusalCode: 2,
    command: process.execPath,
    // The migration exits with this process, so that it cannot still run at the next start.
    args: [...leashed, ...bundleOf(root, 'migrate'), ...args],
    cwd: root,
    env,
    signal,
  });
  return JSON.parse(printed.trim().split('\n').at(-1) ?? '{}');
}

/**
 * Creates the demo accounts and stores their list in the data directory.
 * @param {Place} place @param {string | undefined} externalUrl
 */
export async function seedDatabase({ root, dataDir, env, signal }, externalUrl) {
  const out = join(dataDir, 'seed-result.json');
  const args = [...leashed, ...bundleOf(root, 'seed'), '--out', out];
  const seeding = runTool({
    what: 'Seeding the demo accounts',
    command: process.execPath,
    args,
    cwd: root,
    env,
    signal,
  });
  await sayWhile(seeding, (seconds) => `seeding the demo accounts (${seconds} s)`);
  /** @type {Seeded} */
  const seeded = {
    database: nameOf(externalUrl),
    password: env.DEMO_PASSWORD ?? '',
    accounts: JSON.parse(readFileSync(out, 'utf8')),
  };
  rmSync(out);
  writePrivately(seededFile(dataDir), seeded);
  if (externalUrl !== undefined) rmSync(seedingFile(dataDir, externalUrl), { force: true });
  return seeded;
}
