// @ts-check
// A temporary folder for the databases and copies of one process. However the process ends, no folder and no program
// stays: a signal removes both, and what a power cut left is removed by the next process that opens such a folder.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endProcess, isAlive, know } from './processes.mjs';
import { starterAbove } from './stopping.mjs';

const NAME = /^ira-[a-z]+-(\d+)\.([\w-]+)$/;

/** Lists the running processes whose command line names a folder. @param {string} dir */
function processesIn(dir) {
  const { stdout } = spawnSync('ps', ['-axww', '-o', 'pid=,args='], { encoding: 'utf8', maxBuffer: 2 ** 26 });
  return (stdout ?? '')
    .split('\n')
    .filter((line) => line.includes(`${dir}/`))
    .flatMap((line) => know(Number.parseInt(line, 10)) ?? [])
    .filter(({ pid }) => pid !== process.pid);
}

/** Unmounts what a drill has mounted in a folder: it would keep the folder from being deleted. @param {string} dir */
function unmountIn(dir) {
  const mounts = existsSync('/proc/mounts') ? readFileSync('/proc/mounts', 'utf8') : '';
  for (const [, at = ''] of mounts.matchAll(/^\S+ (\S+)/gm))
    if (at.startsWith(`${dir}/`)) spawnSync('umount', ['--lazy', at]);
}

/** Stops the processes of a folder and deletes it. @param {string} dir */
async function removeFolder(dir) {
  // PostgreSQL ends its sessions at SIGINT; it would wait for them at SIGTERM.
  await Promise.all(processesIn(dir).map((one) => endProcess(one, { signal: 'SIGINT', graceMs: 8000 })));
  unmountIn(dir);
  rmSync(dir, { recursive: true, force: true, maxRetries: 3, retryDelay: 100 });
}

/** Removes the folders of killed processes of this user. @param {string} place */
async function removeLeftovers(place) {
  for (const name of readdirSync(place)) {
    const [, pid, identity] = NAME.exec(name) ?? [];
    const dir = join(place, name);
    if (pid === undefined || identity === undefined || isAlive({ pid: Number(pid), identity })) continue;
    const { uid } = statSync(dir, { throwIfNoEntry: false }) ?? {};
    if (uid === process.getuid?.()) await removeFolder(dir);
  }
}

/**
 * Removes what killed processes left, and creates a folder whose name identifies this process. A signal, or the end of
 * the npm that started this process, removes the folder and its programs and exits with 130.
 * @param {string} kind lower-case letters @param {string} [place]
 * @returns {Promise<{ path: string, remove: () => Promise<void> }>}
 */
export async function openTemporary(kind, place = tmpdir()) {
  await removeLeftovers(place);
  const path = join(place, `ira-${kind}-${process.pid}.${know(process.pid)?.identity ?? ''}`);
  mkdirSync(path, { mode: 0o711 });
  const remove = () => removeFolder(path);
  let isStopping = false;
  const stop = () => {
    if (isStopping) return;
    isStopping = true;
    void remove().finally(() => process.exit(130));
  };
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) process.on(signal, stop);
  const starter = starterAbove();
  const parent = starter === null ? null : know(process.ppid);
  if (starter !== null)
    setInterval(() => (isAlive(starter) && parent !== null && isAlive(parent)) || stop(), 300).unref();
  return { path, remove };
}
