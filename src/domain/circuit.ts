import { MINUTE_MS } from './duration';

/** The state of the calls to one external service, shared by all processes. Instants are in milliseconds since 1970. */
export interface CircuitState {
  /** The last calls while the circuit is closed, newest last: `+` answered, `-` unanswered. */
  calls: string;
  /** Null while the circuit is closed. */
  openedAt: number | null;
  /**
   * From this instant on a read may probe the service. In a trial: from this instant on the circuit counts as closed.
   */
  openUntil: number;
  /** How often the circuit has opened since it was last closed. */
  openings: number;
  /** A read was answered since the circuit opened. One write at a time is allowed until a write is answered. */
  isTrial: boolean;
  /** The caller that probes holds the probe until this instant; null when the probe is free. */
  probeUntil: number | null;
}

export type CallKind = 'read' | 'write';

/** `probe`: allowed only if the caller takes the probe first. */
export type Admission = 'free' | 'probe' | 'none';

const WINDOW = 50;
const UNANSWERED_MAX = 10;
const IN_A_ROW_MAX = 5;
const OPEN_MS = MINUTE_MS / 2;
const OPEN_MAX_MS = 5 * MINUTE_MS;
/** A trial without a write ends after this time. */
const TRIAL_MS = 5 * MINUTE_MS;
/** Longer than any call can take. The probe of a stopped caller becomes free after this time. */
const PROBE_MS = 3 * MINUTE_MS;

export const CLOSED: CircuitState = {
  ...{ calls: '', openedAt: null, openUntil: 0, openings: 0, isTrial: false, probeUntil: null },
};

/** Whether the circuit is open and no read has been answered since. */
export function isOpen({ openedAt, isTrial }: CircuitState): boolean {
  return openedAt !== null && !isTrial;
}

/** Whether a read must be answered before any other call is allowed. A clock that was set back ends the wait. */
export function isProbeDue(state: CircuitState, now: number): boolean {
  return isOpen(state) && (now >= state.openUntil || now < (state.openedAt ?? 0));
}

/** Returns whether a call may be made now. A write never probes, because an unanswered write has an unknown outcome. */
export function admit(held: CircuitState, kind: CallKind, now: number): Admission {
  const state = withoutOldTrial(held, now);
  if (state.openedAt === null || (state.isTrial && kind === 'read')) return 'free';
  const { probeUntil } = state;
  const isTaken = probeUntil !== null && now < probeUntil && probeUntil - now <= PROBE_MS;
  const isNext = state.isTrial || (kind === 'read' && isProbeDue(state, now));
  return isNext && !isTaken ? 'probe' : 'none';
}

export function takeProbe(state: CircuitState, now: number): CircuitState {
  return { ...state, probeUntil: now + PROBE_MS };
}

/**
 * Returns the state after a call.
 * @param call `before`: how many calls were answered since the state was last stored
 */
export function afterCall(
  held: CircuitState,
  call: { kind: CallKind; answered: boolean; isProbe: boolean; before: number },
  now: number,
): CircuitState {
  const state = withoutOldTrial(held, now);
  if (state.openedAt === null) {
    const calls = `${state.calls}${'+'.repeat(call.before)}${call.answered ? '+' : '-'}`.slice(-WINDOW);
    return isTripped(calls) ? opened(state, now) : { ...state, calls };
  }
  // A write that started before the circuit opened gives no new information; a read has ended by then.
  const isNews = call.isProbe || (state.isTrial && call.kind === 'read');
  if (!isNews) return state;
  if (!call.answered) return opened(state, now);
  if (call.kind === 'write') return CLOSED;
  return state.isTrial ? state : { ...state, isTrial: true, openUntil: now + TRIAL_MS, probeUntil: null };
}

const withoutOldTrial = (state: CircuitState, now: number): CircuitState =>
  state.isTrial && now >= state.openUntil ? CLOSED : state;

function isTripped(calls: string): boolean {
  const unanswered = calls.replaceAll('+', '').length;
  return unanswered >= UNANSWERED_MAX || calls.endsWith('-'.repeat(IN_A_ROW_MAX));
}

/** Each opening without an answered write in between lasts twice as long. */
function opened({ openings }: CircuitState, now: number): CircuitState {
  const openMs = Math.min(OPEN_MS * 2 ** openings, OPEN_MAX_MS);
  return { ...CLOSED, openedAt: now, openUntil: now + openMs, openings: openings + 1 };
}
