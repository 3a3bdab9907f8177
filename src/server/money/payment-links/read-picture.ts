import { Worker } from 'node:worker_threads';
import { processState } from '@/process-state';
import { productFile } from '@/product-files';
import { AppError } from '@/domain/errors';
import { log } from '../../platform/log';

/** A picture as it is stored: decoded and encoded again, so that nothing else of the upload remains. */
export interface ReadPicture {
  jpeg: Buffer;
  /** The text of its QR code; null without a readable one. */
  text: string | null;
}

const READER = 'src/server/money/payment-links/picture-reader.js';
const TIMEOUT_MS = 10_000;
const AT_ONCE = 2;
const HEAP_MB = 128;

const running = () => processState('pictureReaders', () => ({ count: 0 }));

/**
 * Decodes a JPEG in a thread with limits of time and memory, at most two at once in a process.
 * @returns null for what is no picture, or too large a one
 * @throws AppError THROTTLED while two others are read
 */
export async function readPicture(bytes: Buffer): Promise<ReadPicture | null> {
  const isJpeg = bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff;
  if (!isJpeg) return null;
  const state = running();
  if (state.count >= AT_ONCE) throw new AppError('THROTTLED');
  state.count += 1;
  try {
    return await readInThread(bytes);
  } finally {
    state.count -= 1;
  }
}

async function readInThread(bytes: Buffer): Promise<ReadPicture | null> {
  const worker = new Worker(productFile(READER), {
    workerData: bytes,
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB, maxYoungGenerationSizeMb: 16 },
    // The thread needs no settings and no secrets, and must not load what the process was started with: that ends the
    // process with the thread.
    env: {},
    execArgv: [],
    stderr: true,
  });
  const timer = setTimeout(() => void worker.terminate(), TIMEOUT_MS);
  try {
    return await new Promise((resolve) => {
      worker.once('message', ({ jpeg, text }: { jpeg: Uint8Array; text: string | null }) =>
        resolve({ jpeg: Buffer.from(jpeg), text }),
      );
      worker.once('error', (error) => {
        log.info('slips.unreadable', { code: error.name });
        resolve(null);
      });
      worker.once('exit', () => resolve(null));
    });
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
}
