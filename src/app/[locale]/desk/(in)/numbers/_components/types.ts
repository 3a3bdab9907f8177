import type { Locale } from '@/domain/locale';
import type { DeskOutputs } from '@/trpc/desk';

/** The figures that a panel shows, in the language of the page. */
export interface Shown {
  numbers: DeskOutputs['numbers']['read'];
  locale: Locale;
}

export interface ChartProps {
  title: string;
  kind: 'line' | 'bars';
  unit: 'baht' | 'count';
  /** One entry per month, week or step. `values` in satang or as counts, in the order of `series`. */
  points: readonly { label: string; values: readonly number[] }[];
  series: readonly { name: string; color: string }[];
}
