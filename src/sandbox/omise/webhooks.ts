import type { Agenda } from '../agenda';
import { millisecondsOf, WEBHOOK_KINDS, type Faults } from '../faults';
import type { EventRecord } from './records';
import { post, type PostParts } from './webhook-post';
import { createQueue } from './webhook-queue';

export interface WebhookParts extends PostParts {
  faults: Faults;
  agenda: Agenda;
}

export interface FlushOptions {
  /** `reverse`, `random`, or event ids / keys in the order wanted. */
  order: string | string[] | null;
  /** true: all; a number: the first so many; or event ids / keys. */
  drop: boolean | number | string[];
  /** How many times each is delivered, at once. */
  copies: number;
}

export interface Webhooks {
  /** Sends in the background; waits only for those told to come before the answer. `op` made them. */
  send(events: EventRecord[], op: string, before?: boolean): Promise<void>;
  /** Sends and waits. */
  sendNow(events: EventRecord[], op: string): Promise<void>;
  flush(options: FlushOptions): Promise<{ delivered: number; dropped: number }>;
  held(): EventRecord[];
  clear(): void;
  /** Resolves when nothing is under way. */
  settled(): Promise<void>;
}

const COPIES = 3;

const names = (list: string[], event: EventRecord) =>
  list.findIndex((name) => name === event.id || name === event.key || name === event.chargeId);

function ordered(events: EventRecord[], order: FlushOptions['order']): EventRecord[] {
  if (order === 'reverse') return [...events].reverse();
  if (order === 'random') return [...events].sort(() => Math.random() - 0.5);
  if (!Array.isArray(order)) return events;
  const rank = (event: EventRecord) => {
    const found = names(order, event);
    return found === -1 ? order.length : found;
  };
  return [...events].sort((a, b) => rank(a) - rank(b));
}

function isDropped(drop: FlushOptions['drop'], event: EventRecord, place: number): boolean {
  if (typeof drop === 'boolean') return drop;
  return typeof drop === 'number' ? place < drop : names(drop, event) !== -1;
}

/** Webhooks held back: until a given time, until overtaken by a later one of their object, or until flushed. */
function createHoldings(parts: WebhookParts) {
  const held = new Map<string, { event: EventRecord; yields: boolean }>();
  const takeOut = (event: EventRecord) => {
    held.delete(event.id);
    parts.agenda.remove(`webhook:${event.id}`);
  };
  const release = (event: EventRecord) => {
    takeOut(event);
    return post(event, parts, null);
  };
  return {
    add: (event: EventRecord, yields: boolean, ms: number | null) => {
      held.set(event.id, { event, yields });
      if (ms === null) return;
      parts.agenda.set(`webhook:${event.id}`, parts.clock.ms() + ms, () => release(event));
    },
    list: () => [...held.values()].map((one) => one.event),
    /** Those that were waiting for `event` to go first. */
    overtakenBy: (event: EventRecord) =>
      [...held.values()]
        .filter((one) => one.yields && one.event.data.id === event.data.id)
        .map((one) => one.event),
    release,
    takeAll: () => {
      const all = [...held.values()].map((one) => one.event);
      for (const event of all) takeOut(event);
      return all;
    },
  };
}

type Job = () => Promise<void>;

/** The sender of webhooks: signed, never retried, every answer kept with its event. */
export function createWebhooks(parts: WebhookParts): Webhooks {
  const queue = createQueue();
  const holdings = createHoldings(parts);
  const receiver = `POST ${new URL(parts.url).pathname}`;

  /** What to do about one event: null when nothing now, else a job and whether the answer waits for it. */
  const plan = (event: EventRecord, op: string): { job: Job; first: boolean } | null => {
    const facts = () => ({ ...event.data, key: event.key, data: event.data });
    const fault = parts.faults.take(WEBHOOK_KINDS, 'omise', [op, 'webhook', event.key, receiver], facts);
    const kind = fault?.kind ?? null;
    if (kind === 'drop') return null;
    if (kind === 'delay' || kind === 'out_of_order') {
      holdings.add(event, kind === 'out_of_order', millisecondsOf(fault?.args ?? {}));
      return null;
    }
    const copies = kind === 'duplicate' ? Number(fault?.args.count ?? COPIES) : 1;
    const overtaken = holdings.overtakenBy(event);
    const job = async () => {
      await Promise.all(Array.from({ length: copies }, () => post(event, parts, kind)));
      for (const one of overtaken) await holdings.release(one);
    };
    return { job, first: kind === 'before_response' || kind === 'before_redirect' };
  };

  return {
    send: async (events, op, before = false) => {
      for (const event of events) {
        const planned = plan(event, op);
        if (planned === null) continue;
        if (before || planned.first) await planned.job();
        else queue.add(planned.job);
      }
    },
    sendNow: async (events, op) => {
      for (const event of events) await plan(event, op)?.job();
    },
    flush: async ({ order, drop, copies }) => {
      const all = ordered(holdings.takeAll(), order);
      const kept = all.filter((event, place) => !isDropped(drop, event, place));
      for (const event of kept) {
        await Promise.all(Array.from({ length: copies }, () => post(event, parts, null)));
      }
      return { delivered: kept.length * copies, dropped: all.length - kept.length };
    },
    held: () => holdings.list(),
    clear: () => void holdings.takeAll(),
    settled: () => queue.settled(),
  };
}
