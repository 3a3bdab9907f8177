const AT_ONCE_MAX = 16;

/** Runs at most 16 jobs at a time, in order. */
export function createQueue() {
  const waiting: (() => Promise<void>)[] = [];
  let running = 0;
  let idle: (() => void)[] = [];
  const next = () => {
    const job = running < AT_ONCE_MAX ? waiting.shift() : undefined;
    if (job === undefined) {
      if (running === 0) {
        for (const tell of idle) tell();
        idle = [];
      }
      return;
    }
    running += 1;
    void job().finally(() => {
      running -= 1;
      next();
    });
    next();
  };
  return {
    add: (job: () => Promise<void>) => {
      waiting.push(job);
      // Not before the response that caused it has been sent.
      setImmediate(next);
    },
    settled: () =>
      running === 0 && waiting.length === 0
        ? Promise.resolve()
        : new Promise<void>((resolve) => idle.push(resolve)),
  };
}
