import { QueryClient } from '@tanstack/react-query';

/**
 * A browser's cache: what was just asked is good for a moment, and a refusal is an answer, not a reason to ask again.
 * Nothing waits for a connection: whoever is offline is told so, and what they pressed is not done behind their back later.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { staleTime: 30_000, retry: false, refetchOnWindowFocus: false, networkMode: 'always' },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}
