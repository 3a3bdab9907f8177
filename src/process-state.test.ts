import { expect, test } from 'vitest';
import { forgetProcessState, processState } from './process-state';

test('a value of the process is created once, and again after all values are forgotten', () => {
  const next = () => processState('a value of this test', () => ({}));
  const value = next();
  expect(next()).toBe(value);
  forgetProcessState();
  expect(next()).not.toBe(value);
});
