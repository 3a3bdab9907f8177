import { createTRPCClient, httpLink } from '@trpc/client';
import superjson from 'superjson';
import type { Locale } from '@/domain/locale';
import type { AppRouter } from '@/server/api/root';

/** Creates a client for pages without the hooks and their cache. Responses are in the page's language. */
export function createPlainClient(locale: Locale) {
  return createTRPCClient<AppRouter>({
    links: [httpLink({ url: '/api/trpc', transformer: superjson, headers: { 'x-ira-locale': locale } })],
  });
}
