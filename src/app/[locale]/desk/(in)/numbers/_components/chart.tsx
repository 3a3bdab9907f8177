'use client';

import dynamic from 'next/dynamic';
import { useI18n } from '@/locales/client';
import classes from './numbers.module.css';
import type { ChartProps } from './types';

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
