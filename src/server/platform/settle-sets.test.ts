import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createConcurrencyLimit } from './concurrency-limit';
import { createSettler } from './settle-sets';

test('settles one set at a time, also beside other work that takes turns with it', async () => {
  let open = 0;
  let most = 0;
  const write = async () => {
    most = Math.max(most, (open += 1));
    await sleep(5);
    open -= 1;
  };
  const inTurn = createConcurrencyLimit(1, Infinity);
  const settler = createSettler<number, number>({
    job: 'test',
    size: 2,
    waitMs: 1000,
    inTurn,
    settleSet: async (results) => {
      await write();
      return new Map(results.map((result) => [result, -result]));
    },
    settleOne: () => Promise.reject(new Error('no result is alone')),
  });
  settler.expect(6);
  const settled = [1, 2, 3, 4, 5, 6].map((result) => settler.settle(result));
  await Promise.all([...settled, inTurn(write), inTurn(write)]);
  expect(await Promise.all(settled)).toEqual([-1, -2, -3, -4, -5, -6]);
  expect([open, most]).toEqual([0, 1]);
});

test('settles in one set what arrives while it waits for its turn, and no more than the size of a set', async () => {
  const inTurn = createConcurrencyLimit(1, Infinity);
  const sets: (readonly number[])[] = [];
  const settler = createSettler<number, number>({
    job: 'test',
    size: 4,
    waitMs: 1,
    inTurn,
    settleSet: (results) => {
      sets.push(results);
      return Promise.resolve(new Map(results.map((result) => [result, -result])));
    },
    settleOne: () => Promise.reject(new Error('no result is alone')),
  });
  settler.expect(6);
  let endTurn: () => void = () => undefined;
  const turn = inTurn(() => new Promise<void>((end) => (endTurn = end)));
  const settled: Promise<number>[] = [];
  for (const result of [1, 2, 3, 4, 5, 6]) {
    settled.push(settler.settle(result));
    await sleep(5);
  }
  expect(sets).toEqual([]);
  endTurn();
  await turn;
  expect(await Promise.all(settled)).toEqual([-1, -2, -3, -4, -5, -6]);
  expect(sets).toEqual([
    [1, 2, 3, 4],
    [5, 6],
  ]);
});
