import { AppError } from '@/domain/errors';

/**
 * Lets so many pieces of work run at once, so many more wait in line, and sends everybody else away at once.
 * @returns runs a piece of work when it is its turn; throws AppError THROTTLED, nothing done, when the line is full
 */
export function createTurns(atOnce: number, waitingMax: number) {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (running < atOnce) running += 1;
    else if (waiting.length >= waitingMax) throw new AppError('THROTTLED', { retryAfterSeconds: 2 });
    else await new Promise<void>((go) => waiting.push(go));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
