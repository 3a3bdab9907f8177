import type { DeskOutputs } from '@/trpc/desk';

/** A parcel of a list of the desk. */
export type Parcel = DeskOutputs['parcels']['list']['parcels'][number];
