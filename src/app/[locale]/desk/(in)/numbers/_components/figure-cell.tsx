import Link from 'next/link';
import type { NumberList } from '@/domain/numbers';
import type { Locale } from '@/domain/locale';
import { localePath } from '@/locales/paths';
import { getI18n } from '@/locales/server';
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

interface FigureCellProps extends Place {
  locale: Locale;
  /** The name of the figure, for screen readers: a link is also read without its table. */
  label: string;
  /** The number of rows; null for a hidden one. */
  count: number | null;
  /** The share of the group in quarters, for the colour. */
  share?: number;
  /** The text of a figure that is shown. */
  text: (count: number) => string;
}

/** A cell with a figure that opens its rows. A figure without rows is no link, a hidden one says so. */
export async function FigureCell({ locale, label, count, share, text, ...place }: FigureCellProps) {
  const t = await getI18n();
  if (count === null) return <td>{t('deskNumbers.hidden')}</td>;
  if (count === 0) return <td data-share={share}>{text(count)}</td>;
  return (
    <td data-share={share}>
      <Link href={localePath(locale, rowsPath(place))} prefetch={false} className={`tap ${classes.open}`}>
        <span className="visually-hidden">{label}: </span>
        {text(count)}
      </Link>
    </td>
  );
}
