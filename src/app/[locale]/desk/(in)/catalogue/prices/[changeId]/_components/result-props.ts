import type { Locale } from '@/domain/locale';
import type { Rehearsal } from '@/domain/price-rehearsal';

export interface ResultProps {
  result: Rehearsal;
  locale: Locale;
}

/** Products with their names, as `contentsText` needs them. */
export type NamedProducts = { code: string; name: Record<Locale, string> }[];
