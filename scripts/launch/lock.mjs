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

/** @param {string} path @returns {{ stopping: boolean, owner: Known | null }} */
function readNote(path) {
  try {
    return { stopping: false, owner: null, ...JSON.parse(readFileSync(path, 'utf8')) };
  } catch {
    return { stopping: false, owner: null };
  }
}

/** @param {string} dir @param {string} ownName @returns {Holder[]} */
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
 * Whether a holder will release the lock soon: it is stopping, or its starter (npm) was killed.
 * @param {Holder} holder
 */
const isLeaving = (holder) => holder.stopping || (holder.owner !== null && !isAlive(holder.owner));

/**
 * Locks a folder for this process. Every process writes a file named after its pid and start time, and then reads
 * the files of the other processes. If it finds another running process, it removes its own file and retries.
 * The file of a killed process is deleted.
 * @param {string} dir
 * @param {{ owner?: Known | null, waitMs?: number, leavingMs?: number, onWait?: () => void }} [options] `owner`: the
 * npm process above this one; `waitMs`: how long to wait for any holder; `leavingMs`: for a holder that is stopping
 * @returns {Promise<{ release(): void, markStopping(): void }>} throws LockHeld
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
    // Two starters at the same moment may both withdraw. They retry after different pauses.
    if (waited >= patience && tries >= 3) throw new LockHeld(first.pid);
    if (patience > 0 && !told) onWait?.();
    told ||= patience > 0;
    await sleep(50 + Math.random() * 150);
  }
}
