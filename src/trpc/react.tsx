'use client';

import { QueryClientProvider } from '@tanstack/react-query';
import { httpBatchLink } from '@trpc/client';
import { createTRPCReact } from '@trpc/react-query';
import { useState } from 'react';
import superjson from 'superjson';
import type { Locale } from '@/domain/locale';
import type { AppRouter } from '@/server/api/root';
import { useReadAgain } from '@/components/connection/connection';
import { createQueryClient } from './query-client';

export { refusalOf, type Refusal } from './refusal';

export const trpc = createTRPCReact<AppRouter>();

const BATCH_MAX = 10;

/** Connects the hooks to /api/trpc. Responses are in the page's language. */
export function TrpcProvider({ locale, children }: { locale: Locale; children: React.ReactNode }) {
  const [queryClient] = useState(createQueryClient);
  const [client] = useState(() =>
    trpc.createClient({
      links: [
        httpBatchLink({
          url: '/api/trpc',
          transformer: superjson,
          maxItems: BATCH_MAX,
          headers: { 'x-ira-locale': locale },
        }),
      ],
    }),
  );
  useReadAgain(() => void queryClient.invalidateQueries());
  return (
    <trpc.Provider client={client} queryClient={queryClient}>
      <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
    </trpc.Provider>
  );
}
