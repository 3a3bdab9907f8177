import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Doom } from './gates';
import type { Command, Word } from './orders';

const ENTRIES = {
  worker: new URL('./worker.ts', import.meta.url),
  web: new URL('./web.ts', import.meta.url),
};

/** Which of our programs. */
export type Program = keyof typeof ENTRIES;

/** A real process of ours that can be told to die at a gate. */
export interface FiredProcess {
  /** The name of its sessions in PostgreSQL. */
  sessionName: string;
  /** How long it took to read its code. */
  readyMs: Promise<number>;
  /** Lets it do its work; of a web process its port is known afterwards. */
  begin(): Promise<void>;
  port(): number;
  arm(doom: Doom): void;
  /** By how much its clock is ahead of the machine's. */
  clockOffset(): Promise<number>;
  /** The gates that it passed since it was armed. */
  passedGates(): Promise<readonly string[]>;
  /** Where it met its doom; never fulfilled while it lives. */
  doomed: Promise<string>;
  exited: Promise<void>;
  hasExited(): boolean;
  kill(signal?: NodeJS.Signals): void;
}

/** A promise with its end in our hands. */
function awaited<T>() {
  let give: (value: T) => void = () => undefined;
  const promise = new Promise<T>((resolve) => (give = resolve));
  return { promise, give };
}

let count = 0;

/** Starts one with the settings of this process, which a world has set. It reads its code and waits for `begin`. */
export function startFired(program: Program, settings: Record<string, string> = {}): FiredProcess {
  const started = performance.now();
  const sessionName = `fired_${process.pid}_${(count += 1)}`;
  const child = spawn(process.execPath, ['--import', 'tsx', fileURLToPath(ENTRIES[program])], {
    env: { ...process.env, NODE_OPTIONS: '', PGAPPNAME: sessionName, ...settings },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc', 'pipe'],
  });
  let port = 0;
  const ready = awaited<number>();
  const begun = awaited<void>();
  let offset = awaited<number>();
  let gates = awaited<readonly string[]>();
  child.on('message', (word: Word) => {
    if (word === 'ready') ready.give(performance.now() - started);
    else if (word === 'begun') begun.give();
    else if ('port' in word) port = word.port;
    else if ('offset' in word) offset.give(word.offset);
    else gates.give(word.gates);
  });
  // It may die before it hears us.
  child.on('error', () => undefined);
  const exited = once(child, 'exit').then(() => undefined);
  const orDeath = <T>(wanted: Promise<T>): Promise<T> =>
    Promise.race([
      wanted,
      exited.then(() => {
        throw new Error(`the ${program} ended before its time`);
      }),
    ]);
  const tell = (command: Command) => void child.send(command, () => undefined);
  const lastWords = child.stdio[4] as NodeJS.ReadableStream;
  return {
    sessionName,
    readyMs: ready.promise,
    begin: async () => {
      await orDeath(ready.promise);
      tell({ begin: true });
      await orDeath(begun.promise);
    },
    port: () => port,
    arm: (doom) => tell({ arm: doom }),
    clockOffset: () => {
      offset = awaited();
      tell({ tell: 'offset' });
      return orDeath(offset.promise);
    },
    passedGates: () => {
      gates = awaited();
      tell({ tell: 'gates' });
      return orDeath(gates.promise);
    },
    doomed: new Promise((resolve) =>
      lastWords.once('data', (data: Buffer) => resolve(data.toString().trim())),
    ),
    exited,
    hasExited: () => child.exitCode !== null || child.signalCode !== null,
    kill: (signal = 'SIGKILL') => void child.kill(signal),
  };
}
