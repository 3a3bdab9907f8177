import { createTRPCClient, httpLink } from '@trpc/client';
import type { inferRouterOutputs } from '@trpc/server';
import superjson from 'superjson';
import type { DeskRouter } from '@/server/api/desk/root';

export { refusalOf, type Refusal } from './refusal';

/** The procedures of /api/desk for the desk's pages. Errors are in the language of the page. */
export const desk = createTRPCClient<DeskRouter>({
  links: [
    httpLink({
      url: '/api/desk',
      transformer: superjson,
      headers: () => ({ 'x-ira-locale': document.documentElement.lang }),
    }),
  ],
});

/** The responses of the desk's procedures. */
export type DeskOutputs = inferRouterOutputs<DeskRouter>;
