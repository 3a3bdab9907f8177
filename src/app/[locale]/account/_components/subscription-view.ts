import type { RouterOutputs } from '@/trpc/outputs';

/**
 * A subscription with its next orders. Every change returns it, and every STALE error contains it as data.
 */
export type View = RouterOutputs['subscription']['current'];

/** Whether the data of an error is the current state of the subscription. */
export function isView(data: unknown): data is View {
  return typeof data === 'object' && data !== null && 'subscription' in data && 'upcomingOrders' in data;
}
