import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { announceLostAnswer } from '@/components/connection/connection';
import { refusalOf } from './refusal';

const LOOK_AGAIN_MS = 15_000;
/** Not everybody comes back in the same second. */
const SPREAD_MS = 10_000;

/**
 * A browser's cache: what was just asked is good for a moment, and a refusal is an answer, not a reason to ask again.
 * Nothing waits for a connection: whoever is offline is told so, and what they pressed is not done behind their back later.
 * Only what was refused for maintenance is asked again by itself, until the site is back.
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
    mutationCache: new MutationCache({
      onError: (error) => {
        if (refusalOf(error).code === null) announceLostAnswer();
      },
    }),
    defaultOptions: {
      queries: { staleTime: 30_000, retry: false, refetchOnWindowFocus: false, networkMode: 'always' },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
  return client;
}
