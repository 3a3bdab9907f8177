import { expect, test } from 'vitest';
import { hourOf, parseDay } from './day';
import { sendableFrom } from './quiet-hours';

const day = parseDay('2026-11-20');
const at = (hour: number, ms = 0) => new Date(hourOf(day, hour).getTime() + ms);

test('during the day a message is sent at once', () => {
  expect(sendableFrom(at(8))).toEqual(at(8));
  expect(sendableFrom(at(21, -1))).toEqual(at(21, -1));
});

test('a message between 21:00 and 08:00 is sent in the morning', () => {
  expect(sendableFrom(at(21))).toEqual(at(32));
  expect(sendableFrom(at(24, -1))).toEqual(at(32));
  expect(sendableFrom(at(0))).toEqual(at(8));
  expect(sendableFrom(at(8, -1))).toEqual(at(8));
});
