import { QueryCache, QueryClient } from '@tanstack/react-query';
import { refusalOf } from './refusal';

const LOOK_AGAIN_MS = 15_000;
/** Spreads retries, so that browsers do not all retry in the same second. */
const SPREAD_MS = 10_000;

/**
 * Creates the cache of a browser. Responses stay fresh for a moment, and an API error is not retried. Requests never wait
 * for a connection: an offline browser shows an error, and a click is not sent later without the subscriber's knowledge.
 * Only a call that was rejected for maintenance is repeated until the site is open.
 */
export function createQueryClient(): QueryClient {
  let looking: ReturnType<typeof setTimeout> | undefined;
  const lookAgain = (error: unknown) => {
    if (refusalOf(error).reason !== 'maintenance' || looking !== undefined) return;
    looking = setTimeout(
      () => {
        looking = undefined;
        void client.refetchQueries({ predicate: ({ state }) => state.status === 'error' });
      },
      LOOK_AGAIN_MS + Math.random() * SPREAD_MS,
    );
  };
  const client = new QueryClient({
    queryCache: new QueryCache({ onError: lookAgain }),
    defaultOptions: {
      queries: { staleTime: 30_000, retry: false, refetchOnWindowFocus: false, networkMode: 'always' },
    },
  });
  return client;
}
