import Link from 'next/link';
import { notFound } from 'next/navigation';
import { orderNumberText } from '@/domain/order';
import { Baht } from '@/components/values';
import { isDay, type Month } from '@/domain/day';
import { LOSS_REASONS, REGISTRATION_STEPS, type NumberList } from '@/domain/numbers';
import type { Locale } from '@/domain/locale';
import { countText, monthText } from '@/locales/desk-format';
import { bahtText, momentText, shortDayText } from '@/locales/format';
import { localePath } from '@/locales/paths';
import { getI18n, pageLocale } from '@/locales/server';
import type { Translate } from '@/locales/typed';
import { LIST_PAGES, numberRowsInput } from '@/schemas/desk';
import { deskApi, requireMember } from '@/trpc/desk-server';
import { orNotFound } from '@/trpc/server';
import { deskMetadata } from '../../../_components/desk-metadata';
import desk from '../../_components/desk.module.css';
import { rowsPath } from '../_components/figure-cell';
import classes from '../_components/numbers.module.css';
import { reasonName } from '../_components/reason-name';

type Props = PageProps<'/[locale]/desk/numbers/rows'>;

const ROWS_MAX = 200;

export const generateMetadata = deskMetadata('desk.numbers');

export default async function NumberRowsPage({ params, searchParams }: Props) {
  const locale = await pageLocale(params);
  await requireMember(locale, 'numbers.read');
  const asked = numberRowsInput.safeParse(await searchParams);
  if (!asked.success) notFound();
  const { list, month, part, page = 1 } = asked.data;
  const api = await deskApi();
  const [t, found] = await Promise.all([getI18n(), orNotFound(api.numbers.rows(asked.data))]);
  const { rows, count, amount, computedAt, hasMore } = found;
  const hasAmount = rows.some((row) => row.amount !== null);
  const place = { list, month, ...(part ? { part } : {}) };
  const monthly = list === 'active' || list === 'onPause' || list === 'subscribed';
  return (
    <>
      <p>
        <Link href={localePath(locale, `/desk/numbers?month=${month}`)} className="tap">
          {t('deskNumbers.back')}
        </Link>
      </p>
      <h1>{titleOf(t, locale, { list, month, part: part ?? null })}</h1>
      <p className="lead">
        {hasAmount
          ? t('deskNumbers.totalAmount', {
              count: countText(count, locale),
              amount: bahtText(amount, locale),
            })
          : t('deskNumbers.total', { count: countText(count, locale) })}
        {monthly && ` ${t('deskNumbers.perMonth')}`}
        {' · '}
        {t('deskNumbers.computed', { moment: momentText(computedAt, locale) })}
      </p>
      <section className="card mt-5">
        {rows.length === 0 && <p>{t('deskNumbers.emptyRows')}</p>}
        <ul className={desk.rows}>
          {rows.map((row) => (
            <li key={row.id} className={desk.row} data-split>
              <div>
                <p className={desk.strong}>
                  {row.accountId === null ? (
                    t(list === 'registered' ? 'deskNumbers.deleted' : 'deskNumbers.noName')
                  ) : (
                    <Link
                      href={localePath(locale, `/desk/subscribers/${row.accountId}`)}
                      prefetch={false}
                      className="tap"
                    >
                      {row.name ?? t('deskNumbers.noName')}
                    </Link>
                  )}
                </p>
                <p className="muted anywhere small">
                  {momentText(row.at, locale)} ·{' '}
                  {row.orderNumber === null ? row.id : orderNumberText(row.orderNumber)}
                  {row.reason !== null && ` · ${reasonName(t, row.reason)}`}
                </p>
              </div>
              {row.amount !== null && <Baht satang={row.amount} locale={locale} />}
            </li>
          ))}
        </ul>
        {hasMore && page === LIST_PAGES && (
          <p className="lead">
            {t('deskNumbers.lastPage', { count: countText(LIST_PAGES * ROWS_MAX, locale) })}
          </p>
        )}
        {(page > 1 || hasMore) && (
          <nav className={classes.months} aria-label={t('deskNumbers.pages')}>
            {page > 1 && (
              <Link href={localePath(locale, rowsPath(place, page - 1))} prefetch={false} className="tap">
                {t('deskNumbers.previous')}
              </Link>
            )}
            {hasMore && page < LIST_PAGES && (
              <Link href={localePath(locale, rowsPath(place, page + 1))} prefetch={false} className="tap">
                {t('deskNumbers.next')}
              </Link>
            )}
          </nav>
        )}
      </section>
    </>
  );
}

interface Titled {
  list: NumberList;
  month: Month;
  part: string | null;
}

/** Returns the title of a list, such as "Lost, Nov 2026: Payment failed". */
function titleOf(t: Translate, locale: Locale, { list, month, part }: Titled): string {
  const figure = t(`deskNumbers.figure.${list}`);
  const whole = t('deskNumbers.rowsOf', { figure, month: monthText(month, locale) });
  if (part === null) return list === 'planned' ? figure : whole;
  if (list === 'planned') return `${figure}: ${periodText(part, locale)}`;
  const reason = LOSS_REASONS.find((one) => one === part);
  if (reason) return `${whole}: ${reasonName(t, reason)}`;
  if (list === 'subscribed')
    return `${whole}: ${t('deskNumbers.cohort')} ${monthText(part as Month, locale)}`;
  const [language = '', last] = part.split(':');
  const step = REGISTRATION_STEPS.find((one) => one === last);
  const name = language === 'en' || language === 'th' ? language : 'all';
  return step ? `${whole}: ${t(`deskNumbers.steps.${step}`)} (${t(`deskNumbers.languages.${name}`)})` : whole;
}

const periodText = (part: string, locale: Locale) =>
  isDay(part) ? shortDayText(part, locale) : monthText(part as Month, locale);
