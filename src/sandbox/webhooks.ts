import type { Agenda } from './agenda';
import type { SandboxClock } from './clock';
import { millisecondsOf, WEBHOOK_KINDS, type FaultKind, type Faults } from './faults';

/** An event that a provider sends to the app as a webhook. */
export interface Notice {
  id: string;
  /** Type of the event, such as `charge.complete` or `follow`. */
  key: string;
}

/** The dependencies of `createWebhooks`. Each provider has its own. */
export interface WebhookParts<N extends Notice> {
  service: string;
  /** URL of the app to which the webhooks are sent. */
  url: string;
  clock: SandboxClock;
  faults: Faults;
  agenda: Agenda;
  /**
   * Returns the id of the object that the notice is about, or null. The fault `out_of_order` sends a notice
   * after the next notice about the same object.
   */
  subjectOf: (notice: N) => string | null;
  /** Returns the values of a notice that a fault's `match` is compared with. */
  factsOf: (notice: N) => Record<string, unknown>;
  /** Sends a notice once with the fault `kind`. Never throws. @param copy 0 for the first copy, 1 for the next */
  post: (notice: N, kind: FaultKind | null, copy: number) => Promise<void>;
}

export interface FlushOptions {
  /** The order of sending: `reverse`, `random`, or a list of ids, keys or subjects. Null: the order of arrival. */
  order: string | string[] | null;
  /** The notices that are not sent. true: all. A number: this many, from the first. A list: by id, key or subject. */
  drop: boolean | number | string[];
  /**
   * The copies of each notice. true: two. A number: this many. A list: two copies of notices by id, key or
   * subject.
   */
  duplicate: boolean | number | string[];
}

export interface Webhooks<N extends Notice> {
  /**
   * Sends notices in the background. Waits only for notices that a fault requires before the response.
   * @param op the call that caused the notices
   * @param before true: waits for all notices
   */
  send(notices: N[], op: string, before?: boolean): Promise<void>;
  /** Sends notices and waits until they are sent. @param op the call that caused the notices */
  sendNow(notices: N[], op: string): Promise<void>;
  flush(options: FlushOptions): Promise<{ delivered: number; dropped: number }>;
  held(): N[];
  clear(): void;
  /** Resolves when no webhook is being sent. */
  settled(): Promise<void>;
}

const COPIES = 3;

/**
 * Creates the list of delayed notices. A notice is sent at its due time, after a later notice about the same
 * subject, or by `flush`.
 */
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
    /** Returns the delayed out-of-order notices that must be sent after `notice`. */
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

/** Creates the sender of a provider's webhooks. It does not retry. */
export function createWebhooks<N extends Notice>(parts: WebhookParts<N>): Webhooks<N> {
  const queue = createQueue();
  const holdings = createHoldings(parts);
  const sorting = createSorting(parts);
  const receiver = `POST ${new URL(parts.url).pathname}`;
  const postCopies = (notice: N, kind: FaultKind | null, copies: number) =>
    Promise.all(Array.from({ length: copies }, (_, copy) => parts.post(notice, kind, copy)));

  /**
   * Applies the next fault to a notice and returns the job that sends it. Returns null if the notice is
   * delayed or dropped. `first`: the job must end before the response is sent.
   */
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

const AT_ONCE_MAX = 16;

/** Creates a queue that starts jobs in order and runs at most 16 jobs at a time. */
function createQueue() {
  const waiting: (() => Promise<void>)[] = [];
  let running = 0;
  let idle: (() => void)[] = [];
  const next = () => {
    const job = running < AT_ONCE_MAX ? waiting.shift() : undefined;
    if (job === undefined) {
      if (running === 0) {
        for (const tell of idle) tell();
        idle = [];
      }
      return;
    }
    running += 1;
    void job().finally(() => {
      running -= 1;
      next();
    });
    next();
  };
  return {
    add: (job: () => Promise<void>) => {
      waiting.push(job);
      // Waits, so that the response to the call that caused the webhook is sent first.
      setImmediate(next);
    },
    settled: () =>
      running === 0 && waiting.length === 0
        ? Promise.resolve()
        : new Promise<void>((resolve) => idle.push(resolve)),
  };
}
