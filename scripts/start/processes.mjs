// @ts-check
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

const linux = process.platform === 'linux';

/** Reads a file. Returns '' if the file cannot be read. @param {string} path */
function readOrEmpty(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

const boot = linux ? readOrEmpty('/proc/sys/kernel/random/boot_id').slice(0, 8) : '';

/** Returns one column of `ps` for a process. @param {number} pid @param {string} column */
function ps(pid, column) {
  return (spawnSync('ps', ['-o', `${column}=`, '-p', String(pid)], { encoding: 'utf8' }).stdout ?? '').trim();
}

/**
 * Returns a text that identifies a process, also if a later process gets the same pid. It contains the boot
 * id and start time on Linux, and a hash of the start time elsewhere. Returns null if the process has exited
 * or is a zombie.
 * @param {number} pid
 * @returns {string | null}
 */
export function identityOf(pid) {
  if (!Number.isInteger(pid) || pid <= 0) return null;
  if (linux) {
    const stat = readOrEmpty(`/proc/${pid}/stat`);
    if (stat === '') return null;
    // The command in parentheses may contain spaces. Fields are therefore counted after it (proc(5): 3 state,
    // 22 start).
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' || fields[0] === 'X' ? null : `${boot}-${fields[19]}`;
  }
  const started = ps(pid, 'lstart');
  if (started === '' || ps(pid, 'state').startsWith('Z')) return null;
  return createHash('sha1').update(started).digest('hex').slice(0, 12);
}

/**
 * Returns the command line of a running process, with spaces between the arguments. Returns '' if the process
 * has exited or this user cannot read it.
 * @param {number} pid
 */
export function commandOf(pid) {
  return linux ? readOrEmpty(`/proc/${pid}/cmdline`).replaceAll('\0', ' ').trim() : ps(pid, 'command');
}

/** Returns the pid of the parent process, or 0 if the process has exited. @param {number} pid */
export function parentOf(pid) {
  if (!linux) return Number(ps(pid, 'ppid')) || 0;
  const stat = readOrEmpty(`/proc/${pid}/stat`);
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) || 0;
}

/**
 * Returns the CPU time of a process in ms, or 0 if it has exited.
 * @param {number} pid
 */
export function cpuMsOf(pid) {
  if (!linux) {
    // The format of `ps`: [[dd-]hh:]mm:ss.ss
    const parts = ps(pid, 'time').split(/[-:]/).map(Number).reverse();
    return parts.reduce((sum, part, at) => sum + part * ([1, 60, 3600, 86_400][at] ?? 0), 0) * 1000;
  }
  const stat = readOrEmpty(`/proc/${pid}/stat`);
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  // Fields of proc(5): 14 user time, 15 system time, in ticks of 10 ms.
  return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) * 10;
}

/** @typedef {{ pid: number, identity: string }} Known a process, identified by its pid and start time */

/** Returns the pid and identity of a process, or null if it is not running. @param {number} pid @returns {Known | null} */
export function know(pid) {
  const identity = identityOf(pid);
  return identity === null ? null : { pid, identity };
}

/** Whether the process is still running. @param {Known} known */
export function isAlive(known) {
  return identityOf(known.pid) === known.identity;
}

/**
 * Sends a signal to a process. Returns whether the process received it.
 * @param {number} pid @param {NodeJS.Signals} signal
 * @param {{ group?: boolean }} [options] `group`: sends it to the whole process group if the process leads a group
 */
export function signalTo(pid, signal, { group = false } = {}) {
  for (const target of group ? [-pid, pid] : [pid]) {
    try {
      process.kill(target, signal);
      return true;
    } catch (error) {
      if (/** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM') throw error;
    }
  }
  return false;
}

/**
 * Stops a process: sends `signal`, waits up to `graceMs`, then sends SIGKILL. Never signals a later process
 * with the same pid.
 * @param {Known} known
 * @param {{ signal?: NodeJS.Signals, graceMs?: number, group?: boolean }} [options]
 * @returns {Promise<'exited' | 'ended' | 'killed'>} `exited`: before the call; `ended`: within `graceMs`; `killed`: later
 */
export async function endProcess(known, { signal = 'SIGTERM', graceMs = 5000, group = false } = {}) {
  if (!isAlive(known)) return 'exited';
  signalTo(known.pid, signal, { group });
  for (let waited = 0; waited < graceMs; waited += 25) {
    await sleep(25);
    if (!isAlive(known)) return 'ended';
  }
  signalTo(known.pid, 'SIGKILL', { group });
  while (isAlive(known)) await sleep(10);
  return 'killed';
}
