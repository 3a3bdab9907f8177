const AT_ONCE_MAX = 16;

/** Creates a queue that starts jobs in order and runs at most 16 jobs at a time. */
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
      // Waits, so that the response to the call that caused the webhook is sent first.
      setImmediate(next);
    },
    settled: () =>
      running === 0 && waiting.length === 0
        ? Promise.resolve()
        : new Promise<void>((resolve) => idle.push(resolve)),
  };
}
