import { networkOf } from '@/domain/throttle';
import { AppError } from '@/domain/errors';
import { MINUTE_MS } from '@/domain/duration';
import { settings } from '@/env';

/** A shorter document is not counted. */
const PLAIN_LENGTH = 1_000;
const LONG_PER_MINUTE = 300;
/** The counters start again beyond this number, so that a caller with many networks cannot fill the memory. */
const NETWORKS_MAX = 10_000;

let minute = 0;
const counts = new Map<string, number>();

/**
 * Counts a long document for the network of its caller, before it is parsed. Counted in this process only, so that no
 * call costs a query.
 * @throws AppError THROTTLED beyond 300 in one minute
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
