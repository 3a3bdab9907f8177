import type { Locale } from '@/domain/locale';
import { localePath } from '@/locales/paths';
import { getI18n } from '@/locales/server';
import { ButtonLink } from './button';
import classes from './paging.module.css';

const PAGE_MAX = 10_000;

interface PagingProps {
  locale: Locale;
  /** The path of the first page, without language. */
  path: string;
  page: number;
  pages: number;
}

/** Links to the previous and the next page of a list. */
export async function Paging({ locale, path, page, pages }: PagingProps) {
  const t = await getI18n();
  const href = (to: number) => localePath(locale, pagePath(path, to));
  return (
    <nav className={classes.pages} aria-label={t('orders.pages')}>
      {page > 1 ? (
        <ButtonLink href={href(page - 1)} look="secondary">
          {t('orders.newer')}
        </ButtonLink>
      ) : (
        <span />
      )}
      <span>{t('orders.page', { page, pages: Math.max(page, pages) })}</span>
      {page < pages ? (
        <ButtonLink href={href(page + 1)} look="secondary">
          {t('orders.older')}
        </ButtonLink>
      ) : (
        <span />
      )}
    </nav>
  );
}

/** Returns the path of a page of a list. @param page the page number, from 1 */
export function pagePath(path: string, page: number): string {
  return page === 1 ? path : `${path}?page=${page}`;
}

/** Returns the page number of a query parameter. Returns 1 if the parameter is missing or invalid. */
export function pageNumber(text: string | string[] | undefined): number {
  const page = Number(text ?? 1);
  return Number.isInteger(page) && page >= 1 && page <= PAGE_MAX ? page : 1;
}
