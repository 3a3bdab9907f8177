'use client';

import { useCallback } from 'react';
import { usePolled } from '@/components/secret-link/use-polled';
import type { RouterOutputs } from '@/trpc/outputs';
import { trpc } from '@/trpc/react';

export type Repair = RouterOutputs['orderLinks']['repair'];

/** Whether the state changes without an action on this page: a payment is expected. */
const isExpecting = ({ qr, app, state, authorizeUri }: Repair) =>
  qr !== null || app !== null || state === 'pending' || authorizeUri !== null;

/** Returns the current order of a repair link. */
export function useRepair(token: string, initial: Repair) {
  const read = useCallback(() => trpc.orderLinks.repair.query({ token }), [token]);
  const { state: repair, ...rest } = usePolled(initial, read, isExpecting);
  return { repair, ...rest };
}
