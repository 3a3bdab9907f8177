import type { RouterOutputs } from '@/trpc/outputs';

export type CatalogueProduct = RouterOutputs['catalogue']['everyProduct'][number];
export type CataloguePlan = RouterOutputs['catalogue']['everyPlan'][number];
