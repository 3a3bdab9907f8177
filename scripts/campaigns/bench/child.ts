import { fork } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { root } from '../../start/terminal.mjs';

type Question = { id: number; call: string; input: unknown };
type Answer = { id: number; value?: unknown; error?: string };

/**
 * A child process with functions that the parent can call. The measured work does not share an event loop
 * with the parent.
 */
export interface Child {
  pid: number;
  /** Calls a function of the child. @throws Error with the child's stack, or if the child has exited */
  ask<T>(call: string, input?: unknown): Promise<T>;
  stop(): Promise<void>;
}

/** Starts a file of this folder as a child process. Its output goes to the file `log`. */
export function startChild(file: URL, env: NodeJS.ProcessEnv, log: string): Child {
  const out = openSync(log, 'w', 0o600);
  const child = fork(fileURLToPath(file), {
    cwd: root,
    env,
    execArgv: ['--import', 'tsx'],
    stdio: ['ignore', out, out, 'ipc'],
    serialization: 'advanced',
  });
  closeSync(out);
  const waiting = new Map<number, { resolve: (value: never) => void; reject: (error: Error) => void }>();
  let asked = 0;
  let ended: Error | null = null;
  const exited = new Promise<void>((resolve) => {
    child.once('exit', (code, signal) => {
      ended = new Error(`${fileURLToPath(file)} ended (${signal ?? `exit code ${code}`}); its log: ${log}`);
      for (const { reject } of waiting.values()) reject(ended);
      resolve();
    });
  });
  child.on('message', (message) => {
    const { id, value, error } = message as Answer;
    const question = waiting.get(id);
    waiting.delete(id);
    if (error !== undefined) question?.reject(new Error(error));
    else question?.resolve(value as never);
  });
  return {
    pid: child.pid ?? 0,
    ask: (call, input) =>
      new Promise((resolve, reject) => {
        if (ended) return reject(ended);
        asked += 1;
        waiting.set(asked, { resolve, reject });
        child.send({ id: asked, call, input } satisfies Question);
      }),
    stop: async () => {
      if (child.connected) child.disconnect();
      const kill = setTimeout(() => child.kill('SIGKILL'), 3000);
      await exited;
      clearTimeout(kill);
    },
  };
}

/**
 * Runs in the child. Calls the function that the parent names and returns its result. Exits when the parent
 * disconnects.
 */
export function answerParent(calls: Record<string, (input: never) => unknown>): void {
  process.on('disconnect', () => process.exit(0));
  process.on('message', (message) => {
    const { id, call, input } = message as Question;
    const send = (answer: Omit<Answer, 'id'>) => void process.send?.({ id, ...answer });
    Promise.resolve()
      .then(() => {
        const found = calls[call];
        if (!found) throw new Error(`no such call: ${call}`);
        return found(input as never);
      })
      .then(
        (value) => send({ value }),
        (error: unknown) =>
          send({ error: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
      );
  });
}
