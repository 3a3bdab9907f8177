// @ts-check
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { acquireLock } from './lock.mjs';
import { sayWhile } from './progress.mjs';
import { Refusal, runTool, say } from './terminal.mjs';
import { writableDir } from './writing.mjs';

/** @typedef {{ withDev: boolean }} Wanted `withDev`: also the packages for tests, checks and development */

/**
 * Whether all wanted packages of the lockfile are installed in the same version, according to npm's record.
 * Optional packages may be missing. npm writes its record last, so an interrupted installation is detected.
 * @param {string} lockfile contents of package-lock.json
 * @param {string} record contents of node_modules/.package-lock.json
 * @param {Wanted} wanted
 */
export function agrees(lockfile, record, { withDev }) {
  /** @typedef {{ version?: string, dev?: boolean, optional?: boolean, extraneous?: boolean }} Entry */
  const wanted = /** @type {Record<string, Entry>} */ (JSON.parse(lockfile).packages ?? {});
  const present = /** @type {Record<string, Entry>} */ (JSON.parse(record).packages ?? {});
  const missing = Object.entries(wanted).some(([path, { version, dev, optional, extraneous }]) => {
    const entry = present[path];
    if (path === '' || (dev && !withDev)) return false;
    return entry === undefined ? !optional && !extraneous : entry.version !== version;
  });
  return !missing && Object.keys(present).every((path) => path in wanted);
}

/** @param {string} root */
const readLockfile = (root) => readFileSync(join(root, 'package-lock.json'), 'utf8');

/** Returns npm's record of the installed packages, or '{}' if nothing is installed. @param {string} root */
function readRecord(root) {
  const path = join(root, 'node_modules/.package-lock.json');
  return existsSync(path) ? readFileSync(path, 'utf8') : '{}';
}

/** Whether all wanted packages are installed. @param {string} root @param {Wanted} wanted @returns {boolean} */
export const isInstalled = (root, wanted) => agrees(readLockfile(root), readRecord(root), wanted);

/** Whether the packages for tests, checks and development are installed. @param {string} root */
export function hasDev(root) {
  /** @type {{ packages?: Record<string, { dev?: boolean }> }} */
  const { packages = {} } = JSON.parse(readRecord(root));
  return Object.values(packages).some(({ dev }) => dev);
}

/**
 * Throws a Refusal with the advice `npm ci` if packages are missing. For commands that do not install
 * packages.
 * @param {string} root @param {Wanted} wanted
 */
export function requireInstalled(root, wanted) {
  if (!isInstalled(root, wanted))
    throw new Refusal('The packages are not installed, or not those of this version: run `npm ci` first.');
}

/**
 * Returns the package.json paths of the wanted packages that every machine needs.
 * @param {string} root @param {Wanted} wanted
 */
function pathsOf(root, { withDev }) {
  /** @type {{ packages: Record<string, { dev?: boolean, optional?: boolean, devOptional?: boolean }> }} */
  const { packages } = JSON.parse(readLockfile(root));
  return Object.entries(packages)
    .filter(
      ([path, { dev, optional, devOptional }]) =>
        path !== '' && !optional && !devOptional && (withDev || !dev),
    )
    .map(([path]) => join(root, path, 'package.json'));
}

/**
 * Runs `npm ci` if wanted packages are missing. Keeps development packages that are already installed.
 * @param {string} root @param {Wanted & { signal?: AbortSignal }} options
 */
export async function ensureInstalled(root, { withDev: wantsDev, signal }) {
  const isDone = () => isInstalled(root, { withDev: wantsDev });
  await prepareOnce(root, { what: 'installing', isDone }, async () => {
    say('installing packages (npm ci; half a minute to some minutes)');
    const withDev = wantsDev || hasDev(root);
    const npm = process.env.npm_execpath?.endsWith('npm-cli.js') ? process.env.npm_execpath : undefined;
    const groups = [withDev ? '--include=dev' : '--omit=dev', '--include=optional'];
    // At this log level npm prints a line for every package that it downloads.
    const flags = ['ci', ...groups, '--no-audit', '--no-fund', '--loglevel=http'];
    let downloaded = 0;
    const installing = runTool({
      what: 'npm ci',
      command: npm === undefined ? 'npm' : process.execPath,
      args: npm === undefined ? flags : [npm, ...flags],
      cwd: root,
      signal,
      hint: 'The packages could not be installed: is the npm registry within reach, and does package-lock.json match package.json?',
      onOutput: (text) => (downloaded += text.split('.tgz').length - 1),
    });
    const paths = pathsOf(root, { withDev });
    const unpacked = () => paths.filter((path) => existsSync(path)).length;
    await sayWhile(
      installing,
      (seconds) =>
        `installing packages: ${downloaded} downloaded, ${unpacked()} of ${paths.length} unpacked (${seconds} s)`,
    );
  });
}

/**
 * Runs a step of the preparation unless it is done. Locks the repository: a second process waits until the
 * first process has finished the step.
 * @param {string} root @param {{ what: string, isDone: () => boolean }} step @param {() => Promise<void>} work
 */
export async function prepareOnce(root, { what, isDone }, work) {
  if (isDone()) return;
  const dir = writableDir(
    join(root, '.cache/prepare'),
    'Use the account it belongs to, or a clone of your own.',
  );
  // On standard error: the output of the program that follows may be JSON.
  const onWait = () => process.stderr.write(`another start is ${what}: waiting for it\n`);
  const lock = await acquireLock(dir, { waitMs: Infinity, onWait });
  try {
    if (!isDone()) await work();
  } finally {
    lock.release();
  }
}
