import Link from 'next/link';
import type { NumberList } from '@/domain/numbers';
import type { Locale } from '@/domain/locale';
import { localePath } from '@/locales/paths';
import classes from './numbers.module.css';

interface Place {
  list: NumberList;
  month: string;
  part?: string;
}

/** Returns the path of the rows that a figure is made of, without language. */
export function rowsPath({ list, month, part }: Place, page = 1): string {
  const query = new URLSearchParams({ list, month });
  if (part !== undefined) query.set('part', part);
  if (page > 1) query.set('page', String(page));
  return `/desk/numbers/rows?${query.toString()}`;
}

interface FigureLinkProps extends Place {
  locale: Locale;
  /** The name of the number, for screen readers: a link is also read without its table. */
  label: string;
  /** Whether the figure has no rows: then it is no link. */
  isNone?: boolean;
  children: React.ReactNode;
}

/** Links a figure of a table to its rows. */
export function FigureLink({ locale, label, isNone = false, children, ...place }: FigureLinkProps) {
  if (isNone) return children;
  return (
    <Link href={localePath(locale, rowsPath(place))} prefetch={false} className={classes.open}>
      <span className="visually-hidden">{label}: </span>
      {children}
    </Link>
  );
}
