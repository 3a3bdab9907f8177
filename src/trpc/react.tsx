'use client';

import { QueryClientProvider } from '@tanstack/react-query';
import { httpBatchLink, TRPCClientError } from '@trpc/client';
import { createTRPCReact } from '@trpc/react-query';
import type { inferRouterOutputs } from '@trpc/server';
import { useState } from 'react';
import superjson from 'superjson';
import type { ErrorCode } from '@/domain/errors';
import type { Locale } from '@/domain/locale';
import type { AppRouter } from '@/server/api/root';
import { createQueryClient } from './query-client';

export const trpc = createTRPCReact<AppRouter>();

export type RouterOutputs = inferRouterOutputs<AppRouter>;

const BATCH_MAX = 10;

/** The hooks' connection to /api/trpc; answers come in the page's language. */
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
  return (
    <trpc.Provider client={client} queryClient={queryClient}>
      <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
    </trpc.Provider>
  );
}

/** What a failed call says: null code when it never reached us or came back unreadable. */
export interface Refusal {
  code: ErrorCode | null;
  reason: string | null;
  /** Already in the reader's language. */
  message: string | null;
  fieldErrors: Readonly<Record<string, readonly string[]>>;
  /** What the refusal brings along: with STALE, how things stand now. */
  data: unknown;
}

/** Reads any error a tRPC hook or call can throw. */
export function refusalOf(error: unknown): Refusal {
  if (error instanceof TRPCClientError) {
    const data = error.data as Partial<WireRefusal> | null | undefined;
    if (data?.appCode) {
      return {
        code: data.appCode,
        reason: data.reason ?? null,
        message: error.message,
        fieldErrors: data.fieldErrors ?? {},
        data: data.data,
      };
    }
  }
  return { code: null, reason: null, message: null, fieldErrors: {}, data: undefined };
}

interface WireRefusal {
  appCode: ErrorCode;
  reason: string | null;
  fieldErrors: Record<string, string[]> | null;
  data: unknown;
}
