import { Worker } from 'node:worker_threads';
import { processState } from '@/process-state';
import { productFile } from '@/product-files';
import { AppError } from '@/domain/errors';
import { log } from './log';

const TIMEOUT_MS = 10_000;
const AT_ONCE = 2;

/**
 * Reads a file of a stranger in a thread with limits of time and memory, at most two at once in a process.
 * @param script a script that posts one message
 * @returns its message; null if the script failed, or exceeded a limit
 * @throws AppError THROTTLED while two others are read
 */
export async function runInThread<T>(script: string, bytes: Buffer, heapMb: number): Promise<T | null> {
  const state = processState('threads', () => ({ count: 0 }));
  if (state.count >= AT_ONCE) throw new AppError('THROTTLED');
  state.count += 1;
  const worker = new Worker(productFile(script), {
    workerData: bytes,
    resourceLimits: { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: 16 },
    // The thread needs no settings and no secrets, and must not load what the process was started with: that ends the
    // process with the thread.
    env: {},
    execArgv: [],
    stderr: true,
  });
  const timer = setTimeout(() => void worker.terminate(), TIMEOUT_MS);
  try {
    return await new Promise((resolve) => {
      worker.once('message', resolve);
      worker.once('error', (error) => {
        log.info('files.unreadable', { code: error.name });
        resolve(null);
      });
      worker.once('exit', () => resolve(null));
    });
  } finally {
    clearTimeout(timer);
    await worker.terminate();
    state.count -= 1;
  }
}
