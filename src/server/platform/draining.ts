import { processState } from '@/process-state';

const draining = processState('draining', () => ({ hasBegun: false }));

/** Marks the process as stopping, so that the load balancer sends it no new requests. */
export function startDraining(): void {
  draining.hasBegun = true;
}

export function isDraining(): boolean {
  return draining.hasBegun;
}
