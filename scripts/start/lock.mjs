// @ts-check
import { mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isAlive, know } from './processes.mjs';

/** @typedef {import('./processes.mjs').Known} Known */
/** @typedef {Known & { stopping: boolean, owner: Known | null }} Holder */

export class LockHeld extends Error {
  /** @param {number} pid */
  constructor(pid) {
    super(`held by process ${pid}`);
    this.pid = pid;
  }
}

/**
 * Reads the state that a process wrote into its lock file. A missing or invalid file gives the default state.
 * @param {string} path @returns {{ stopping: boolean, owner: Known | null }}
 */
function readNote(path) {
  try {
    return { stopping: false, owner: null, ...JSON.parse(readFileSync(path, 'utf8')) };
  } catch {
    return { stopping: false, owner: null };
  }
}

/**
 * Lists the other running processes with a lock file. Deletes the files of exited processes.
 * @param {string} dir @param {string} ownName @returns {Holder[]}
 */
function otherHolders(dir, ownName) {
  /** @type {Holder[]} */
  const holders = [];
  for (const name of readdirSync(dir)) {
    const [, pid, identity] = /^(\d+)\.([\w-]+)\.lock$/.exec(name) ?? [];
    if (name === ownName || pid === undefined || identity === undefined) continue;
    const path = join(dir, name);
    const known = { pid: Number(pid), identity };
    if (isAlive(known)) holders.push({ ...known, ...readNote(path) });
    else rmSync(path, { force: true });
  }
  return holders;
}

/**
 * Whether a holder will release the lock soon: the holder is stopping, or the npm process that started it was
 * killed.
 * @param {Holder} holder
 */
const isLeaving = (holder) => holder.stopping || (holder.owner !== null && !isAlive(holder.owner));

/**
 * Locks a folder for this process. Each process writes a file named after its pid and start time, then reads
 * the files of other processes. If another process is running, it removes its own file and tries again. Files
 * of killed processes are deleted.
 * @param {string} dir
 * @param {{ owner?: Known | null, waitMs?: number, leavingMs?: number, onWait?: () => void }} [options] `owner`: the
 * npm process that started this process; `waitMs`: the longest wait for a holder; `leavingMs`: for a stopping holder
 * @returns {Promise<{ release(): void, markStopping(): void }>} throws LockHeld after the wait
 */
export async function acquireLock(dir, { owner = null, waitMs = 0, leavingMs = 12_000, onWait } = {}) {
  mkdirSync(dir, { recursive: true });
  const self = know(process.pid);
  if (self === null) throw new Error('cannot read the start time of this process');
  const name = `${self.pid}.${self.identity}.lock`;
  const path = join(dir, name);
  /** @param {boolean} stopping */
  const write = (stopping) => {
    writeFileSync(`${path}.new`, JSON.stringify({ owner, stopping }));
    renameSync(`${path}.new`, path);
  };
  const release = () => rmSync(path, { force: true });
  const started = performance.now();
  for (let tries = 0, told = false; ; tries += 1) {
    write(false);
    const holders = otherHolders(dir, name);
    const [first] = holders;
    if (first === undefined) return { release, markStopping: () => write(true) };
    release();
    const waited = performance.now() - started;
    const patience = Math.max(waitMs, holders.every(isLeaving) ? leavingMs : 0);
    // Two processes may remove their files at the same time. They try again after random pauses.
    if (waited >= patience && tries >= 3) throw new LockHeld(first.pid);
    if (patience > 0 && !told) onWait?.();
    told ||= patience > 0;
    await sleep(50 + Math.random() * 150);
  }
}
