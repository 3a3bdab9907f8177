import type { inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from '@/server/api/root';

/** The results of all procedures. */
export type RouterOutputs = inferRouterOutputs<AppRouter>;
