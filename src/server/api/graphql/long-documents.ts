import { networkOf } from '@/domain/throttle';
import { AppError } from '@/domain/errors';
import { MINUTE_MS } from '@/domain/duration';
import { settings } from '@/env';

/** The length in characters up to which a document is not counted. */
const PLAIN_LENGTH = 1_000;
const LONG_PER_MINUTE = 300;
/** The maximum of IP ranges to count. All counters are reset then, so that an attacker cannot fill the memory. */
const NETWORKS_MAX = 10_000;

let minute = 0;
const counts = new Map<string, number>();

/**
 * Counts a long document for the caller's IP range. Must run before the document is parsed. Counts in the memory of
 * this process, so that no query is needed.
 * @throws AppError THROTTLED for more than 300 long documents in one minute
 */
export function countLongDocument(query: string, { address }: { address: string }, now: Date): void {
  if (query.length <= PLAIN_LENGTH) return;
  const present = Math.floor(now.getTime() / MINUTE_MS);
  if (present !== minute || counts.size >= NETWORKS_MAX) counts.clear();
  minute = present;
  const network = networkOf(address);
  const count = (counts.get(network) ?? 0) + 1;
  counts.set(network, count);
  if (count <= LONG_PER_MINUTE * settings().THROTTLE_SCALE) return;
  const retryAfterSeconds = Math.ceil(((present + 1) * MINUTE_MS - now.getTime()) / 1000);
  throw new AppError('THROTTLED', { retryAfterSeconds });
}
