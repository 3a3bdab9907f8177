import type { Agenda } from './agenda';
import type { SandboxClock } from './clock';
import { millisecondsOf, WEBHOOK_KINDS, type FaultKind, type Faults } from './faults';
import { createQueue } from './webhook-queue';

/** A provider's notification of the app. */
export interface Notice {
  id: string;
  /** `charge.complete`, `follow` */
  key: string;
}

/** The parts of a provider's webhooks. */
export interface WebhookParts<N extends Notice> {
  service: string;
  /** The receiving address. */
  url: string;
  clock: SandboxClock;
  faults: Faults;
  agenda: Agenda;
  /** The notice's subject; only notices of the same subject overtake a held one. */
  subjectOf: (notice: N) => string | null;
  /** The facts that a fault's `match` is compared with. */
  factsOf: (notice: N) => Record<string, unknown>;
  /** Sends once, with the fault `kind`. Never throws. @param copy 0 for the first of several */
  post: (notice: N, kind: FaultKind | null, copy: number) => Promise<void>;
}

export interface FlushOptions {
  /** `reverse`, `random`, or ids, keys or subjects in the requested order. */
  order: string | string[] | null;
  /** true: all; a number: the first so many; or ids, keys or subjects. */
  drop: boolean | number | string[];
  /** true: each twice, at once; a number: each so many times; or ids, keys or subjects of the duplicates. */
  duplicate: boolean | number | string[];
}

export interface Webhooks<N extends Notice> {
  /** Sends in the background; waits only for notices that must arrive before the response. `op` caused them. */
  send(notices: N[], op: string, before?: boolean): Promise<void>;
  /** Sends and waits. */
  sendNow(notices: N[], op: string): Promise<void>;
  flush(options: FlushOptions): Promise<{ delivered: number; dropped: number }>;
  held(): N[];
  clear(): void;
  /** Resolves when no webhook is in progress. */
  settled(): Promise<void>;
}

const COPIES = 3;

/** Holds webhooks back until a given time, until a later one of their subject overtakes them, or until they are flushed. */
function createHoldings<N extends Notice>(parts: WebhookParts<N>) {
  const held = new Map<string, { notice: N; yields: boolean }>();
  const keyOf = (notice: N) => `webhook:${parts.service}:${notice.id}`;
  const takeOut = (notice: N) => {
    held.delete(notice.id);
    parts.agenda.remove(keyOf(notice));
  };
  const release = (notice: N) => {
    takeOut(notice);
    return parts.post(notice, null, 0);
  };
  return {
    add: (notice: N, yields: boolean, ms: number | null) => {
      held.set(notice.id, { notice, yields });
      if (ms === null) return;
      parts.agenda.set(keyOf(notice), parts.clock.ms() + ms, () => release(notice));
    },
    list: () => [...held.values()].map((one) => one.notice),
    /** Returns the notices that waited until `notice` was sent. */
    overtakenBy: (notice: N) =>
      [...held.values()]
        .filter((one) => one.yields && parts.subjectOf(one.notice) === parts.subjectOf(notice))
        .map((one) => one.notice),
    release,
    takeAll: () => {
      const all = [...held.values()].map((one) => one.notice);
      for (const notice of all) takeOut(notice);
      return all;
    },
  };
}

function createSorting<N extends Notice>(parts: WebhookParts<N>) {
  const place = (list: string[], notice: N) =>
    list.findIndex((name) => name === notice.id || name === notice.key || name === parts.subjectOf(notice));
  return {
    ordered: (notices: N[], order: FlushOptions['order']): N[] => {
      if (order === 'reverse') return [...notices].reverse();
      if (order === 'random') return [...notices].sort(() => Math.random() - 0.5);
      if (!Array.isArray(order)) return notices;
      const rank = (notice: N) => {
        const found = place(order, notice);
        return found === -1 ? order.length : found;
      };
      return [...notices].sort((a, b) => rank(a) - rank(b));
    },
    isDropped: (drop: FlushOptions['drop'], notice: N, nth: number): boolean => {
      if (typeof drop === 'boolean') return drop;
      return typeof drop === 'number' ? nth < drop : place(drop, notice) !== -1;
    },
    copiesOf: (duplicate: FlushOptions['duplicate'], notice: N): number => {
      if (typeof duplicate === 'number') return duplicate;
      const isTwice = typeof duplicate === 'boolean' ? duplicate : place(duplicate, notice) !== -1;
      return isTwice ? 2 : 1;
    },
  };
}

type Job = () => Promise<void>;

/** Creates a sender of webhooks without retries. */
export function createWebhooks<N extends Notice>(parts: WebhookParts<N>): Webhooks<N> {
  const queue = createQueue();
  const holdings = createHoldings(parts);
  const sorting = createSorting(parts);
  const receiver = `POST ${new URL(parts.url).pathname}`;
  const postCopies = (notice: N, kind: FaultKind | null, copies: number) =>
    Promise.all(Array.from({ length: copies }, (_, copy) => parts.post(notice, kind, copy)));

  /** Plans one notice: null if it is held back, else a job and whether the response waits for it. */
  const plan = (notice: N, op: string): { job: Job; first: boolean } | null => {
    const ops = [op, 'webhook', notice.key, receiver];
    const fault = parts.faults.take(WEBHOOK_KINDS, parts.service, ops, () => parts.factsOf(notice));
    const kind = fault?.kind ?? null;
    if (kind === 'drop') return null;
    if (kind === 'delay' || kind === 'out_of_order') {
      holdings.add(notice, kind === 'out_of_order', millisecondsOf(fault?.args ?? {}));
      return null;
    }
    const copies = kind === 'duplicate' ? Number(fault?.args.count ?? COPIES) : 1;
    const overtaken = holdings.overtakenBy(notice);
    const job = async () => {
      await postCopies(notice, kind, copies);
      for (const one of overtaken) await holdings.release(one);
    };
    return { job, first: kind === 'before_response' || kind === 'before_redirect' };
  };

  return {
    send: async (notices, op, before = false) => {
      for (const notice of notices) {
        const planned = plan(notice, op);
        if (planned === null) continue;
        if (before || planned.first) await planned.job();
        else queue.add(planned.job);
      }
    },
    sendNow: async (notices, op) => {
      for (const notice of notices) await plan(notice, op)?.job();
    },
    flush: async ({ order, drop, duplicate }) => {
      const all = sorting.ordered(holdings.takeAll(), order);
      const kept = all.filter((notice, nth) => !sorting.isDropped(drop, notice, nth));
      let delivered = 0;
      for (const notice of kept) {
        const copies = sorting.copiesOf(duplicate, notice);
        await postCopies(notice, null, copies);
        delivered += copies;
      }
      return { delivered, dropped: all.length - kept.length };
    },
    held: () => holdings.list(),
    clear: () => void holdings.takeAll(),
    settled: () => queue.settled(),
  };
}
