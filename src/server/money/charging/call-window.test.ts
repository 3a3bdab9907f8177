import { expect, test } from 'vitest';
import { createInFlightLimit, createWindow } from './call-window';

const tick = () => new Promise((go) => setImmediate(go));

test('the call window grows with each response up to 200 and is reset by a call without one', () => {
  const window = createWindow();
  const first = window.size();
  window.record(true);
  expect(window.size()).toBe(first + 1);
  for (let n = 0; n < 500; n++) window.record(true);
  expect(window.size()).toBe(200);
  window.record(false);
  expect(window.size()).toBe(first);
});

test('the in-flight limit starts charges in their order, and more than the limit only when none is in flight', async () => {
  const limit = createInFlightLimit(() => 4);
  const started: string[] = [];
  const start = (name: string, count: number) => void limit.acquire(count).then(() => started.push(name));
  start('three', 3);
  start('two', 2);
  start('one', 1);
  await tick();
  expect(started).toEqual(['three']);
  limit.release(1);
  await tick();
  expect(started).toEqual(['three', 'two']);
  limit.release(4);
  start('nine', 9);
  await tick();
  expect(started).toEqual(['three', 'two', 'one']);
  limit.release(1);
  await tick();
  expect(started).toEqual(['three', 'two', 'one', 'nine']);
});
