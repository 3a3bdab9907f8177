import { expect, test } from 'vitest';
import { createRoom, createWindow } from './call-window';

const tick = () => new Promise((go) => setImmediate(go));

test('widens by each answer up to 200, and is narrow again after a call without one', () => {
  const window = createWindow();
  const first = window.size();
  window.heard(true);
  expect(window.size()).toBe(first + 1);
  for (let n = 0; n < 500; n++) window.heard(true);
  expect(window.size()).toBe(200);
  window.heard(false);
  expect(window.size()).toBe(first);
});

test('lets in no more than its size, in the order in which they came, and more at once only when it is empty', async () => {
  const room = createRoom(() => 4);
  const inside: string[] = [];
  const enter = (name: string, count: number) => void room.enter(count).then(() => inside.push(name));
  enter('three', 3);
  enter('two', 2);
  enter('one', 1);
  await tick();
  expect(inside).toEqual(['three']);
  room.leave(1);
  await tick();
  expect(inside).toEqual(['three', 'two']);
  room.leave(4);
  enter('nine', 9);
  await tick();
  expect(inside).toEqual(['three', 'two', 'one']);
  room.leave(1);
  await tick();
  expect(inside).toEqual(['three', 'two', 'one', 'nine']);
});
