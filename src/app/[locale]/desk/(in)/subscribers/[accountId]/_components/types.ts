import type { Locale } from '@/domain/locale';
import type { DeskOutputs } from '@/trpc/desk';

type View = DeskOutputs['subscribers']['view'];

export type Person = NonNullable<View['person']>;
export type Plan = NonNullable<View['subscription']>;
export type PlannedOrder = Plan['upcoming'][number];
export type Previous = View['previous'];
export type Timeline = View['timeline'];
export type Note = View['notes'][number];
export type Message = View['messages'][number];

/** A product, as far as a list of contents needs it. */
export interface Product {
  code: string;
  name: Record<Locale, string>;
}

/** What every part of the page knows. `may`: the member's role may change subscribers. */
export interface Shown {
  locale: Locale;
  accountId: string;
  may: boolean;
}

/** The member, as far as the orders' buttons need it. */
export interface Acting {
  by: string;
  mayRefund: boolean;
}
