import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { StopPoint } from './gates';
import type { ParentMessage, ChildMessage } from './ipc';

const ENTRIES = {
  worker: new URL('./worker.ts', import.meta.url),
  web: new URL('./web.ts', import.meta.url),
};

export type Program = keyof typeof ENTRIES;

/** A process of the product that a test can kill or stop at a gate. `gates.ts` defines the gates. */
export interface TestProcess {
  /** The name (`application_name`) of the process's sessions in PostgreSQL. */
  sessionName: string;
  /** Resolves with the time in ms that the process took to load its code. */
  readyMs: Promise<number>;
  /** Starts the work of the process. After this call `port` returns the port of a web process. */
  begin(): Promise<void>;
  port(): number;
  arm(stopPoint: StopPoint): void;
  /** Returns the milliseconds by which the clock of the process is ahead of the system clock. */
  clockOffset(): Promise<number>;
  /** Returns the names of the gates that the process has passed since the call of `arm`. */
  passedGates(): Promise<readonly string[]>;
  /** Resolves with the name of the gate at which the process was killed or stopped, otherwise never resolves. */
  stoppedAt: Promise<string>;
  exited: Promise<void>;
  hasExited(): boolean;
  kill(signal?: NodeJS.Signals): void;
}

/** Returns a Promise and the function that resolves it. */
function createDeferred<T>() {
  let settle: (value: T) => void = () => undefined;
  const promise = new Promise<T>((resolve) => (settle = resolve));
  return { promise, settle };
}

let count = 0;

/** Starts a process with the settings of the calling process. It loads its code and then waits for `begin`. */
export function startProcess(program: Program, settings: Record<string, string> = {}): TestProcess {
  const started = performance.now();
  const sessionName = `crash_test_${process.pid}_${(count += 1)}`;
  const child = spawn(process.execPath, ['--import', 'tsx', fileURLToPath(ENTRIES[program])], {
    env: { ...process.env, NODE_OPTIONS: '', PGAPPNAME: sessionName, ...settings },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc', 'pipe'],
  });
  let port = 0;
  const ready = createDeferred<number>();
  const begun = createDeferred<void>();
  let offset = createDeferred<number>();
  let gates = createDeferred<readonly string[]>();
  child.on('message', (message: ChildMessage) => {
    if (message === 'ready') ready.settle(performance.now() - started);
    else if (message === 'begun') begun.settle();
    else if ('port' in message) port = message.port;
    else if ('offset' in message) offset.settle(message.offset);
    else gates.settle(message.gates);
  });
  // The process may be killed before it receives the message.
  child.on('error', () => undefined);
  const exited = once(child, 'exit').then(() => undefined);
  const orExit = <T>(wanted: Promise<T>): Promise<T> =>
    Promise.race([
      wanted,
      exited.then(() => {
        throw new Error(`the ${program} exited early`);
      }),
    ]);
  const send = (message: ParentMessage) => void child.send(message, () => undefined);
  const stopStream = child.stdio[4] as NodeJS.ReadableStream;
  return {
    sessionName,
    readyMs: ready.promise,
    begin: async () => {
      await orExit(ready.promise);
      send({ begin: true });
      await orExit(begun.promise);
    },
    port: () => port,
    arm: (stopPoint) => send({ arm: stopPoint }),
    clockOffset: () => {
      offset = createDeferred();
      send({ report: 'offset' });
      return orExit(offset.promise);
    },
    passedGates: () => {
      gates = createDeferred();
      send({ report: 'gates' });
      return orExit(gates.promise);
    },
    stoppedAt: new Promise((resolve) =>
      stopStream.once('data', (data: Buffer) => resolve(data.toString().trim())),
    ),
    exited,
    hasExited: () => child.exitCode !== null || child.signalCode !== null,
    kill: (signal = 'SIGKILL') => void child.kill(signal),
  };
}
