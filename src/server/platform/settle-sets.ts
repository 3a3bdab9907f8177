import { setTimeout as sleep } from 'node:timers/promises';
import { log } from './log';
import { createConcurrencyLimit, type ConcurrencyLimit } from './concurrency-limit';

const ROWS_AT_ONCE = 8;

/** Collects results of provider calls and settles them in sets. */
export interface Settler<Result, Settled> {
  /** Adds `count` to the number of expected results. After the last expected result, the set starts at once. */
  expect(count: number): void;
  /**
   * Settles a result, in a set or alone.
   * @throws the error of `settleOne` for this result
   */
  settle(result: Result): Promise<Settled>;
}

export interface SettlerParts<Result, Settled> {
  /** The name for the log. */
  job: string;
  /** The maximum number of results in a set. */
  size: number;
  /** The maximum time in milliseconds that a result waits for its set to be full before the set waits for its turn. */
  waitMs: number;
  /** Runs the settlement of a set when it is its turn. */
  inTurn: ConcurrencyLimit;
  /** Settles a set in one transaction. @returns the settled results; `settleOne` settles all other results */
  settleSet: (results: readonly Result[]) => Promise<ReadonlyMap<Result, Settled>>;
  settleOne: (result: Result) => Promise<Settled>;
}

interface Waiting<Result, Settled> {
  result: Result;
  done: (settled: Settled) => void;
  failed: (error: unknown) => void;
}

/**
 * Creates a settler. It collects results for `waitMs` or until a set is full, and settles the set in one transaction. It
 * settles each remaining result alone, also after a set has failed.
 */
export function createSettler<Result, Settled>({
  job,
  size,
  waitMs,
  inTurn,
  settleSet,
  settleOne,
}: SettlerParts<Result, Settled>): Settler<Result, Settled> {
  const waiting: Waiting<Result, Settled>[] = [];
  let expected = 0;
  /** Whether a set waits for its turn. */
  let isQueued = false;
  const alone = createConcurrencyLimit(ROWS_AT_ONCE, Infinity);

  const settleAlone = ({ result, done, failed }: Waiting<Result, Settled>) =>
    alone(() => settleOne(result)).then(done, failed);
  const settleTogether = async (set: Waiting<Result, Settled>[]) => {
    if (set.length === 1) return Promise.all(set.map(settleAlone));
    try {
      const settled = await settleSet(set.map(({ result }) => result));
      for (const one of set) {
        if (settled.has(one.result)) one.done(settled.get(one.result) as Settled);
        else void settleAlone(one);
      }
    } catch (error) {
      log.warn('billing.set_failed', { job, count: set.length, error });
      for (const one of set) void settleAlone(one);
    }
  };
  const isFull = () => waiting.length >= Math.min(size, expected);
  /** Settles the next set when it is its turn. What arrives until then is in it too. */
  const takeTurn = () => {
    if (isQueued) return;
    isQueued = true;
    void inTurn(async () => {
      isQueued = false;
      const set = waiting.splice(0, size);
      expected -= set.length;
      if (waiting.length > 0) takeTurnSoon();
      await settleTogether(set);
    });
  };
  const takeTurnSoon = () => {
    if (isFull()) return takeTurn();
    const [first] = waiting;
    void sleep(waitMs).then(() => first === waiting[0] && takeTurn());
  };
  return {
    expect: (count) => {
      expected += count;
    },
    settle: (result) =>
      new Promise((done, failed) => {
        waiting.push({ result, done, failed });
        if (waiting.length === 1 || isFull()) takeTurnSoon();
      }),
  };
}
