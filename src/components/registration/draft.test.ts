import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { parseDay } from '@/domain/day';
import { forgetDraft, keepDraft, readDraft } from './draft';
import { DRAFT_KEY } from './personal-answers';

const TODAY = parseDay('2026-11-20');
const HOUR_MS = 3_600_000;
const stored = new Map<string, string>();

beforeEach(() => {
  stored.clear();
  vi.useFakeTimers({ now: new Date('2026-11-20T10:00:00+07:00') });
  vi.stubGlobal('window', {
    localStorage: {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, text: string) => void stored.set(key, text),
      removeItem: (key: string) => void stored.delete(key),
    },
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const PERSON = { email: 'mali@example.test', phone: '0812345678', address: '1 Example Road' };

test('keeps personal answers for 24 hours from the first of them, and the box for longer', () => {
  keepDraft(TODAY, { paymentDay: 5 });
  vi.advanceTimersByTime(HOUR_MS);
  keepDraft(TODAY, PERSON);
  vi.advanceTimersByTime(23 * HOUR_MS);
  keepDraft(TODAY, { firstName: 'Mali' });
  expect(readDraft()).toEqual({ paymentDay: 5, firstName: 'Mali', ...PERSON });
  vi.advanceTimersByTime(HOUR_MS);
  keepDraft(TODAY, { paymentDay: 6 });
  expect(readDraft()).toEqual({ paymentDay: 6 });
  for (const value of Object.values(PERSON)) expect(stored.get(DRAFT_KEY)).not.toContain(value);
});

test('drops personal answers of a draft without their time', () => {
  stored.set(DRAFT_KEY, JSON.stringify({ savedOn: TODAY, answers: { paymentDay: 5, ...PERSON } }));
  expect(readDraft()).toEqual({ paymentDay: 5 });
});

test('deletes the draft when the registration is over', () => {
  keepDraft(TODAY, PERSON);
  forgetDraft();
  expect(stored.size).toBe(0);
  expect(readDraft()).toBeNull();
});
