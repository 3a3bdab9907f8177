import { randomBytes, randomInt } from 'node:crypto';
import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import { replaceBuiltins } from './builtins';
import { createRandom } from './random';
import { createScheduler } from './scheduler';

/** The module `node:crypto` as CommonJS packages import it. Its random values stay real. */
const ofPackages = createRequire(import.meta.url)('node:crypto') as typeof import('node:crypto');

function drawValues(drawnByPackages: number): unknown[] {
  const random = createRandom(7);
  const restore = replaceBuiltins(
    random,
    createScheduler(random, () => undefined),
  );
  for (let n = 0; n < drawnByPackages; n++) ofPackages.randomBytes(8);
  const values = [randomBytes(4).toString('hex'), randomInt(1000), randomInt(10, 1000)];
  restore();
  return values;
}

test('draws the same random values for a seed, however many a package draws in between', () => {
  expect(drawValues(3)).toEqual(drawValues(0));
});

test('ends no step before the work of its task, while the sleep of Node is replaced', async () => {
  const random = createRandom(7);
  const scheduler = createScheduler(random, (_task, error) => expect.unreachable(String(error)));
  const restore = replaceBuiltins(random, scheduler);
  let hasDrawn = false;
  scheduler.spawn('draws a receipt', async () => {
    await new Promise((resolve) => setTimeout(resolve, 200));
    hasDrawn = true;
  });
  await scheduler.step();
  restore();
  expect(hasDrawn).toBe(true);
});
