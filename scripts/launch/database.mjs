// @ts-check
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { clusterDir, endLeftover, startPostgres } from '../postgres.mjs';
import { bundleOf } from './bundle.mjs';
import { sayWhile } from './progress.mjs';
import { leashed, runTool, say } from './terminal.mjs';
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

/** Exists while a database on an external server is being seeded for the first time.
 * @param {string} dataDir @param {string} externalUrl */
const seedingFile = (dataDir, externalUrl) => join(dataDir, `seeding-${nameOf(externalUrl)}`);

/** Whether a run began to seed this database and was killed before the end.
 * @param {string} dataDir @param {string | undefined} externalUrl */
export const isHalfSeeded = (dataDir, externalUrl) =>
  externalUrl !== undefined && existsSync(seedingFile(dataDir, externalUrl));

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

/**
 * @param {Place} place
 * @param {{ empty?: boolean, again?: boolean, isOurs?: boolean, externalUrl?: string | undefined }} options `empty`: whatever it holds;
 *   `again`: if it holds nothing but what a killed run has begun to seed; `isOurs`: no other process uses it
 * @returns {Promise<{ fresh: boolean, emptied: boolean }>} `fresh`: whether it held nothing of ours
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
    // Leashed: were we killed, the next start must not meet them still at work.
    args: [...leashed, ...bundleOf(root, 'migrate'), ...args],
    cwd: root,
    env,
    signal,
  });
  return JSON.parse(printed.trim().split('\n').at(-1) ?? '{}');
}

/** @param {Place} place @param {string | undefined} externalUrl */
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
