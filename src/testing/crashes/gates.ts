import { writeSync } from 'node:fs';
import { createTransport } from 'nodemailer';
import { database } from '@/server/db';

/**
 * The gate (see `installGates`) at which the process sends itself a signal. `at` counts gates since the call
 * of `arm`.
 */
export interface StopPoint {
  at: number;
  signal: 'SIGKILL' | 'SIGSTOP';
  /** Counts only gates whose description starts with this text. */
  only?: string;
}

type AnyFunction = (...args: unknown[]) => Promise<unknown>;

/** The file descriptor to which the process writes the name of the gate. The parent reads it (`child-process.ts`). */
const STOP_FD = 4;
const INNER = /server\/(db|gateways\/http|money\/charging\/claims)/;

let stopPoint: StopPoint | null = null;
let passed: string[] = [];

/** Starts to count gates. The process sends the signal to itself at the gate of `wanted`. */
export function arm(wanted: StopPoint): void {
  stopPoint = wanted;
  passed = [];
}

/** Returns the names of the gates passed since the call of `arm`. */
export const passedGates = (): readonly string[] => passed;

/** Returns the name of the product function that called the gate, from the stack. */
function findCaller(): string {
  const { stack = '' } = new Error();
  const frame = stack
    .split('\n')
    .find((line) => line.includes('/src/server/') && !INNER.test(line) && /at (async )?\w/.test(line));
  return /at (?:async )?(?:Object\.)?([\w.]+)/.exec(frame ?? '')?.[1] ?? 'the worker';
}

function gate(what: string, who: string): void {
  if (!stopPoint) return;
  const caller = `${what} (${who})`;
  if (!caller.startsWith(stopPoint.only ?? '')) return;
  passed.push(caller);
  if (passed.length < stopPoint.at) return;
  const { signal } = stopPoint;
  stopPoint = null;
  writeSync(STOP_FD, `${caller}\n`);
  process.kill(process.pid, signal);
}

function around(what: string, work: AnyFunction): AnyFunction {
  return async function (this: unknown, ...args: unknown[]) {
    const caller = stopPoint ? findCaller() : '';
    gate(`before ${what}`, caller);
    const value = await work.apply(this, args);
    gate(`after ${what}`, caller);
    return value;
  };
}

/**
 * Adds gates: points before and after each transaction and each external call (HTTP or mail), and before each
 * commit. At a gate the crash tests can kill or stop the process.
 */
export function installGates(): void {
  const db = database();
  const begin = db.transaction.bind(db);
  const gated: typeof begin = async (work, config) => {
    const caller = stopPoint ? findCaller() : '';
    gate('before a transaction', caller);
    const value = await begin(async (tx) => {
      const done = await work(tx);
      gate('before a commit', caller);
      return done;
    }, config);
    gate('after a commit', caller);
    return value;
  };
  Object.assign(db, { transaction: gated });

  const ask = globalThis.fetch;
  globalThis.fetch = async (input, init) => {
    const path = new URL(input instanceof Request ? input.url : input).pathname.replace(
      /(_test)?_[\w-]{8,}/g,
      '_…',
    );
    const call = around(`${init?.method ?? 'GET'} ${path}`, () => ask(input, init));
    return (await call()) as Response;
  };

  const mailer = Object.getPrototypeOf(createTransport({ jsonTransport: true })) as { sendMail: AnyFunction };
  mailer.sendMail = around('a mail', mailer.sendMail);
}
