import { QueryCache, QueryClient } from '@tanstack/react-query';
import { refusalOf } from './refusal';

const LOOK_AGAIN_MS = 15_000;
/**
 * The range in milliseconds over which retries are spread, so that not all browsers retry at the same time.
 */
const SPREAD_MS = 10_000;

/**
 * Creates the query client (cache) of a browser. Responses stay fresh for 30 seconds. A failed request is not
 * retried. Only a request that failed because of maintenance is repeated, until the maintenance ends. An
 * offline browser shows an error at once, so that no request is sent later without the subscriber's
 * knowledge.
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
