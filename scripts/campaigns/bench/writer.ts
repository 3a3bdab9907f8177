import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { answerParent } from './child';
import { connected, exchange } from './connection';
import { requestBytes, requireSuccess } from './requests';
import { cycle, type Turns } from './lists';
import type { WriteRequest } from './write-pairs';

/** The subscribers who write, each with the requests that it repeats. */
export interface Writing {
  port: number;
  people: WriteRequest[][];
}

/** Durations in ms from the planned time of a request to its complete response. The key is the name of the write. */
export type Samples = Record<string, number[]>;

interface Person {
  next: Turns<{ write: string; path: string; bytes: Buffer }>;
  /** Whether the last request of this subscriber still waits for its response. */
  waits: boolean;
}

/** The longest time in ms for which an idle connection is used again. Node's servers close it after 5 s. */
const IDLE_MAX_MS = 3000;
const idle: { socket: Socket; since: number }[] = [];
let port = 0;
let people: Person[] = [];
let nextPerson: Turns<Person>;
let isStopped = false;

function prepare(writing: Writing): void {
  port = writing.port;
  people = writing.people.map((turns) => ({
    next: cycle(
      turns.map(({ write, asked }) => ({ write, path: asked.path, bytes: requestBytes(port, asked) })),
    ),
    waits: false,
  }));
  nextPerson = cycle(people);
}

/** Returns the next subscriber who does not wait for a response. */
function nextFree(): Person {
  for (let asked = 0; asked < people.length; asked += 1) {
    const person = nextPerson();
    if (!person.waits) return person;
  }
  throw new Error(`all ${people.length} people wait for an answer: fewer writes a second are needed`);
}

/**
 * Sends requests at a steady rate until `count` requests are sent or `stop` is called. Does not wait for
 * responses. Durations begin at the planned time, so that a blocked server delays all requests planned in
 * this time.
 */
async function write({
  perSecond,
  count = Infinity,
}: {
  perSecond: number;
  count?: number;
}): Promise<Samples> {
  const samples: Samples = {};
  const pending = new Set<Promise<void>>();
  const failures: unknown[] = [];
  isStopped = false;
  const started = performance.now();
  for (let sent = 0; sent < count && !isStopped && failures.length === 0; sent += 1) {
    const due = started + (sent * 1000) / perSecond;
    const early = due - performance.now();
    if (early > 0) await sleep(early);
    const one: Promise<void> = send(nextFree(), due, samples)
      .catch((error: unknown) => void failures.push(error))
      .finally(() => pending.delete(one));
    pending.add(one);
  }
  await Promise.all(pending);
  if (failures.length > 0) throw failures[0];
  return samples;
}

async function send(person: Person, due: number, samples: Samples): Promise<void> {
  person.waits = true;
  const { write: name, path, bytes } = person.next();
  const socket = takeIdle() ?? (await connected(port));
  const { status, body } = await exchange(socket, bytes);
  const took = performance.now() - due;
  person.waits = false;
  idle.push({ socket, since: performance.now() });
  requireSuccess(status, body, path);
  (samples[name] ??= []).push(took);
}

/**
 * Returns the idle connection that was used last. Closes connections that are idle for too long, because the
 * server may be closing them.
 */
function takeIdle(): Socket | undefined {
  for (let one = idle.pop(); one; one = idle.pop()) {
    if (performance.now() - one.since < IDLE_MAX_MS) return one.socket;
    one.socket.destroy();
  }
  return undefined;
}

answerParent({
  prepare,
  write,
  stop: () => {
    isStopped = true;
  },
});
