import type { Locale } from '@/domain/locale';
import type { DeskOutputs } from '@/trpc/desk';
import type { Person, Plan } from './types';

export interface ChangeSubscriberProps {
  accountId: string;
  person: Person;
  plan: Pick<Plan, 'version' | 'items' | 'frequency' | 'paymentDay' | 'upcoming' | 'deliveryFee' | 'status'>;
  products: readonly { code: string; name: Record<Locale, string> }[];
  /** The name of the member, as the log will have it. */
  by: string;
}

export type ChangePreview = DeskOutputs['subscribers']['previewChange'];
