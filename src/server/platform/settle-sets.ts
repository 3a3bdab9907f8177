import { setTimeout as sleep } from 'node:timers/promises';
import { log } from './log';
import { createConcurrencyLimit, type ConcurrencyLimit } from './concurrency-limit';
import { chunksOf } from './sets';

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
  /** The maximum time in milliseconds that a result waits for its set to be full. */
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
  let waiting: Waiting<Result, Settled>[] = [];
  let expected = 0;
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
  const flush = () => {
    expected -= waiting.length;
    const sets = chunksOf(waiting, size);
    waiting = [];
    for (const set of sets) void inTurn(() => settleTogether(set));
  };
  const flushLater = async (collected: Waiting<Result, Settled>[]) => {
    await sleep(waitMs);
    if (collected === waiting) flush();
  };
  return {
    expect: (count) => {
      expected += count;
    },
    settle: (result) =>
      new Promise((done, failed) => {
        waiting.push({ result, done, failed });
        if (waiting.length >= Math.min(size, expected)) flush();
        else if (waiting.length === 1) void flushLater(waiting);
      }),
  };
}
