import type { DeskOutputs } from '@/trpc/desk';
import type { Person, Plan, Product } from './types';

export interface ChangeSubscriberProps {
  accountId: string;
  person: Person;
  plan: Pick<Plan, 'version' | 'items' | 'frequency' | 'paymentDay' | 'upcoming' | 'deliveryFee' | 'status'>;
  products: readonly Product[];
  /** The name of the member, as the log will have it. */
  by: string;
}

export type ChangePreview = DeskOutputs['subscribers']['previewChange'];
