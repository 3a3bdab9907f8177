import type { RouterOutputs } from '@/trpc/react';

/** A subscription with its next orders, as every change answers it and every refusal that is STALE brings it along. */
export type View = RouterOutputs['subscription']['current'];

/** Whether a refusal brought along how things stand now. */
export function isView(data: unknown): data is View {
  return typeof data === 'object' && data !== null && 'subscription' in data && 'upcomingOrders' in data;
}
