import { isNetworkAtLimit, networksOf } from '@/domain/throttle';
import { AppError } from '@/domain/errors';
import { MINUTE_MS } from '@/domain/duration';
import { settings } from '@/settings/settings';
import { processState } from '@/process-state';

/** The maximum length, in characters, of a document that is not counted. */
const PLAIN_LENGTH = 1_000;
const LONG_PER_MINUTE = 300;
/** The maximum number of counted IP ranges. At this number all counters are reset, to limit the used memory. */
const NETWORKS_MAX = 10_000;

const longDocuments = () =>
  processState('longDocuments', () => ({ minute: 0, counts: new Map<string, number>() }));

/**
 * Counts a document of more than 1,000 characters for the caller's IP networks, in the memory of this process. Must run
 * before the document is parsed.
 * @throws AppError THROTTLED for more than 300 long documents in one minute
 */
export function countLongDocument(query: string, { address }: { address: string }, now: Date): void {
  if (query.length <= PLAIN_LENGTH) return;
  const present = Math.floor(now.getTime() / MINUTE_MS);
  const state = longDocuments();
  const { counts } = state;
  if (present !== state.minute || counts.size >= NETWORKS_MAX) counts.clear();
  state.minute = present;
  const max = LONG_PER_MINUTE * settings().THROTTLE_SCALE;
  const networks = networksOf(address);
  for (const { network } of networks) counts.set(network, (counts.get(network) ?? 0) + 1);
  const countOf = (network: string) => counts.get(network) ?? 0;
  const first = countOf(networks[0].network);
  const isRefused = networks.some(({ network, budget }, at) =>
    isNetworkAtLimit(countOf(network), max * budget, at === 0 ? null : first),
  );
  if (!isRefused) return;
  const retryAfterSeconds = Math.ceil(((present + 1) * MINUTE_MS - now.getTime()) / 1000);
  throw new AppError('THROTTLED', { retryAfterSeconds });
}
