import {
  admit,
  afterCall,
  CLOSED,
  isOpen,
  isProbeDue,
  takeProbe,
  type CallKind,
  type CircuitState,
} from '@/domain/circuit';
import { systemNow } from '../platform/clock';
import { database, transaction } from '../db';
import { lockFlag, readFlag, writeFlag } from '../platform/flags';
import { log } from '../platform/log';
import type { HttpAnswer } from './http';

export type CircuitName = 'cardGateway' | 'fulfilment';

/** A circuit breaker: stops calls to an unavailable service. All processes share its state, which is a database row. */
export interface Circuit {
  /** Sends a call if the circuit allows it. Otherwise returns a failure with `CIRCUIT_OPEN` as `why`. */
  call(kind: CallKind, send: () => Promise<HttpAnswer>): Promise<HttpAnswer>;
  /** Returns how many writes may be sent now: none, one (a probe), or all. */
  capacity(): Promise<Capacity>;
  /** Returns when the next probe of an open circuit is due; null while the circuit is not open. */
  probeAt(): Promise<Date | null>;
  /** Sends a probe if one is due. */
  probe(): Promise<void>;
}
export type Capacity = 'none' | 'one' | 'all';

const REFUSED: HttpAnswer = { kind: 'failed', maybeDone: false, why: 'CIRCUIT_OPEN' };
const WINDOW = 50;

const nowMs = () => systemNow().getTime();
const load = async (name: CircuitName) => (await readFlag(database(), name)) ?? CLOSED;

/**
 * Whether the service responded. True for a rate-limited response (429), which shows that the service is available.
 */
const isAnswered = (answer: HttpAnswer) => answer.kind === 'answered' || answer.why === 'HTTP_429';

/** Returns a function that calls `read`. Concurrent calls share one call of `read` and its result. */
function sharing<T>(read: () => Promise<T>): () => Promise<T> {
  let reading: Promise<T> | null = null;
  return () => (reading ??= read().finally(() => (reading = null)));
}

/**
 * Creates the circuit of one service, with the rules of `domain/circuit.ts`.
 * @param sendProbe sends a read through this circuit that changes nothing at the service
 */
export function createCircuit(name: CircuitName, sendProbe: () => Promise<unknown>): Circuit {
  /** The number of calls with a response since this process last wrote the row. */
  let answeredCalls = 0;

  const read = sharing(() => load(name));
  /** Returns the state of the circuit. If a probe is due before a write, sends the probe first. */
  const stateFor = async (kind: CallKind): Promise<CircuitState> => {
    const state = await read();
    if (kind === 'read' || !isProbeDue(state, nowMs())) return state;
    await sendProbe();
    return load(name);
  };

  const take = (kind: CallKind): Promise<boolean> =>
    transaction(database(), async (tx) => {
      const state = (await lockFlag(tx, name)) ?? CLOSED;
      const admission = admit(state, kind, nowMs());
      if (admission === 'probe') await writeFlag(tx, name, takeProbe(state, nowMs()));
      return admission === 'probe';
    });

  /** Asks the circuit for permission to send a call. Returns null if the call must not be sent. */
  const enter = async (kind: CallKind): Promise<{ isProbe: boolean; isQuiet: boolean } | null> => {
    const state = await stateFor(kind);
    const admission = admit(state, kind, nowMs());
    if (admission === 'none') return null;
    const isProbe = admission === 'probe';
    if (isProbe && !(await take(kind))) return null;
    return { isProbe, isQuiet: !isProbe && !state.calls.endsWith('-') };
  };

  const note = async (call: { kind: CallKind; answered: boolean; isProbe: boolean }): Promise<void> => {
    const before = Math.min(answeredCalls, WINDOW);
    answeredCalls = 0;
    await transaction(database(), async (tx) => {
      const state = (await lockFlag(tx, name)) ?? CLOSED;
      const next = afterCall(state, { ...call, before }, nowMs());
      await writeFlag(tx, name, next);
      if (next.openings > state.openings) log.error('gateways.circuit_opened', { provider: name });
      if (state.openedAt !== null && next.openedAt === null)
        log.info('gateways.circuit_closed', { provider: name });
    });
  };

  return {
    call: async (kind, send) => {
      const entry = await enter(kind).catch((error: unknown) => {
        log.error('gateways.circuit_unreadable', { provider: name, error });
        return null;
      });
      if (!entry) return REFUSED;
      const answer = await send();
      const answered = isAnswered(answer);
      // Only counts a call with a response. The next call without a response writes the count.
      if (answered && entry.isQuiet) answeredCalls += 1;
      else
        await note({ kind, answered, isProbe: entry.isProbe }).catch((error: unknown) =>
          log.error('gateways.circuit_not_written', { provider: name, error }),
        );
      return answer;
    },
    capacity: async () => {
      const state = await load(name);
      const admission = admit(state, 'write', nowMs());
      return admission === 'free' ? 'all' : admission === 'probe' ? 'one' : 'none';
    },
    probeAt: async () => {
      const state = await load(name);
      return isOpen(state) ? new Date(state.openUntil) : null;
    },
    probe: async () => {
      if (isProbeDue(await load(name), nowMs())) await sendProbe();
    },
  };
}
