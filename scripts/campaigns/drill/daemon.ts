import { spawn, spawnSync } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { endProcess, know, signalTo } from '../../start/processes.mjs';
import { Refusal, tailOf } from '../../start/terminal.mjs';

/** A program of another vendor that a drill has started in the foreground. */
export interface Daemon {
  pid: number;
  /** Sends a signal to the program, and with `group` also to its children. */
  signal(signal: NodeJS.Signals, options?: { group?: boolean }): void;
  isRunning(): boolean;
  /** Ends the program and its children. */
  stop(): Promise<void>;
}

interface DaemonOptions {
  command: string;
  args: string[];
  /** The file that receives its output. */
  log: string;
  env?: Record<string, string>;
  /** The network namespace in which it runs. Needs root. */
  namespace?: string;
  /** Returns true once the program is ready. */
  isReady: () => Promise<boolean>;
}

/** Returns the account that runs servers, which refuse root. Empty for a caller who is not root. */
export function serverAccount(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const idOf = (flag: string) => Number(spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' }).stdout);
  return { uid: idOf('-u'), gid: idOf('-g') };
}

/** Returns the PATH with the programs of Debian's PostgreSQL and the system administrator. */
const PATH = `/usr/lib/postgresql/15/bin:/usr/sbin:${process.env.PATH ?? ''}`;

/**
 * Starts a program as the account of PostgreSQL and waits until it is ready.
 * @throws Refusal with the end of its log if it ends before, or is not ready after a minute
 */
export async function startDaemon(options: DaemonOptions): Promise<Daemon> {
  const { command, args, log, env, namespace, isReady } = options;
  const out = openSync(log, 'a', 0o644);
  const child = spawn(namespace ? 'ip' : command, namespace ? inNamespace(namespace, command, args) : args, {
    ...(namespace ? {} : serverAccount()),
    cwd: '/',
    env: { PATH, LC_ALL: 'C.UTF-8', HOME: '/var/lib/postgresql', ...env } as unknown as NodeJS.ProcessEnv,
    stdio: ['ignore', out, out],
    detached: true,
  });
  closeSync(out);
  child.once('error', () => undefined);
  stopAtExit(child.pid ?? 0);
  const known = know(child.pid ?? 0);
  const isRunning = () => child.exitCode === null && child.signalCode === null && child.pid !== undefined;
  const stop = async () => {
    if (known !== null) await endProcess(known, { signal: 'SIGINT', group: true });
  };
  const until = performance.now() + 60_000;
  while (!(await isReady())) {
    if (!isRunning() || performance.now() > until) {
      await stop();
      throw new Refusal(`${command} did not start:\n${tailOf(readFileSync(log, 'utf8'), 15)}`);
    }
    await sleep(50);
  }
  return {
    pid: child.pid ?? 0,
    signal: (signal, options) => void signalTo(child.pid ?? 0, signal, options),
    isRunning,
    stop,
  };
}

/** Returns the arguments of `ip` that replace it by a program in a namespace, as the account of PostgreSQL. */
const inNamespace = (namespace: string, command: string, args: readonly string[]): string[] => [
  ...['netns', 'exec', namespace, 'setpriv', '--reuid', 'postgres', '--regid', 'postgres', '--init-groups'],
  ...[command, ...args],
];

/** Stops a server when the drill exits, so that an interrupted drill leaves none behind. Patroni stops its PostgreSQL. */
export function stopAtExit(pid: number): void {
  if (stoppedAtExit.length === 0)
    process.once('exit', () => stoppedAtExit.forEach((one) => void signalTo(one, 'SIGINT', { group: true })));
  stoppedAtExit.push(pid);
}

const stoppedAtExit: number[] = [];

/** Requires programs of Debian's packages. @throws Refusal with the packages to install */
export function requirePrograms(programs: readonly string[], packages: string): void {
  const missing = programs.filter(
    (name) => spawnSync('which', [name], { env: { PATH } as never }).status !== 0,
  );
  if (missing.length > 0)
    throw new Refusal(`${missing.join(', ')}: not installed. Debian 12: apt-get install ${packages}`);
}
