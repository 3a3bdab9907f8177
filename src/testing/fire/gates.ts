import { writeSync } from 'node:fs';
import { createTransport } from 'nodemailer';
import { database } from '@/server/db';

/** What happens at which gate, counted from the moment of the order. */
export interface Doom {
  at: number;
  signal: 'SIGKILL' | 'SIGSTOP';
  /** Counts only the gates whose description begins so. */
  only?: string;
}

type AnyFunction = (...args: unknown[]) => Promise<unknown>;

/** Where the parent reads at which gate we ended (`process.ts`). */
const LAST_WORDS = 4;
const INNER = /server\/(db|gateways\/http|charging\/claims)/;

let doom: Doom | null = null;
let passed: string[] = [];

/** From now on gates are counted; at the chosen one this process gives itself the signal, in the midst of it. */
export function arm(wanted: Doom): void {
  doom = wanted;
  passed = [];
}

/** The gates that were passed since then. */
export const passedGates = (): readonly string[] => passed;

/** The function of the product that stands at the gate, from the stack. */
function whoIsHere(): string {
  const { stack = '' } = new Error();
  const frame = stack
    .split('\n')
    .find((line) => line.includes('/src/server/') && !INNER.test(line) && /at (async )?\w/.test(line));
  return /at (?:async )?(?:Object\.)?([\w.]+)/.exec(frame ?? '')?.[1] ?? 'the worker';
}

function gate(what: string, who: string): void {
  if (!doom) return;
  const here = `${what} (${who})`;
  if (!here.startsWith(doom.only ?? '')) return;
  passed.push(here);
  if (passed.length < doom.at) return;
  const { signal } = doom;
  doom = null;
  writeSync(LAST_WORDS, `${here}\n`);
  process.kill(process.pid, signal);
}

function around(what: string, work: AnyFunction): AnyFunction {
  return async function (this: unknown, ...args: unknown[]) {
    const here = doom ? whoIsHere() : '';
    gate(`before ${what}`, here);
    const value = await work.apply(this, args);
    gate(`after ${what}`, here);
    return value;
  };
}

/**
 * Puts a gate before each transaction, between its last statement and its commit, and after it, and before and after
 * each call that leaves the house, mail included: every point of the product at which a process that dies leaves
 * something half done. Only this test harness loads it; the product knows nothing of it.
 */
export function gateEverything(): void {
  const db = database();
  const begin = db.transaction.bind(db);
  const gated: typeof begin = async (work, config) => {
    const here = doom ? whoIsHere() : '';
    gate('before a transaction', here);
    const value = await begin(async (tx) => {
      const done = await work(tx);
      gate('before a commit', here);
      return done;
    }, config);
    gate('after a commit', here);
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
