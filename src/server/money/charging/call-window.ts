/**
 * The maximum number of charges in flight. A charge takes about a second and holds no database connection.
 */
const WIDEST = 200;
/** The maximum number of charges in flight until the gateway responds. If the gateway is down, all of them fail. */
const NARROWEST = 16;

/** The limit of charges in flight, which adapts to the gateway's responses. */
export interface CallWindow {
  size(): number;
  /** Raises the limit by one after a response. Resets it after a call without a response. */
  record(isAnswered: boolean): void;
}

export function createWindow(): CallWindow {
  let size = NARROWEST;
  return {
    size: () => size,
    record: (isAnswered) => {
      size = isAnswered ? Math.min(WIDEST, size + 1) : NARROWEST;
    },
  };
}

/** Limits how many charges are in flight. */
export interface InFlightLimit {
  /**
   * Waits until `count` more charges may start. If `count` exceeds the limit, waits until no charge is in
   * flight.
   */
  acquire(count: number): Promise<void>;
  release(count: number): void;
}

export function createInFlightLimit(size: () => number): InFlightLimit {
  let inFlight = 0;
  const waiting: { count: number; go: () => void }[] = [];
  const startWaiting = () => {
    while (waiting[0] && (inFlight === 0 || inFlight + waiting[0].count <= size())) {
      const first = waiting.shift();
      inFlight += first?.count ?? 0;
      first?.go();
    }
  };
  return {
    acquire: (count) =>
      new Promise((go) => {
        waiting.push({ count, go });
        startWaiting();
      }),
    release: (count) => {
      inFlight -= count;
      startWaiting();
    },
  };
}
