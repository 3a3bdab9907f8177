import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { monotonicMs } from '../clock';
import { createPace } from './pace';

/** By how much a timer may come early. */
const EARLY_MS = 5;

async function lasts(work: () => Promise<unknown>): Promise<number> {
  const started = monotonicMs();
  await work();
  return monotonicMs() - started;
}

test('so many a second at most, evenly: eleven at a hundred a second take a tenth of one', async () => {
  const pace = createPace(100);
  const answered: number[] = [];
  const started = monotonicMs();
  await Promise.all(
    Array.from({ length: 11 }, () => pace.wait().then(() => answered.push(monotonicMs() - started))),
  );
  for (const [n, at] of answered.entries()) expect(at).toBeGreaterThanOrEqual(n * 10 - EARLY_MS);
});

test('without a pace nobody waits; after a refusal whoever comes next does', async () => {
  const pace = createPace(null);
  const hundred = () => Promise.all(Array.from({ length: 100 }, () => pace.wait()));
  // Whoever waits for nothing is done before the loop turns.
  const atOnce = () => Promise.race([hundred().then(() => true), nextTurn(false)]);
  expect(await atOnce()).toBe(true);
  pace.holdFor(100);
  expect(await lasts(hundred)).toBeGreaterThanOrEqual(100 - EARLY_MS);
  await sleep(EARLY_MS);
  expect(await atOnce()).toBe(true);
});
