/** A charge takes a bank a second: so many may be on their way at once, and hold no connection meanwhile. */
const WIDEST = 200;
/** Before the gateway has answered: what is on its way then may all be without an outcome. */
const NARROWEST = 16;

/** How many charges may be on their way at once. */
export interface CallWindow {
  size(): number;
  /** Widens it by each answer; narrows it again when a call got none. */
  heard(isAnswered: boolean): void;
}

export function createWindow(): CallWindow {
  let size = NARROWEST;
  return {
    size: () => size,
    heard: (isAnswered) => {
      size = isAnswered ? Math.min(WIDEST, size + 1) : NARROWEST;
    },
  };
}

/** Where charges wait until there is room for them. */
export interface Room {
  /** Waits until `count` more may go; more at once than the room's size wait for an empty room. */
  enter(count: number): Promise<void>;
  leave(count: number): void;
}

export function createRoom(size: () => number): Room {
  let inside = 0;
  const waiting: { count: number; go: () => void }[] = [];
  const letIn = () => {
    while (waiting[0] && (inside === 0 || inside + waiting[0].count <= size())) {
      const first = waiting.shift();
      inside += first?.count ?? 0;
      first?.go();
    }
  };
  return {
    enter: (count) =>
      new Promise((go) => {
        waiting.push({ count, go });
        letIn();
      }),
    leave: (count) => {
      inside -= count;
      letIn();
    },
  };
}
