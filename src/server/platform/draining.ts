import { processState } from '@/process-state';

const draining = () => processState('draining', () => ({ hasBegun: false }));

/** Marks the process as stopping. Its readiness check then fails, so that it gets no new requests. */
export function startDraining(): void {
  draining().hasBegun = true;
}

export function isDraining(): boolean {
  return draining().hasBegun;
}
