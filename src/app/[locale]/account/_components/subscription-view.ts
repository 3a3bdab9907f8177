import type { RouterOutputs } from '@/trpc/outputs';

/** A subscription with its next orders: the result of every change, and the data of every STALE error. */
export type View = RouterOutputs['subscription']['current'];

/** Whether the data of an error is the current state. */
export function isView(data: unknown): data is View {
  return typeof data === 'object' && data !== null && 'subscription' in data && 'upcomingOrders' in data;
}
