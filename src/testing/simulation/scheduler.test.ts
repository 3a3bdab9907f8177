import { expect, test } from 'vitest';
import { createRandom } from './random';
import { createScheduler } from './scheduler';

/**
 * Runs two tasks. The first task has five branches that wait for each other in pairs.
 * @returns the names of the steps in the order in which they ended
 */
async function runBranches(seed: number, killAfter = Infinity): Promise<string[]> {
  const done: string[] = [];
  const scheduler = createScheduler(createRandom(seed), (_task, error) => done.push(String(error)));
  let together: (() => void)[] = [];
  const pair = () =>
    new Promise<void>((go) => {
      together.push(go);
      if (together.length < 2) return;
      for (const next of together) next();
      together = [];
    });
  const branch = async (n: number) => {
    await scheduler.gate('before');
    // The first branches take longer, because real time must not determine the order.
    await scheduler.runExclusive(() => new Promise((resolve) => setTimeout(resolve, 6 - n)));
    done.push(`sent ${n}`);
    if (n < 4) await pair();
    await scheduler.gate('after');
    done.push(`settled ${n}`);
  };
  const set = scheduler.spawn('set', async () => {
    await Promise.all([0, 1, 2, 3, 4].map(branch));
    done.push('set ended');
  });
  scheduler.spawn('other', async () => {
    await scheduler.gate('only');
    done.push('other ended');
  });
  for (let steps = 0; await scheduler.step(); steps++) if (steps === killAfter) scheduler.kill(set);
  return done;
}

test('repeats the order of a task with several branches for a seed, however long its calls take', async () => {
  const runs = [await runBranches(1), await runBranches(1)];
  expect(runs[1]).toEqual(runs[0]);
  expect(runs[0]).toHaveLength(12);
  const orders = await Promise.all([2, 3, 4, 5].map((seed) => runBranches(seed)));
  expect(new Set(orders.map(String)).size).toBe(4);
});

test('continues no branch of a killed task', async () => {
  const done = await runBranches(1, 4);
  expect(done).toContain('other ended');
  expect(done).not.toContain('set ended');
  expect(done.length).toBeLessThan(12);
});

test('goes on while a task waits for a read that another one has begun, and kills no task meanwhile', async () => {
  const scheduler = createScheduler(createRandom(1), (_task, error) => expect.unreachable(String(error)));
  let reading: Promise<void> | null = null;
  let ended = 0;
  const read = async () => {
    await (reading ??= scheduler.gate('shared'));
    ended += 1;
  };
  scheduler.spawn('first', read);
  scheduler.spawn('second', read);
  await scheduler.step();
  await scheduler.step();
  expect(scheduler.killable()).toBeUndefined();
  await scheduler.step();
  expect(ended).toBe(2);
  expect(await scheduler.step()).toBe(false);
});
