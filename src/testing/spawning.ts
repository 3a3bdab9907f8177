import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { leashed } from '../../scripts/start/terminal.mjs';

export interface Spawned {
  pid: number;
  /** Returns the output so far, of stdout and stderr. */
  said(): string;
  /** Waits until the output contains `text`. */
  hear(text: string | RegExp, withinMs?: number): Promise<void>;
  kill(signal: NodeJS.Signals): void;
  /** Waits for the exit. Resolves with the exit code and the time in ms since `kill`, or since the start. */
  ended(): Promise<{ code: number | null; ms: number }>;
}

/**
 * Starts a program of the product as a separate process, with only the given settings. The caller must kill
 * the process; it also ends when the caller is killed.
 * @param through the command that is replaced by the program, such as `unshare`
 */
export function spawnProgram(
  args: string[],
  settings: Record<string, string>,
  through: readonly string[] = [],
): Spawned {
  const { PATH, HOME } = process.env;
  const [command = '', ...rest] = [...through, process.execPath, ...leashed, ...args];
  const child = spawn(command, rest, {
    env: {
      PATH,
      HOME,
      ENV_FILE: '',
      NEXT_TELEMETRY_DISABLED: '1',
      ...settings,
    } as unknown as NodeJS.ProcessEnv,
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let text = '';
  let since = performance.now();
  for (const channel of [child.stdout, child.stderr])
    channel.on('data', (data: Buffer) => (text += data.toString()));
  const exit = once(child, 'close').then(([code]) => ({
    code: code as number | null,
    ms: performance.now() - since,
  }));
  return {
    pid: child.pid ?? 0,
    said: () => text,
    hear: async (wanted, withinMs = 55_000) => {
      const until = performance.now() + withinMs;
      const heard = () => (typeof wanted === 'string' ? text.includes(wanted) : wanted.test(text));
      while (!heard()) {
        if (performance.now() > until) throw new Error(`never said ${String(wanted)}: ${text}`);
        await Promise.race([exit, new Promise((go) => setTimeout(go, 25))]);
        if (child.exitCode !== null && !heard()) throw new Error(`ended without ${String(wanted)}: ${text}`);
      }
    },
    kill: (signal) => {
      since = performance.now();
      child.kill(signal);
    },
    ended: () => exit,
  };
}
