import { AppError } from '@/domain/errors';

/**
 * Returns a concurrency limit: it runs `atOnce` tasks, queues up to `waitingMax` more, and refuses all others.
 * @returns a function that runs a task when a slot is free; throws AppError THROTTLED without running it when the queue
 * is full; `refuseIfFull` throws the same and runs nothing
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
