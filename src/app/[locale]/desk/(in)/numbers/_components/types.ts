import type { Locale } from '@/domain/locale';
import type { DeskOutputs } from '@/trpc/desk';

/** The figures that a panel shows, in the language of the page. */
export interface Shown {
  numbers: DeskOutputs['numbers']['read'];
  locale: Locale;
}
