import { describe, expect, test } from 'vitest';
import { admit, afterCall, CLOSED, isOpen, isProbeDue, takeProbe, type CircuitState } from './circuit';

const NOW = Date.UTC(2026, 10, 20);
const SECOND = 1000;

/** Returns the state after a series of calls: `+` for a response, `-` for none. */
const after = (state: CircuitState, calls: string, now = NOW) =>
  [...calls].reduce(
    (held, call) =>
      afterCall(held, { kind: 'write', answered: call === '+', isProbe: false, before: 0 }, now),
    state,
  );
const probed = (state: CircuitState, kind: 'read' | 'write', answered: boolean, now: number) =>
  afterCall(takeProbe(state, now), { kind, answered, isProbe: true, before: 0 }, now);

describe('a closed circuit', () => {
  test('opens after five unanswered calls in a row', () => {
    expect(isOpen(after(CLOSED, '----+----'))).toBe(false);
    expect(isOpen(after(CLOSED, '----+-----'))).toBe(true);
  });

  test('opens after ten unanswered calls of the last fifty', () => {
    const one = `-${'+'.repeat(4)}`;
    expect(isOpen(after(CLOSED, one.repeat(9)))).toBe(false);
    expect(isOpen(after(CLOSED, one.repeat(10)))).toBe(true);
    const rare = `-${'+'.repeat(5)}`;
    expect(isOpen(after(CLOSED, rare.repeat(100)))).toBe(false);
  });

  test('counts answered calls that another process has not stored yet', () => {
    const state = after(CLOSED, '----');
    const failed = { kind: 'write', answered: false, isProbe: false } as const;
    expect(isOpen(afterCall(state, { ...failed, before: 1 }, NOW))).toBe(false);
    expect(isOpen(afterCall(state, { ...failed, before: 0 }, NOW))).toBe(true);
  });
});

describe('an open circuit', () => {
  const open = after(CLOSED, '-----');

  test('rejects all calls for 30 seconds, then allows one read at a time and no write', () => {
    expect(admit(open, 'read', NOW + 29 * SECOND)).toBe('none');
    expect(isProbeDue(open, NOW + 29 * SECOND)).toBe(false);
    const later = NOW + 30 * SECOND;
    expect(isProbeDue(open, later)).toBe(true);
    expect([admit(open, 'read', later), admit(open, 'write', later)]).toEqual(['probe', 'none']);
    expect(admit(takeProbe(open, later), 'read', later)).toBe('none');
    // The process with the probe has crashed.
    expect(admit(takeProbe(open, later), 'read', later + 180 * SECOND)).toBe('probe');
  });

  test('allows one write at a time after an answered read, and closes when the write is answered', () => {
    const later = NOW + 30 * SECOND;
    const trial = probed(open, 'read', true, later);
    expect([admit(trial, 'read', later), admit(trial, 'write', later)]).toEqual(['free', 'probe']);
    expect(admit(takeProbe(trial, later), 'write', later)).toBe('none');
    expect(probed(trial, 'write', true, later)).toEqual(CLOSED);
  });

  test('counts as closed five minutes after an answered read without a write', () => {
    const trial = probed(open, 'read', true, NOW + 30 * SECOND);
    expect(admit(takeProbe(trial, NOW + 330 * SECOND), 'write', NOW + 330 * SECOND)).toBe('free');
    expect(isOpen(after(trial, '----', NOW + 330 * SECOND))).toBe(false);
    expect(isOpen(after(trial, '-----', NOW + 330 * SECOND))).toBe(true);
  });

  test('stays open twice as long each time, up to five minutes', () => {
    let state = open;
    let now = NOW;
    const waits: number[] = [];
    for (let n = 0; n < 6; n++) {
      waits.push((state.openUntil - now) / SECOND);
      now = state.openUntil;
      state = probed(probed(state, 'read', true, now), 'write', false, now);
    }
    expect(waits).toEqual([30, 60, 120, 240, 300, 300]);
  });

  test('ignores the results of calls that started before it opened', () => {
    expect(after(open, '+-', NOW + SECOND)).toEqual(open);
    const trial = probed(open, 'read', true, NOW + 30 * SECOND);
    expect(after(trial, '-', NOW + 31 * SECOND)).toEqual(trial);
  });

  test('can be probed at once when the clock was set back to before it opened', () => {
    expect(admit(open, 'read', NOW - 3600 * SECOND)).toBe('probe');
  });
});
