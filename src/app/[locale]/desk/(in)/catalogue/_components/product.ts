import type { DeskOutputs } from '@/trpc/desk';

export type DeskProduct = DeskOutputs['catalogue']['read']['products'][number];
