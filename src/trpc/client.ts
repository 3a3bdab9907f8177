import { QueryObserver } from '@tanstack/react-query';
import { createTRPCClient, httpBatchLink } from '@trpc/client';
import { createTRPCQueryUtils } from '@trpc/react-query';
import superjson from 'superjson';
import { onReadAgain } from '@/components/connection/connection';
import type { AppRouter } from '@/server/api/root';
import { createQueryClient } from './query-client';

const BATCH_MAX = 10;

/** The client of /api/trpc. Responses are in the language of the page. */
export const client = createTRPCClient<AppRouter>({
  links: [
    httpBatchLink({
      url: '/api/trpc',
      transformer: superjson,
      maxItems: BATCH_MAX,
      headers: () => ({ 'x-ira-locale': document.documentElement.lang }),
    }),
  ],
});

export const queryClient = createQueryClient();

/** The query keys, options and cached responses of all procedures. */
export const queries = createTRPCQueryUtils<AppRouter>({ client, queryClient });

export { QueryObserver };

onReadAgain(() => void queryClient.invalidateQueries());
