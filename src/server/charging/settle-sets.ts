import { setTimeout as sleep } from 'node:timers/promises';
import type { ChargeOutcome } from '@/domain/settlement';
import { log } from '../platform/log';
import { settleAttempt, settleAttempts } from '../settlement/settle';
import type { Settled } from '../settlement/cases';
import { createConcurrencyLimit } from '../platform/concurrency-limit';
import { chunksOf, present, type RunCtx } from '../platform/sets';

/** How long an outcome waits for others. */
const WAIT_MS = 50;
const SETS_AT_ONCE = 2;
const ROWS_AT_ONCE = 8;

export interface Result {
  attemptId: string;
  outcome: ChargeOutcome;
}

/** Settles outcomes of charges in sets. */
export interface Settler {
  /** So many outcomes more will come. Once all of them have, none waits for another. */
  expect(count: number): void;
  /** @throws what settling this outcome alone throws */
  settle(result: Result): Promise<Settled | null>;
}

interface Waiting {
  result: Result;
  done: (settled: Settled | null) => void;
  failed: (error: unknown) => void;
}

/**
 * Collects outcomes for 50 ms, or until there is a set of them, and settles them in one transaction. What the set leaves,
 * and every outcome of a set that fails, is settled alone.
 */
export function createSettler(ctx: RunCtx, size: number): Settler {
  let waiting: Waiting[] = [];
  let expected = 0;
  const withinLimit = createConcurrencyLimit(SETS_AT_ONCE, Infinity);
  const alone = createConcurrencyLimit(ROWS_AT_ONCE, Infinity);

  const settleAlone = ({ result, done, failed }: Waiting) =>
    alone(() => settleAttempt(present(ctx), result.attemptId, result.outcome)).then(done, failed);
  const settleSet = async (set: Waiting[]) => {
    if (set.length === 1) return Promise.all(set.map(settleAlone));
    try {
      const { settled, left } = await settleAttempts(
        present(ctx),
        set.map(({ result }) => result),
      );
      const isLeft = new Set(left);
      for (const one of set) {
        if (isLeft.has(one.result.attemptId)) void settleAlone(one);
        else one.done(settled.get(one.result.attemptId) ?? null);
      }
    } catch (error) {
      log.warn('billing.set_failed', { sweep: ctx.sweep, count: set.length, error });
      for (const one of set) void settleAlone(one);
    }
  };
  const flush = () => {
    expected -= waiting.length;
    const sets = chunksOf(waiting, size);
    waiting = [];
    for (const set of sets) void withinLimit(() => settleSet(set));
  };
  const flushLater = async (collected: Waiting[]) => {
    await sleep(WAIT_MS);
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
