import { AppError } from '@/domain/errors';

/**
 * Creates a concurrency limit: at most `atOnce` tasks run, and at most `waitingMax` tasks wait in a queue.
 * @returns a function that runs a task now or after waiting. If the queue is full, the function throws AppError
 *   THROTTLED instead. Its method `refuseIfFull` only checks the queue and throws the same error.
 */
export function createConcurrencyLimit(atOnce: number, waitingMax: number) {
  let running = 0;
  const waiting: (() => void)[] = [];
  const refuseIfFull = () => {
    if (running >= atOnce && waiting.length >= waitingMax)
      throw new AppError('THROTTLED', { retryAfterSeconds: 2 });
  };
  async function withinLimit<T>(work: () => Promise<T>): Promise<T> {
    refuseIfFull();
    if (running < atOnce) running += 1;
    else await new Promise<void>((go) => waiting.push(go));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  }
  return Object.assign(withinLimit, { refuseIfFull });
}

export type ConcurrencyLimit = ReturnType<typeof createConcurrencyLimit>;
