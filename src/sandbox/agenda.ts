/** A list of actions that run later, such as the expiry of a QR code or a delayed webhook. */
export interface Agenda {
  set(key: string, atMs: number, run: () => Promise<void>): void;
  remove(key: string): void;
  clear(): void;
  next(): Date | null;
  /** Runs all actions that are due at `nowMs`, in the order of their due times. Returns the number of actions. */
  runDue(nowMs: number): Promise<number>;
}

interface Item {
  atMs: number;
  run: () => Promise<void>;
}

/** Creates an empty agenda in memory. After a restart each provider schedules its own actions again. */
export function createAgenda(): Agenda {
  const items = new Map<string, Item>();
  // Due time of the earliest action. Undefined: must be computed again. Most calls only compare it with the
  // current time.
  let earliestMs: number | undefined = Infinity;
  const earliest = (): number => {
    if (earliestMs === undefined) {
      earliestMs = Infinity;
      for (const item of items.values()) earliestMs = Math.min(earliestMs, item.atMs);
    }
    return earliestMs;
  };
  const takeDue = (nowMs: number): Item[] => {
    if (earliest() > nowMs) return [];
    const due = [...items].filter(([, item]) => item.atMs <= nowMs);
    for (const [key] of due) items.delete(key);
    earliestMs = undefined;
    return due.map(([, item]) => item).sort((a, b) => a.atMs - b.atMs);
  };
  const run = async (nowMs: number) => {
    let fired = 0;
    for (let due = takeDue(nowMs); due.length > 0; due = takeDue(nowMs)) {
      for (const item of due) await item.run();
      fired += due.length;
    }
    return fired;
  };
  let running = Promise.resolve(0);
  return {
    set: (key, atMs, run) => {
      items.set(key, { atMs, run });
      earliestMs = earliestMs === undefined ? undefined : Math.min(earliestMs, atMs);
    },
    remove: (key) => {
      const item = items.get(key);
      items.delete(key);
      if (item !== undefined && item.atMs === earliestMs) earliestMs = undefined;
    },
    clear: () => {
      items.clear();
      earliestMs = Infinity;
    },
    next: () => (items.size === 0 ? null : new Date(earliest())),
    runDue: (nowMs) => {
      // Two runs never overlap: a call resolves only after the earlier runs have finished.
      running = running.then(() => run(nowMs));
      return running;
    },
  };
}
