import { runInThread } from '../../platform/run-in-thread';

/** A picture as it is stored: decoded and encoded again, so that nothing else of the upload remains. */
export interface ReadPicture {
  jpeg: Buffer;
  /** The text of its QR code; null without a readable one. */
  text: string | null;
}

const READER = 'src/server/money/payment-links/picture-reader.js';
const HEAP_MB = 128;

/**
 * Decodes a JPEG in a thread.
 * @returns null for what is no picture, or too large a one
 * @throws AppError THROTTLED while two others are read
 */
export async function readPicture(bytes: Buffer): Promise<ReadPicture | null> {
  const isJpeg = bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff;
  if (!isJpeg) return null;
  const read = await runInThread<{ jpeg: Uint8Array; text: string | null }>(READER, bytes, HEAP_MB);
  return read && { jpeg: Buffer.from(read.jpeg), text: read.text };
}
