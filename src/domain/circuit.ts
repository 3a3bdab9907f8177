import { MINUTE_MS } from './duration';

/** The state of the calls to one external service, shared by all processes. Instants are in milliseconds since 1970. */
export interface CircuitState {
  /**
   * The results of the last calls while the circuit is closed, newest last: `+` for a response, `-` for none.
   */
  calls: string;
  /** The instant at which the circuit opened; null while it is closed. */
  openedAt: number | null;
  /**
   * While the circuit is open: the instant from which a read may test the service. During a trial: the end of
   * the trial, when the circuit closes.
   */
  openUntil: number;
  /** How often the circuit has opened since it was last closed. */
  openings: number;
  /**
   * Whether a trial runs: the service has responded to a read since the circuit opened. Reads are then free,
   * and one write at a time is allowed. A response to a write closes the circuit.
   */
  isTrial: boolean;
  /** The instant until which only one caller may test the service (probe); null without such a caller. */
  probeUntil: number | null;
}

export type CallKind = 'read' | 'write';

/**
 * Whether a call may be made. `free`: yes. `probe`: yes, after the caller has reserved the probe with
 * `takeProbe`. `none`: no.
 */
export type Admission = 'free' | 'probe' | 'none';

const WINDOW = 50;
const UNANSWERED_MAX = 10;
const IN_A_ROW_MAX = 5;
const OPEN_MS = MINUTE_MS / 2;
const OPEN_MAX_MS = 5 * MINUTE_MS;
/** The time after which a trial without a write ends. */
const TRIAL_MS = 5 * MINUTE_MS;
/** The time after which the probe of a crashed caller becomes free. No call takes longer. */
const PROBE_MS = 3 * MINUTE_MS;

export const CLOSED: CircuitState = {
  calls: '',
  openedAt: null,
  openUntil: 0,
  openings: 0,
  isTrial: false,
  probeUntil: null,
};

/** Whether the circuit is open and no trial runs. */
export function isOpen({ openedAt, isTrial }: CircuitState): boolean {
  return openedAt !== null && !isTrial;
}

/**
 * Whether the next read may test the service: the circuit is open and the wait has ended. The wait also ends
 * if the clock was set back to before the opening.
 */
export function isProbeDue(state: CircuitState, now: number): boolean {
  return isOpen(state) && (now >= state.openUntil || now < (state.openedAt ?? 0));
}

/**
 * Returns whether a call may be made now. A write may test the service only during a trial, because a write
 * without a response has an unknown outcome.
 */
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
 * @param call `before`: the number of calls with a response since the state was last stored
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
  // A write that started before the circuit opened does not change the state. A read that started before has
  // ended by now.
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

/** Opens the circuit. The open time doubles with each opening, until a write gets a response. */
function opened({ openings }: CircuitState, now: number): CircuitState {
  const openMs = Math.min(OPEN_MS * 2 ** openings, OPEN_MAX_MS);
  return { ...CLOSED, openedAt: now, openUntil: now + openMs, openings: openings + 1 };
}
