// @ts-check
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { acquireLock } from './lock.mjs';
import { sayWhile } from './progress.mjs';
import { Refusal, runTool, say } from './terminal.mjs';
import { writableDir } from './writing.mjs';

/** What an installation depends on: the lockfile, and the machine whose binaries were chosen.
 * @param {string} lockfile */
export function installStamp(lockfile) {
  return `${createHash('sha256').update(lockfile).digest('hex')} ${process.platform} ${process.arch}`;
}

/**
 * Whether npm's own record of node_modules holds every package of the lockfile in its version; what is optional may be absent.
 * So an `npm install` made by hand counts, and an interrupted one does not (npm writes its record last).
 * @param {string} lockfile @param {string} record
 */
export function agrees(lockfile, record) {
  /** @typedef {{ version?: string, optional?: boolean, extraneous?: boolean }} Entry */
  const wanted = /** @type {Record<string, Entry>} */ (JSON.parse(lockfile).packages ?? {});
  const present = /** @type {Record<string, Entry>} */ (JSON.parse(record).packages ?? {});
  const missing = Object.entries(wanted).some(([path, { version, optional, extraneous }]) => {
    const entry = present[path];
    return path !== '' && (entry === undefined ? !optional && !extraneous : entry.version !== version);
  });
  return !missing && Object.keys(present).every((path) => path in wanted);
}

/** @param {string} root @returns {boolean} */
export function isInstalled(root) {
  const lockfile = readFileSync(join(root, 'package-lock.json'), 'utf8');
  const stampFile = join(root, 'node_modules/.ira-install');
  const stamp = installStamp(lockfile);
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return true;
  const recordFile = join(root, 'node_modules/.package-lock.json');
  if (!existsSync(recordFile) || !agrees(lockfile, readFileSync(recordFile, 'utf8'))) return false;
  writeFileSync(stampFile, stamp);
  return true;
}

/** Refuses, with what to do, where the packages are not installed. For commands that need them and install nothing themselves.
 * @param {string} root */
export function requireInstalled(root) {
  if (!isInstalled(root))
    throw new Refusal('The packages are not installed, or not those of this version: run `npm ci` first.');
}

/** How many packages lie in node_modules so far. @param {string} root */
function countPackages(root) {
  try {
    const names = readdirSync(join(root, 'node_modules'), { withFileTypes: true });
    const scopes = names.filter(({ name }) => name.startsWith('@'));
    const scoped = scopes.flatMap(({ name }) => readdirSync(join(root, 'node_modules', name)));
    return names.length - scopes.length + scoped.length;
  } catch {
    return 0; // npm has just taken a folder away
  }
}

/**
 * Runs `npm ci` unless node_modules already is what the lockfile says. Two starters at once: the second waits for the first.
 * @param {string} root @param {AbortSignal} [signal]
 */
export async function ensureInstalled(root, signal) {
  if (isInstalled(root)) return;
  const lock = await acquireLock(prepareDir(root), {
    waitMs: Infinity,
    onWait: () => say('another start is installing: waiting for it'),
  });
  try {
    if (isInstalled(root)) return;
    say('installing packages (npm ci; half a minute to some minutes)');
    const npm = process.env.npm_execpath?.endsWith('npm-cli.js') ? process.env.npm_execpath : undefined;
    const flags = ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund'];
    const installing = runTool({
      what: 'npm ci',
      command: npm === undefined ? 'npm' : process.execPath,
      args: npm === undefined ? flags : [npm, ...flags],
      cwd: root,
      signal,
      hint: 'The packages could not be installed: is the npm registry within reach, and does package-lock.json match package.json?',
    });
    await sayWhile(
      installing,
      (seconds) => `installing packages (${seconds} s, ${countPackages(root)} unpacked so far)`,
    );
    writeFileSync(
      join(root, 'node_modules/.ira-install'),
      installStamp(readFileSync(join(root, 'package-lock.json'), 'utf8')),
    );
  } finally {
    lock.release();
  }
}

/** Where starters of the same clone queue up for installing and building.
 * @param {string} root */
export function prepareDir(root) {
  return writableDir(join(root, '.cache/prepare'), 'Use the account it belongs to, or a clone of your own.');
}
