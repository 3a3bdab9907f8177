import { afterEach, beforeEach, expect, test } from 'vitest';
import { clockOffset, setClockOffset } from '../clock';
import { createCircuit, type Circuit } from './circuit';

let offset: number;
let circuit: Circuit;
beforeEach(() => {
  offset = clockOffset();
  circuit = createCircuit();
});
afterEach(() => setClockOffset(offset));

const fail = (times: number) => {
  for (let n = 0; n < times; n++) circuit.note(false);
};
const pass = (seconds: number) => setClockOffset(clockOffset() + seconds * 1000);

test('opens at the fifth failure in a row, lets one try after half a minute, and opens again when that fails', () => {
  fail(4);
  expect(circuit.mayAsk()).toBe(true);
  fail(1);
  expect(circuit.mayAsk()).toBe(false);
  pass(31);
  expect(circuit.mayAsk()).toBe(true);
  fail(1);
  expect(circuit.mayAsk()).toBe(false);
});

test('an answer closes it, and failures long ago do not count', () => {
  fail(4);
  circuit.note(true);
  fail(4);
  expect(circuit.mayAsk()).toBe(true);
  pass(61);
  fail(4);
  expect(circuit.mayAsk()).toBe(true);
});

test('what failed later than now, by a clock that was set back, does not count', () => {
  pass(3600);
  fail(5);
  pass(-3600);
  expect(circuit.mayAsk()).toBe(true);
});
