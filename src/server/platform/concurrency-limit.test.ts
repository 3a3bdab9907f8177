import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createConcurrencyLimit } from './concurrency-limit';

test('a limit runs some tasks at once, queues some, and refuses the others before they start', async () => {
  const withinLimit = createConcurrencyLimit(2, 3);
  let running = 0;
  let most = 0;
  let done = 0;
  const work = async () => {
    most = Math.max(most, (running += 1));
    await sleep(5);
    running -= 1;
    done += 1;
  };
  const all = await Promise.allSettled(Array.from({ length: 9 }, () => withinLimit(work)));
  expect([most, done]).toEqual([2, 5]);
  const refused = all.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []));
  expect(refused).toHaveLength(4);
  for (const error of refused) {
    expect(error).toMatchObject({ code: 'THROTTLED', details: { retryAfterSeconds: 2 } });
  }
});

test('a task that fails frees its slot', async () => {
  const withinLimit = createConcurrencyLimit(1, 1);
  const first = withinLimit(() => Promise.reject(new Error('failed')));
  const second = withinLimit(() => Promise.resolve('done'));
  await expect(first).rejects.toThrow('failed');
  expect(await second).toBe('done');
  expect(await withinLimit(() => Promise.resolve('again'))).toBe('again');
});
