// @ts-check
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { commandOf, endProcess, isAlive, know } from './processes.mjs';
import { writePrivately } from './writing.mjs';

/** @typedef {import('./processes.mjs').Known} Known */
/** @typedef {Known & { name: string, marker: string }} Child `marker`: the path that its command line contains */
/** @typedef {{ launcher: Known | null, web: string, sandbox: string | null, env: Record<string, string | undefined>, children: Child[] }} Run */

/** @param {string} dataDir */
const pathIn = (dataDir) => join(dataDir, 'run.json');

/**
 * Stores the processes of this run in a file. If the run is killed, the next start stops these processes.
 * `npm run clock` reads the URL of the sandbox from the file.
 * @param {string} dataDir @param {Run} run
 */
export function writeRun(dataDir, run) {
  writePrivately(pathIn(dataDir), run);
}

/**
 * Returns the stored run, or null if the file is missing or incomplete.
 * @param {string} dataDir @returns {Run | null}
 */
export function readRun(dataDir) {
  try {
    return existsSync(pathIn(dataDir)) ? JSON.parse(readFileSync(pathIn(dataDir), 'utf8')) : null;
  } catch {
    return null;
  }
}

/** Returns the stored run if its launcher is still running, otherwise null. @param {string} dataDir */
export function livingRun(dataDir) {
  const run = readRun(dataDir);
  return run?.launcher && isAlive(run.launcher) ? run : null;
}

/** Deletes the record of this run. @param {string} dataDir */
export function forgetRun(dataDir) {
  rmSync(pathIn(dataDir), { force: true });
}

/**
 * Returns a list with the record of a running child process, or an empty list if it is not running.
 * @param {string} name @param {number | undefined} pid @param {string} marker @returns {Child[]}
 */
export function childNote(name, pid, marker) {
  const known = pid === undefined ? null : know(pid);
  return known === null ? [] : [{ name, marker, ...known }];
}

/**
 * Stops the child processes of a killed run. A process must have the stored pid, start time and path in its
 * command line, so that no other process is stopped.
 * @param {string} dataDir
 * @returns {Promise<string[]>} names of the stopped processes
 */
export async function endLeftovers(dataDir) {
  const ours = (readRun(dataDir)?.children ?? []).filter(
    (child) => isAlive(child) && commandOf(child.pid).includes(child.marker),
  );
  const results = await Promise.all(ours.map((child) => endProcess(child, { graceMs: 5000, group: true })));
  forgetRun(dataDir);
  return ours.filter((_, at) => results[at] !== 'exited').map(({ name }) => name);
}
