import { desk } from '@/trpc/desk';

/** Returns what takes an act on a parcel back, from its answer; null if the act has none. */
export function undoParcel(answer: unknown): (() => Promise<unknown>) | null {
  const { undo } = answer as { undo: string | null };
  return undo === null ? null : () => desk.parcels.takeBack.mutate({ undo });
}
