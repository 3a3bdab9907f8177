import { expect, test } from 'vitest';
import { createPatience } from './progress.mjs';

const SECOND = 1000;
/**
 * Returns whether to wait longer, after each 10 s.
 * @param uses the CPU time in ms and the log size in bytes at these times
 */
function waitsFor(uses: [cpuMs: number, logBytes: number][]): boolean[] {
  const patience = createPatience({ idleLimitMs: 60 * SECOND });
  return uses.map(([cpuMs, logBytes], at) =>
    patience.note({ atMs: (at + 1) * 10 * SECOND, cpuMs, logBytes }),
  );
}

test('a start waits for as long as the process uses the processor, however little of it a busy machine gives', () => {
  const slow = Array.from({ length: 100 }, (_, at): [number, number] => [(at + 1) * 300, 0]);
  expect(waitsFor(slow)).toEqual(Array(100).fill(true));
});

test('a start waits for as long as the log of the process grows', () => {
  const talking = Array.from({ length: 100 }, (_, at): [number, number] => [0, at + 1]);
  expect(waitsFor(talking)).toEqual(Array(100).fill(true));
});

test('a start gives up on a process that neither works nor logs for the whole limit', () => {
  const hung = Array.from({ length: 10 }, (): [number, number] => [5_000, 10]);
  expect(waitsFor(hung)).toEqual([true, true, true, true, true, true, true, false, false, false]);
});

test('a start gives up on a process that does no more than refuse our questions', () => {
  const refusing = Array.from({ length: 10 }, (_, at): [number, number] => [5_000 + at * 50, 10]);
  expect(waitsFor(refusing).at(-1)).toBe(false);
});
