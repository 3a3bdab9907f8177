'use client';

import dynamic from 'next/dynamic';
import { useI18n } from '@/locales/client';
import classes from './numbers.module.css';

export interface ChartProps {
  title: string;
  kind: 'line' | 'bars';
  unit: 'baht' | 'count';
  /** One entry per month, week or step. `values` in satang or as counts, in the order of `series`. */
  points: readonly { label: string; values: readonly number[] }[];
  series: readonly { name: string; color: string }[];
}

// Without the library the page still has its tables, which show the same numbers.
const Drawing = dynamic(() => import('./drawing').catch(() => ({ default: () => null })), { ssr: false });

/** A chart of figures that a table beside it shows, too. Programs that read pages aloud are sent to the table. */
export function Chart(props: ChartProps) {
  const t = useI18n();
  return (
    <figure className={classes.chart}>
      <figcaption>{props.title}</figcaption>
      <div className={classes.drawing} role="img" aria-label={`${props.title}. ${t('deskNumbers.chart')}`}>
        <div aria-hidden="true">
          <Drawing {...props} />
        </div>
      </div>
    </figure>
  );
}
